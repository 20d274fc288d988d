"""Methods side by side: what each is in every dimension, and what bears that out. All of it is computed."""
