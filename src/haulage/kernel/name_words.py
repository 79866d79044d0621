"""Which words of a person's name other people may mean otherwise, and how one tells."""

import re

_ORDINARY = """
able ace al amber an angel apple april archer art ash assistant august autumn bacon baker ball bank banks
bar barber barker baron bass bay bean bear bee begin bell belle berry best better bill bird bishop black
blue bolt bond book booker boss both bowl bowman box boy brand bridge bridges bright bring brook broom
brown building bull bush butler buyer by call camp candy cane car carpenter carrier carter case cash
chamber chambers chance charity chase cherry chip church clay clear clerk cliff close coal coffee
concierge cook cooper corner couch court crane crew cross crystal curry customer cutter dad daisy dale
dash dawn day days dean dear december deer delivery desk diamond dispatch do dollar door doorman dove
drake draw drew driver duke eagle early east easter ed elder else english eve even ever fair faith falcon
family farmer father favor february fern field fields finch fine finn fish fisher fleet flint flood floor
flower flowers ford forest forrest foster fountain fox frank free french friday friend friends front frost
fuller garden gardener gardner gates gay gem gene german gift ginger glass glen glory gold golden good
grace grand granny grant gray great green grey grove guard gun guy hall ham hammer hand hands happy hardy
harmony haven hay hazel he head heart heath heather heaven help her hero high hill hills ho hold holiday
holly home honey honor hood hook hope horn house hunt hunter i in iris ivory ivy jack jade january jay jet
jewel joy judge july june just justice keen key keys kid kind king knight lace lady lake lamb lance land
landing lane lark last latch laurel law leader leaf legend lent light lily link lion little lock long lord
love loving low luck lucky ma mace mail main major man manager march mark market marsh mason master mat
max may me meadow melody mercer mercy merit merry mile miles mill miller mills mine mint mister mom moon
more morning moss mother mover mum my nail neighbor neighbour new nice nick night no noble nobody noon
norm north november oak october odd off office ok old olive on only opal or orange otter owl own pace
packer page pal palm park parker parks pat patience peace pearl peg penny pepper pet piece pierce pike
pine piper place plant point pole pool poor pope port porter post potter power powers price pride prime
prince princess prudence queen quest quick rain rains ranger rash raven ray read ready real rebel
reception receptionist recipient red reed reef regal rich rider ring rise river rivers road rob robin rock
rod room rooms rose rosemary row royal ruby rush russet rusty sad sage sailor sales salt sand sandy
saturday say school sea season secret security see self september serenity shade sharp shaw shell shepherd
shop shore short silver singer sir skip sky slate small smart smoke snow so sol sole son song south spring
staff star steel stone store storm story street strong sue summer summers sun sunday sunny super
superintendent swan sweet swift table tailor tall tan tank teal temple tenant thunder tiger tile tip to
today tower towers town trace trinity trip truck true trunk turner twist unique up us van velvet victory
vine violet virgin wade waiter walk walker wall waller wand ward ware warehouse warner water waters wave
way we wealth weeks welcome well wells west wheat wheeler while white wild will willow win wind wing
winner winter winters wise wish with wolf wolfe wood woods work yes yo york you young your
"""
ORDINARY = frozenset(_ORDINARY.split())
"""Words of messages about moves that are also first and last names, or stand where a name is asked for, such
as 'front desk'. Ours, from lists of names and of common English words; folded."""

_BEGINNING = """
an april art august best better bill black blue book both box bring brown building call car carrier case
cash chance chase clear close coffee corner customer dad dawn day days dear december delivery desk do
dollar door draw drew driver early east easter else even ever fair family father favor february field fine
floor free french friday friend friends front gates german gift glass good grand grant gray great green
guard guy hand hands happy head help high hold holiday home hope house i in january july june just justice
key keys kid kind last law light little lock long love low lucky main major man manager march mark may me
mine mom more morning mother my new nice night no north november october odd off office ok old on only or
own park piece place point poor post price queen quick rain read ready real reception red rich ring rise
road room rush sales saturday say school security see september short sir small snow so south spring staff
stone store storm street strong summer sun sunday super table tall tip to today truck true trunk turner
unique up us van walk wall ward water way we welcome well west while white wild will win winter wish with
wood work yes yo you young your
"""
BEGINNING = frozenset(_BEGINNING.split())
"""Those of them with which sentences begin, so that their capital may say nothing."""

