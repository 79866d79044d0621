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


def account_link(state: SimulatorState, form: Json) -> Json:
    """A link that works once, and for five minutes (docs.stripe.com/api/account_links)."""
    account = state.get("account", text_of(form, "account"))
    if form.get("type") != "account_onboarding":
        raise invalid("type", "Invalid type: must be account_onboarding")
    token = state.new_id("link")
    expires = state.seconds() + LINK_SECONDS
    state.kind(LINKS)[token] = {
        "account": account["id"],
        "expires_at": expires,
        "refresh_url": text_of(form, "refresh_url"),
        "return_url": text_of(form, "return_url"),
        "used": False,
    }
    return {
        "object": "account_link",
        "created": state.seconds(),
        "expires_at": expires,
        "url": f"{state.address}/simulator/onboarding/{token}",
    }


def login_link(state: SimulatorState, id: str) -> Json:
    """Into the dashboard, once; for accounts whose owner has been through the form."""
    account = state.get("account", id)
    if not account["details_submitted"]:
        raise Refused(
            "Cannot create a login link for an account that has not completed onboarding.",
            code="account_invalid",
        )
    token = state.new_id("login")
    state.kind(LOGINS)[token] = {"account": account["id"], "used": False}
    return {
        "object": "login_link",
        "created": state.seconds(),
        "url": f"{state.address}/simulator/dashboard/{token}",
    }


def onboarding_page(state: SimulatorState, token: str) -> Shown:
    """The form; who comes a second time, or too late, is sent to ask for another link."""
    link = state.get(LINKS, token)
    if link["used"] or state.seconds() >= link["expires_at"]:
        return Shown(location=link["refresh_url"])
    link["used"] = True
    form = state.new_id("form")
    state.kind(FORMS)[form] = link
    due = state.get("account", link["account"])["requirements"]["currently_due"]
    questions = "".join(f"<li>{escape(each)}</li>" for each in due)
    buttons = "".join(
        f'<p><button name="outcome" value="{name}">{escape(words)}</button></p>'
        for name, words in BUTTONS.items()
    )
    return Shown(
        _page(
            "Simulated onboarding",
            f"<p>No money moves here. This is asked for:</p><ul>{questions}</ul>"
            f'<form method="post" action="/simulator/onboarding/{form}">'
            f"{_methods(state, link['account'])}{buttons}</form>",
        )
    )


def _methods(state: SimulatorState, account: str) -> str:
    """Where its owner is paid. Numbers are neither asked for nor kept."""
    known = of_account(state, account)
    offered = ([("", "As before")] if known else []) + list(LABELS.items())
    options = "".join(f'<option value="{token}">{escape(words)}</option>' for token, words in offered)
    return f'<p><label>Paid to <select name="method">{options}</select></label></p>'


def finish_onboarding(state: SimulatorState, form: str, outcome: str, token: str = "") -> Shown:
    """What was chosen in the form, and back to where the driver came from."""
    link = state.get(FORMS, form)
    if outcome != ABANDON:
        if outcome not in OUTCOMES:
            raise invalid("outcome", f"must be one of {', '.join(BUTTONS)}")
        change_account(state, link["account"], outcome, token or None)
    return Shown(location=link["return_url"])


def dashboard_page(state: SimulatorState, token: str) -> Shown:
    """The account as its owner sees it."""
    link = state.get(LOGINS, token)
    if link["used"]:
        raise Refused("This login link was used already.", code="link_used")
    link["used"] = True
    form = state.new_id("form")
    state.kind(DASHBOARDS)[form] = {"account": link["account"]}
    return _dashboard(state, form)


def change_methods(state: SimulatorState, form: str, changes: Json) -> Shown:
    """Another way of being paid, or one less."""
    account = state.get(DASHBOARDS, form)["account"]
    if changes.get("remove"):
        delete(state, account, str(changes["remove"]))
    elif changes.get("method"):
        attach(state, account, str(changes["method"]))
    return _dashboard(state, form)


def _dashboard(state: SimulatorState, form: str) -> Shown:
    account = state.get("account", state.get(DASHBOARDS, form)["account"])
    payouts = "on" if account["payouts_enabled"] else "off"
    rows = "".join(
        f"<li>{escape(each['object'].replace('_', ' '))} …{escape(each['last4'])}"
        f"{' (default)' if each['default_for_currency'] else _remove(each['id'])}</li>"
        for each in of_account(state, account["id"])
    )
    return Shown(
        _page(
            "Simulated dashboard",
            f"<p>Account {escape(account['id'])}. Payouts are {payouts}.</p>"
            f'<form method="post" action="/simulator/dashboard/{form}"><ul>{rows}</ul>'
            f'{_methods(state, account["id"])}<p><button name="add" value="1">Add</button></p></form>',
        )
    )


def _remove(id: str) -> str:
    return f' <button name="remove" value="{id}">Remove</button>'


def shown_at(state: SimulatorState, method: str, path: str, form: Json) -> Shown | None:
    """The page at this address, if one is there."""
    place, _, token = path.rpartition("/")
    if place == "/simulator/onboarding":
        if method == "POST":
            return finish_onboarding(state, token, str(form.get("outcome", "")), str(form.get("method", "")))
        return onboarding_page(state, token)
    if place == "/simulator/dashboard":
        return change_methods(state, token, form) if method == "POST" else dashboard_page(state, token)
    return None


def _page(title: str, body: str) -> str:
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
        f'<body style="{STYLE}"><h1>{title}</h1>{body}</body></html>'
    )
