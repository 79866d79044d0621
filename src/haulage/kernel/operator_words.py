"""What operators are told of a failure, in logs and by commands: more than the sentence that people read."""

from collections.abc import Iterator

LONGEST = 200


def operator_words(error: BaseException) -> str:
    """The sentence for operators where there is one, otherwise that for everybody; and the driver's words.

    They stand in the error that a refusal was raised from, or in one behind that.
    """
    chain = tuple(_chain(error))
    sentences = (getattr(each, "for_operators", "") for each in chain)
    sentence = next(filter(None, sentences), "") or str(error) or type(error).__name__
    words = next(filter(None, map(_words_of_a_driver, reversed(chain))), "")
    return f"{sentence} ({words})" if words and words not in sentence else sentence


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__


def _words_of_a_driver(error: BaseException) -> str:
    """Of the database's driver, or of the pool that had no connection free. The first line alone, without the
    statement: what follows may quote the values of a row."""
    waited = error if type(error).__name__ == "TimeoutError" else ""
    said = str(getattr(error, "orig", None) or waited).splitlines()
    return said[0][:LONGEST] if said else ""