TWO_LETTERS = 2
"""Names as short as this are always read with care: Li, Ng, Do."""

_PARTICLES = """
a ab af al ap av bar ben bin bint da das de del della den der des di dos du e el ibn la las le los mac mc
mr mrs ms miss mx dr prof sir sr jr ii iii iv md phd st san santa saint ter und van vom von y z zu zum zur
"""
PARTICLES = frozenset(_PARTICLES.split())
"""Parts that are not anybody's by themselves."""

_PLACE_WORDS = """
airport apartments av ave avenue blvd boulevard bridge building center centre circle college court drive
expressway hall heights highway hospital hotel house island junction lane park parkway place plaza pkwy rd
road school square st station street terminal terrace tower towers tunnel turnpike university village
"""
PLACE_WORDS = frozenset(_PLACE_WORDS.split())
"""What follows a name that a place has: Lincoln Tunnel, Madison Avenue."""

_TIMES = """
january february march april may june july august september october november december sunday friday
saturday summer autumn winter spring easter
"""
TIMES = frozenset(_TIMES.split())
"""Names of people that are also times."""

_BEFORE_TIMES = """
after around before by during each early every from in last late mid next of on past since this through
til till to until
"""
BEFORE_TIMES = frozenset(_BEFORE_TIMES.split())
"""In May, until April: then it is the time of the year. 'For' and 'with' are of people."""

_TITLES = """
mr mrs ms miss mx dr prof sir
"""
TITLES = frozenset(_TITLES.split())
"""Whoever stands behind one is a person."""

_LAST_WORD = re.compile(r"(?<![^\W\d_])([^\W\d_]+)\.?[ \t]*$")
_LAST_WORD_WITHIN = 40
"""Characters before a name. Ours: several times the longest word that is looked for, 'through', so that it is
found behind spaces too. Searching all text before each name would take hours for a long text."""

_NEXT_WORD = re.compile(r"[ \t]([^\W\d_]+)")
_OPENING = "\"'\N{LEFT DOUBLE QUOTATION MARK}\N{LEFT SINGLE QUOTATION MARK}(["
_SENTENCE_ENDS = ".!?:;…\n\r•*"
_NAMED_BEHIND = re.compile(r"(?:,|['\u2019]s\b|[ \t]*(?:[-\u2013\u2014]|$|[\r\n]))")
_DAY = re.compile(r"[ \t]*\d")


def is_ordinary(part: str) -> bool:
    """Whether the folded part of a name may well be another word."""
    return (part.isascii() and len(part) <= TWO_LETTERS) or part in ORDINARY


def names_a_place(text: str, end: int) -> bool:
    """Whether what ends at *end* is the beginning of a place's name."""
    following = _NEXT_WORD.match(text, end)
    return bool(following and following[1][0].isupper() and following[1].casefold() in PLACE_WORDS)


def written_as_name(text: str, start: int, end: int) -> bool:
    """Whether the ordinary word of *text* from *start* to *end* is written as a name is.

    A name has a capital and small letters. For a word that begins sentences, a capital says nothing there,
    unless a comma, an 's or the end of the line follows, as when somebody is called or signs. 'In May' and
    'May 5' are no names.
    """
    word = text[start:end]
    if not (word[0].isupper() and not word[1:].isupper()):
        return False
    opened = _back_over(text, start, _OPENING)
    preceding = _LAST_WORD.search(text, max(0, opened - _LAST_WORD_WITHIN), opened)
    if preceding and preceding[1].casefold() in TITLES:
        return True
    if word.casefold() in TIMES and (
        _DAY.match(text, end) or (preceding and preceding[1].casefold() in BEFORE_TIMES)
    ):
        return False
    if word.casefold() not in BEGINNING and len(word) > TWO_LETTERS:
        return True
    so_far = _back_over(text, opened, " \t")
    begins = so_far == 0 or text[so_far - 1] in _SENTENCE_ENDS
    return not begins or _NAMED_BEHIND.match(text, end) is not None


def _back_over(text: str, end: int, characters: str) -> int:
    """Where the *characters* right before *end* begin; *end* if none stand there."""
    while end and text[end - 1] in characters:
        end -= 1
    return end
