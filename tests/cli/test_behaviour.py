"""``haulage behaviour score``: drives of a file, their events, scores and picture."""

import subprocess
import sys

import pytest

from core.behaviour.drives import METERS_PER_DEGREE, mps

HEADING = "drive,t_utc,lat,lng,speed_mph,heading_deg"
EVENT_FIELDS = ["drive", "type", "severity", "start", "end"]


def rows(name, *speeds, minute=0):
    """A fix a second going north."""
    return [
        f"{name},2026-03-04 15:{minute:02}:{second:02},{40.75 + second * 20 / METERS_PER_DEGREE:.7f},"
        f"-73.98,{speed!r},0"
        for second, speed in enumerate(speeds)
    ]


STOPPING = rows("home", *mps(20, 20, 15, 9.5, 9.5))
STARTING = rows("work", *mps(0, 0, 3.2, 6, 6), minute=30)


@pytest.fixture
def scored(haulage, tmp_path):
    def run(*lines, raw=None, more=("--json",)):
        path = tmp_path / "drives.csv"
        path.write_bytes("\n".join(lines).encode() if raw is None else raw)
        return haulage("behaviour", "score", path, *more)

    return run


def test_events_and_scores_are_told_drive_by_drive(scored):
    answer = scored(HEADING, *STOPPING, *STARTING).json
    assert answer["events"] == [
        {
            "drive": "home",
            "type": "harsh_braking",
            "severity": "medium",
            "start": "2026-03-04T15:00:02+00:00",
            "end": "2026-03-04T15:00:03+00:00",
        },
        {
            "drive": "work",
            "type": "harsh_acceleration",
            "severity": "low",
            "start": "2026-03-04T15:30:02+00:00",
            "end": "2026-03-04T15:30:02+00:00",
        },
    ]
    assert list(answer["scores"]) == ["home", "work"]
    assert answer["scores"]["home"]["safety_score"] == 95
    assert answer["scores"]["work"]["overall_score"] == 99
    assert all(list(event) == EVENT_FIELDS for event in answer["events"])


def test_a_file_without_drives_is_one_drive(scored):
    bare = [line.partition(",")[2] for line in (HEADING, *STOPPING)]
    answer = scored(*bare).json
    assert [event["drive"] for event in answer["events"]] == ["1"]
    assert list(answer["scores"]) == ["1"]


def test_the_order_of_the_rows_and_repetitions_change_nothing(scored):
    once = scored(HEADING, *STOPPING).json
    assert scored(HEADING, *reversed(STOPPING), STOPPING[2], "", STOPPING[0]).json == once


def test_a_time_may_carry_its_offset(scored):
    shifted = [line.replace(" 15:00", "T10:00").replace(",40.75", "-05:00,40.75") for line in STOPPING]
    assert scored(HEADING, *shifted).json == scored(HEADING, *STOPPING).json


def test_speeding_and_leaving_the_route_need_their_columns(scored):
    plain = rows("a", *[40.0] * 5)
    assert scored(HEADING, *plain).json["events"] == []
    answer = scored(f"{HEADING},limit_mph,off_route_meters", *(f"{row},25,501" for row in plain)).json
    assert [(event["type"], event["severity"]) for event in answer["events"]] == [
        ("speeding", "medium"),
        ("route_deviation", "low"),
    ]
    assert answer["scores"]["a"]["route_compliance"] == 0


def test_columns_that_nobody_asked_for_are_passed_over(scored):
    answer = scored(f"note,{HEADING}", *(f'"so, so",{row}' for row in STOPPING))
    assert len(answer.json["events"]) == 1


def test_a_receiver_that_stands_still_may_tell_no_heading(scored):
    assert scored(HEADING, "a,2026-03-04 15:00:00,40.75,-73.98,0,").json["scores"]["a"]["points"] == 1


GOOD = "a,2026-03-04 15:00:00,40.75,-73.98,30,0"


