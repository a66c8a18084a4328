"""What can go wrong. Every message says where, what, why, and what to do."""


class InputError(ValueError):
    """The model, an option or a call is at fault; str() is the whole message.

    code, file, line, column, message, component and hint are its parts, of the first fault where there are several;
    messages has all of them.
    """

    code = file = message = component = hint = ""
    line = column = 0
    messages: list = []


class NumericsError(ArithmeticError):
    """The equations have no solution, or none was found; str() says which component, quantity and time."""
