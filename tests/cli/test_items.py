"""``haulage items``: usual things and what they amount to, without a database."""


def test_usual_things_are_listed_and_searched(haulage):
    found = haulage("items", "list", "--search", "mattress", "--json").json["items"]
    assert [each["id"] for each in found] == [
        "mattress-twin",
        "mattress-full",
        "mattress-queen",
        "mattress-king",
    ]
    text = haulage("items", "list").out
    assert "Upright piano" in text
    assert "two people" in text


def test_a_load_says_what_carries_it(haulage):
    load = haulage("items", "load", "sofa", "moving-box-medium*10", "--json").json
    assert (load["pieces"], load["weight_pounds"], load["vehicle"]) == (11, 580.0, "van")
    assert "Two people are needed for the sofa." in haulage("items", "load", "sofa").out


def test_an_unknown_thing_and_a_false_count_are_wrong_use(haulage):
    for wrong in ("zeppelin", "sofa*0", "sofa*100", "sofa*many"):
        answer = haulage("items", "load", wrong)
        assert answer.code == 2, wrong