@pytest.mark.parametrize(
    ("row", "column", "reason"),
    [
        ("a,yesterday,40.75,-73.98,30,0", "t_utc", "must be a time"),
        ("a,0001-01-01 00:00:00+09:00,40.75,-73.98,30,0", "t_utc", "calendar"),
        ("a,1960-01-01 00:00:00,40.75,-73.98,30,0", "t_utc", "between the years"),
        ("a,2026-03-04 15:00:00,91,-73.98,30,0", "lat", "between -90 and 90"),
        ("a,2026-03-04 15:00:00,40.75,west,30,0", "lng", "must be a number"),
        ("a,2026-03-04 15:00:00,4_0.75,-73.98,30,0", "lat", "must be a number"),
        ("a,2026-03-04 15:00:00,40.75,-73.98,\u0663\u0660,0", "speed_mph", "must be a number"),
        ("a,2026-03-04 15:00:00,40.75,-73.98,,0", "speed_mph", "is required"),
        ("a,2026-03-04 15:00:00,40.75,-73.98,-1,0", "speed_mph", "between 0 and 250"),
        ("a,2026-03-04 15:00:00,40.75,-73.98,nan,0", "speed_mph", "finite"),
        ("a,2026-03-04 15:00:00,40.75,-73.98,30,400", "heading_deg", "between 0 and 360"),
        (",2026-03-04 15:00:00,40.75,-73.98,30,0", "drive", "must be a name"),
    ],
)
def test_a_bad_field_is_refused_with_its_row_and_column(scored, row, column, reason):
    answer = scored(HEADING, GOOD, row)
    assert answer.code == 1
    assert answer.json["param"] == column
    assert "drives.csv line 3" in answer.json["message"]
    assert reason in answer.json["message"]


@pytest.mark.parametrize(
    ("raw", "refusal"),
    [
        (b"", "line 1: t_utc must be a column, once"),
        (b"t_utc,lat,lng,heading_deg\n", "speed_mph must be a column"),
        (f"{HEADING},lat\n".encode(), "lat must be a column, once"),
        (f"{HEADING}\na,b\n".encode(), "line 2: has 2 fields where the heading has 6"),
        (f"{HEADING}\n".encode() + b"\xff\n", "line 2: is not UTF-8 text"),
        (f"{HEADING}\n".encode() + b"x" * 20_000, "line 2: is longer than"),
    ],
)
def test_a_file_that_is_no_such_file_is_refused_with_its_line(scored, raw, refusal):
    answer = scored(raw=raw)
    assert (answer.code, refusal in answer.json["message"]) == (1, True), answer.out


def test_a_file_with_a_heading_alone_has_no_drives(scored):
    assert scored(HEADING).json == {"events": [], "scores": {}}


def test_people_read_a_table_with_units(scored):
    answer = scored(HEADING, *STOPPING, more=())
    assert "harsh braking" in answer.out
    assert "-5.5 m/s2" in answer.out
    assert "No events." in scored(HEADING, GOOD, more=()).out


@pytest.mark.parametrize(
    ("name", "magic", "word"), [("out.png", b"\x89PNG", b""), ("out.svg", b"<?xml", b"<!-- Idle -->")]
)
def test_a_picture_is_drawn_beside_the_answer_in_the_words_of_the_screen(scored, tmp_path, name, magic, word):
    picture = tmp_path / name
    plain = scored(HEADING, *STOPPING, *STARTING)
    drawn = scored(HEADING, *STOPPING, *STARTING, more=("--json", "--plot", picture))
    assert drawn.json == plain.json
    assert picture.read_bytes().startswith(magic)
    assert word in picture.read_bytes()
    assert scored(HEADING, more=("--plot", picture)).code == 0


@pytest.mark.parametrize("name", ["out.txt", "nowhere/out.png"])
def test_a_picture_that_cannot_be_written_is_refused(scored, tmp_path, name):
    answer = scored(HEADING, GOOD, more=("--json", "--plot", tmp_path / name))
    assert (answer.code, answer.json["param"]) == (1, "plot")


def test_scoring_needs_neither_a_database_nor_the_picture_extra(tmp_path):
    path = tmp_path / "drives.csv"
    path.write_text("\n".join((HEADING, *STOPPING)))
    code = (
        "import sys; sys.modules['matplotlib'] = sys.modules['sqlalchemy'] = sys.modules['numpy'] = None;"
        f"from haulage_cli.root import haulage; haulage(['behaviour', 'score', {str(path)!r}, '--json'])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ran.returncode, "harsh_braking" in ran.stdout) == (0, True), ran.stderr
