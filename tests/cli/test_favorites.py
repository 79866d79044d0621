"""``haulage favorites``: a customer's favorite drivers."""

CUSTOMER, OTHER = "customer@haulage.example", "maya.feldman@haulage.example"


def test_drivers_who_delivered_are_added_listed_and_removed(haulage, data):
    def on(*command, as_=CUSTOMER):
        return haulage(*command, "--as", as_, "--data", data, "--json").json

    driven = {order["driver_id"] for order in on("orders", "list", "--status", "completed")["items"]}
    first, second, *_ = sorted(driven)
    added = on("favorites", "add", first)["items"]
    assert [each["driver_id"] for each in added] == [first]
    assert on("favorites", "add", first)["items"] == added
    on("favorites", "add", second)
    assert {each["driver_id"] for each in on("favorites", "list")["items"]} == {first, second}
    assert on("favorites", "list", as_=OTHER)["items"] == []
    assert on("favorites", "add", "drv_nobody")["code"] == "not_found"
    shown = haulage("favorites", "list", "--as", CUSTOMER, "--data", data).out
    assert added[0]["name"] in shown
    assert on("favorites", "remove", second)["items"] == added
    assert on("favorites", "remove", first)["items"] == []


def test_an_empty_list_says_so(haulage, data):
    listed = haulage("favorites", "list", "--as", CUSTOMER, "--data", data)
    assert "No favorite drivers" in listed.err
