"""The kinds of slips that one can make in a game: a table from names to functions of a game and a source of randomness.

A function returns a slip, or None where the game has no place for one.
"""
KINDS = {}


def kind(*names):
    """Registers a function under these names; where there are several, it takes the part of the name after the slash."""

    def register(function):
        for name in names:
            _, slash, variant = name.partition("/")
            arguments = (name, variant) if slash else (name,)
            KINDS[name] = lambda game, source, arguments=arguments: function(game, source, *arguments)
        return function

    return register


def some(items, source):
    """One of the items, or None if there are none."""
    items = list(items)
    return source.choice(items) if items else None
