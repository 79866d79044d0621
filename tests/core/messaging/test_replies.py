"""What people mean who answer our texts (OP-103)."""

import pytest

from haulage.messaging import replies
from haulage.messaging.replies import ReplyWord, read_reply


@pytest.mark.parametrize(
    "text",
    [
        "STOP", "stop", " Stop. ", "STOP!!!", '"stop"', "Stop please", "pls stop", "STOP STOP", "stop\n",
        "quit", "END", "revoke", "OPT OUT", "opt-out", "OptOut", "Cancel", "UNSUBSCRIBE", "unsubscribe.",
        "stopall", "Stop all",
        "Please stop texting me", "stop sending me these messages", "Quit texting", "stop it", "STOP THIS",
        "I want to unsubscribe", "please opt me out", "I'd like to opt out of texts", "no more texts please",
        "No more of these messages", "don't text me", "Don\u2019t text me anymore", "do not text this number",
        "never contact me again", "dont message me", "do not send me any more texts",
        "stop the notifications",
        "i don't want these texts", "I do not want to receive text messages", "remove me from your list",
        "take me off", "remove my number", "I revoke my consent", "i withdraw consent", "leave me alone",
        "Stop contacting me", "please stop it", "No texts, please", "remove me please",
        "cancel these texts", "No longer want messages", "no texts", "Please end texts",
    ],
)  # fmt: skip
def test_a_word_or_any_clear_wish_ends_texts(text: str) -> None:
    assert read_reply(text) is ReplyWord.STOP


@pytest.mark.parametrize(
    "text", ["START", "start", " Start! ", "UNSTOP", "start please", "Opt in", "subscribe"]
)
def test_start_is_read(text: str) -> None:
    assert read_reply(text) is ReplyWord.START


@pytest.mark.parametrize("text", ["HELP", "help?", "Info", "help please", "HELP!"])
def test_help_is_read(text: str) -> None:
    assert read_reply(text) is ReplyWord.HELP


@pytest.mark.parametrize(
    "text",
    [
        "", "   ", "?!", "\U0001f44d", "Please stop at the back door", "cancel my order",
        "Stop by the gate and ring",
        "I'm at the end of the street", "can you start earlier", "help me carry it upstairs",
        "don't stop texting me", "please do not cancel", "the bus stop", "quit your worries, I am here",
        "nonstop", "the endless road", "send me a text when you are here", "text me",
        "I did not get the message",
        "yes", "no",
    ],
)  # fmt: skip
def test_a_text_about_the_job_is_none(text: str) -> None:
    assert read_reply(text) is ReplyWord.NONE


def test_a_text_of_any_length_is_read_at_once() -> None:
    assert read_reply("stop " * 100_000) is ReplyWord.STOP
    assert read_reply("not want " * 100_000) is ReplyWord.NONE


@pytest.mark.parametrize(
    "answer",
    [
        replies.CONFIRMED_STOP,
        replies.STARTED,
        replies.NOT_STARTED,
        replies.HELPED.format(site="https://haulage.example"),
    ],
)
def test_an_answer_fits_into_one_text_message(answer: str) -> None:
    assert len(answer) <= 160
    assert answer.isascii()
