"""`python -m posatlas` is the command `posatlas`, for where its folder is not on the path."""

from posatlas.command_line import main

if __name__ == "__main__":
    main()
