"""``haulage addresses``: a customer's saved addresses."""

CUSTOMER, OTHER = "customer@haulage.example", "maya.feldman@haulage.example"
PLACE = ("--at", "40.7424,-74.0060", "--address", "75 9th Ave, New York")


def test_addresses_are_saved_listed_changed_and_removed(haulage, data):
    def addresses(*arguments, as_=CUSTOMER):
        return haulage("addresses", *arguments, "--as", as_, "--data", data, "--json")

    door = ("--unit", "4B", "--floor", "4", "--floor-access", "stairs", "--gate-code", "#2580")
    home = addresses("add", "Home", *PLACE, *door).json
    assert (home["name"], home["access"]["unit"], home["access"]["floor"]) == ("Home", "4B", 4)
    assert addresses("add", "HOME", *PLACE).json["code"] == "address_name_taken"
    assert addresses("list").json["items"] == [home]
    assert addresses("list", as_=OTHER).json["items"] == []
    assert addresses("remove", home["id"], as_=OTHER).json["code"] == "not_found"
    changed = addresses("change", home["id"], "Studio", *PLACE).json
    assert (changed["name"], changed["access"]) == ("Studio", None)
    listed = haulage("addresses", "list", "--as", CUSTOMER, "--data", data)
    assert "Studio" in listed.out
    assert addresses("remove", home["id"]).json == {"removed": home["id"]}
    assert addresses("list").json["items"] == []
