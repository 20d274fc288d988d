"""One file a method, in folders by family; `base.py` holds the hooks they override."""
