"""Hosted onboarding and the dashboard of connected accounts, as pages that a browser can go through."""

from html import escape

import attrs

from haulage_adapters.stripe_simulator.connect import OUTCOMES, change_account
from haulage_adapters.stripe_simulator.errors import Json, Refused, invalid
from haulage_adapters.stripe_simulator.external_accounts import LABELS, attach, delete, of_account
from haulage_adapters.stripe_simulator.forms import text_of
from haulage_adapters.stripe_simulator.state import SimulatorState

LINK_SECONDS = 300
LINKS = "account_link_page"
FORMS = "onboarding_form"
LOGINS = "login_link_page"
DASHBOARDS = "dashboard_form"
ABANDON = "abandon"
BUTTONS = {
    "finish": "Finish",
    "restrict": "Finish without the document they ask for",
    "refuse": "Be refused",
    ABANDON: "Leave",
}
STYLE = "font: 18px/1.5 sans-serif; max-width: 32rem; margin: 3rem auto; padding: 0 1rem"


@attrs.frozen
class Shown:
    """A page, or the address that the browser is sent on to."""

    html: str = ""
    location: str | None = None


def account_link(world: SimulatorState, form: Json) -> Json:
    """A link that works once, and for five minutes (docs.stripe.com/api/account_links)."""
    account = world.get("account", text_of(form, "account"))
    if form.get("type") != "account_onboarding":
        raise invalid("type", "Invalid type: must be account_onboarding")
    token = world.new_id("link")
    expires = world.seconds() + LINK_SECONDS
    world.kind(LINKS)[token] = {
        "account": account["id"],
        "expires_at": expires,
        "refresh_url": text_of(form, "refresh_url"),
        "return_url": text_of(form, "return_url"),
        "used": False,
    }
    return {
        "object": "account_link",
        "created": world.seconds(),
        "expires_at": expires,
        "url": f"{world.address}/simulator/onboarding/{token}",
    }


def login_link(world: SimulatorState, id: str) -> Json:
    """Into the dashboard, once; for accounts whose owner has been through the form."""
    account = world.get("account", id)
    if not account["details_submitted"]:
        raise Refused(
            "Cannot create a login link for an account that has not completed onboarding.",
            code="account_invalid",
        )
    token = world.new_id("login")
    world.kind(LOGINS)[token] = {"account": account["id"], "used": False}
    return {
        "object": "login_link",
        "created": world.seconds(),
        "url": f"{world.address}/simulator/dashboard/{token}",
    }


def onboarding_page(world: SimulatorState, token: str) -> Shown:
    """The form; who comes a second time, or too late, is sent to ask for another link."""
    link = world.get(LINKS, token)
    if link["used"] or world.seconds() >= link["expires_at"]:
        return Shown(location=link["refresh_url"])
    link["used"] = True
    form = world.new_id("form")
    world.kind(FORMS)[form] = link
    due = world.get("account", link["account"])["requirements"]["currently_due"]
    asked = "".join(f"<li>{escape(each)}</li>" for each in due)
    buttons = "".join(
        f'<p><button name="outcome" value="{name}">{escape(words)}</button></p>'
        for name, words in BUTTONS.items()
    )
    return Shown(
        _page(
            "Simulated onboarding",
            f"<p>No money moves here. This is asked for:</p><ul>{asked}</ul>"
            f'<form method="post" action="/simulator/onboarding/{form}">'
            f"{_methods(world, link['account'])}{buttons}</form>",
        )
    )


def _methods(world: SimulatorState, account: str) -> str:
    """Where its owner is paid. Numbers are neither asked for nor kept."""
    known = of_account(world, account)
    offered = ([("", "As before")] if known else []) + list(LABELS.items())
    options = "".join(f'<option value="{token}">{escape(words)}</option>' for token, words in offered)
    return f'<p><label>Paid to <select name="method">{options}</select></label></p>'


def finish_onboarding(world: SimulatorState, form: str, outcome: str, token: str = "") -> Shown:
    """What was chosen in the form, and back to where the driver came from."""
    link = world.get(FORMS, form)
    if outcome != ABANDON:
        if outcome not in OUTCOMES:
            raise invalid("outcome", f"must be one of {', '.join(BUTTONS)}")
        change_account(world, link["account"], outcome, token or None)
    return Shown(location=link["return_url"])


def dashboard_page(world: SimulatorState, token: str) -> Shown:
    """The account as its owner sees it."""
    link = world.get(LOGINS, token)
    if link["used"]:
        raise Refused("This login link was used already.", code="link_used")
    link["used"] = True
    form = world.new_id("form")
    world.kind(DASHBOARDS)[form] = {"account": link["account"]}
    return _dashboard(world, form)


def change_methods(world: SimulatorState, form: str, asked: Json) -> Shown:
    """Another way of being paid, or one less."""
    account = world.get(DASHBOARDS, form)["account"]
    if asked.get("remove"):
        delete(world, account, str(asked["remove"]))
    elif asked.get("method"):
        attach(world, account, str(asked["method"]))
    return _dashboard(world, form)


def _dashboard(world: SimulatorState, form: str) -> Shown:
    account = world.get("account", world.get(DASHBOARDS, form)["account"])
    payouts = "on" if account["payouts_enabled"] else "off"
    rows = "".join(
        f"<li>{escape(each['object'].replace('_', ' '))} …{escape(each['last4'])}"
        f"{' (default)' if each['default_for_currency'] else _remove(each['id'])}</li>"
        for each in of_account(world, account["id"])
    )
    return Shown(
        _page(
            "Simulated dashboard",
            f"<p>Account {escape(account['id'])}. Payouts are {payouts}.</p>"
            f'<form method="post" action="/simulator/dashboard/{form}"><ul>{rows}</ul>'
            f'{_methods(world, account["id"])}<p><button name="add" value="1">Add</button></p></form>',
        )
    )


def _remove(id: str) -> str:
    return f' <button name="remove" value="{id}">Remove</button>'


def shown_at(world: SimulatorState, method: str, path: str, form: Json) -> Shown | None:
    """The page at this address, if one is there."""
    place, _, token = path.rpartition("/")
    if place == "/simulator/onboarding":
        if method == "POST":
            return finish_onboarding(world, token, str(form.get("outcome", "")), str(form.get("method", "")))
        return onboarding_page(world, token)
    if place == "/simulator/dashboard":
        return change_methods(world, token, form) if method == "POST" else dashboard_page(world, token)
    return None


def _page(title: str, body: str) -> str:
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
        f'<body style="{STYLE}"><h1>{title}</h1>{body}</body></html>'
    )
