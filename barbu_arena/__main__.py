"""`python -m barbu_arena`: the same as the command `barbu-arena`."""

from barbu_arena.cli.main import main

if __name__ == "__main__":
    main()
