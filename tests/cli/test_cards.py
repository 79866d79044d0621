"""``haulage cards``: a customer's saved cards."""

CUSTOMER, OTHER = "customer@haulage.example", "maya.feldman@haulage.example"


def test_a_card_that_nobody_saved_is_refused_by_name(haulage, data):
    assert haulage("cards", "list", "--as", CUSTOMER, "--data", data, "--json").json["items"] == []
    for command in ("remove", "default"):
        refused = haulage("cards", command, "crd_none", "--as", CUSTOMER, "--data", data, "--json")
        assert refused.json["code"] == "not_found"


def test_paying_takes_one_card(haulage, data):
    def pay(*arguments):
        return haulage("orders", "pay", "1", *arguments, "--as", CUSTOMER, "--data", data, "--json")

    typed = ("--card", "4242 4242 4242 4242", "--expiry", "12/40", "--cvc", "123")
    for arguments, param in (
        ((), "card"),
        (typed, "name"),
        ((*typed, "--saved-card", "crd_1"), "card"),
        (("--saved-card", "crd_1", "--save-card"), "save_card"),
    ):
        refused = pay(*arguments).json
        assert (refused["code"], refused["param"]) == ("invalid_input", param)
