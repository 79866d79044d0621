"""What each mail says. Fields in braces are filled with plain text; escaping is the layout's work."""

from collections.abc import Mapping

from haulage.ports.messaging.email import EmailKind
from haulage_adapters.email_templates.account_wording import ACCOUNT_WORDING
from haulage_adapters.email_templates.driver_wording import DRIVER_WORDING
from haulage_adapters.email_templates.wording_form import Wording

WORDING: Mapping[EmailKind, Wording] = {
    **ACCOUNT_WORDING,
    **DRIVER_WORDING,
    EmailKind.ON_THE_WAY: Wording(
        subject="Order #{number}: your driver is on the way",
        preview="Follow your driver on the map, live.",
        heading="Your driver is on the way",
        before=("{what}", "On the order's page you see where they are and when they arrive."),
        button="Follow your driver",
        after=("Which messages you get is up to you: see the message settings on the order's page.",),
    ),
    EmailKind.DELIVERED: Wording(
        subject="Order #{number} was delivered",
        preview="Rate your delivery, add a tip, and find your receipt.",
        heading="Delivered",
        before=("Order #{number} was delivered. How was it?",),
        button="See the order",
        others=(("Rate your delivery and add a tip", "rate_link"), ("Your receipt", "receipt_link")),
        after=("If something is missing or damaged, tell us on the order's page.",),
    ),
    EmailKind.ORDER_CANCELED: Wording(
        subject="Order #{number} was canceled",
        preview="What goes back to your card.",
        heading="Your order was canceled",
        before=("Order #{number} was canceled.", "{money}"),
        button="See the order",
        after=("How soon the money appears on your card depends on your bank.",),
    ),
    EmailKind.JOB_CANCELED: Wording(
        subject="Order #{number} was canceled",
        preview="You need not go to the pickup.",
        heading="This order was canceled",
        before=("Order #{number} was canceled. You need not go to the pickup.", "{what}"),
        button="Open my dashboard",
        after=("If you are at the pickup already, answer this mail.",),
    ),
    EmailKind.DELIVERY_FAILED: Wording(
        subject="Order #{number} could not be delivered",
        preview="What happened, and what it costs.",
        heading="Your order could not be delivered",
        before=("{what}", "{money}"),
        button="See the order",
        after=(
            (
                "If that is not how it was, tell us on the order's page within 24 hours, "
                "and we will look into it."
            ),
        ),
    ),
    EmailKind.ITEMS_RETURNED: Wording(
        subject="Order #{number}: your items are back",
        preview="The items of your order were brought back to the pickup.",
        heading="Your items are back",
        before=("{what}", "{money}"),
        button="See the order",
        after=(
            (
                "If that is not how it was, tell us on the order's page within 24 hours, "
                "and we will look into it."
            ),
        ),
    ),
    EmailKind.CLAIM_OPENED: Wording(
        subject="We are looking into order #{number}",
        preview="We have your report, and decide within three days.",
        heading="We have your report",
        before=("{what}",),
        button="See your report",
        after=(
            "We decide within three days, or ask you for more information. You will hear from us by mail.",
        ),
    ),
    EmailKind.CLAIM_SIDE_REQUESTED: Wording(
        subject="Order #{number}: the customer reports a problem",
        preview="Tell us your side, in words and photos.",
        heading="Tell us your side",
        before=("{what}",),
        button="Tell your side",
        after=("We decide within three days, and you will hear from us by mail.",),
    ),
    EmailKind.CLAIM_INFORMATION_REQUESTED: Wording(
        subject="Order #{number}: we have a question",
        preview="We need to know more about the problem that you reported.",
        heading="We have a question",
        before=("We need to know more about the problem with order #{number} that you reported.",),
        button="Read and answer",
        after=("As soon as you have answered, we go on with your report.",),
    ),
    EmailKind.CLAIM_DECIDED: Wording(
        subject="Order #{number}: our decision",
        preview="We have looked into the problem that was reported.",
        heading="We have decided",
        before=("{what}",),
        button="See the order",
        after=("If you do not agree, answer this mail.",),
    ),
    EmailKind.CLAIM_WITHDRAWN: Wording(
        subject="Order #{number}: the report was withdrawn",
        preview="The problem that was reported is settled.",
        heading="The report was withdrawn",
        before=("{what}",),
        button="See the order",
        after=(),
    ),
    EmailKind.DRIVER_CHANGED: Wording(
        subject="Order #{number}: news of your driver",
        preview="Who comes, and that your price stays as it is.",
        heading="News of your driver",
        before=("{what}", "{money}"),
        button="See the order",
        after=("You can follow your driver on the order's page as soon as they set out.",),
    ),
    EmailKind.DRIVER_LOST: Wording(
        subject="Order #{number}: we are finding another driver",
        preview="Your driver cannot come. We are asking others now.",
        heading="We are finding another driver",
        before=(
            "Your driver cannot come for order #{number}. We are asking other drivers around the pickup now.",
            "{money}",
        ),
        button="See the order",
        after=("You will hear from us by mail as soon as somebody has taken it.",),
    ),
    EmailKind.ORDER_GIVEN: Wording(
        subject="Order #{number} is yours if you accept it",
        preview="We have picked you for an order.",
        heading="An order for you",
        before=("We have picked you for order #{number}.", "{what}"),
        button="Open my dashboard",
        after=("Whom to meet is shown to you once you have accepted.",),
    ),
    EmailKind.ORDER_TAKEN_AWAY: Wording(
        subject="Order #{number} is not yours any more",
        preview="You need not go to the pickup.",
        heading="This order is not yours any more",
        before=("{what}", "You need not go to the pickup, and nothing is charged to you."),
        button="Open my dashboard",
        after=("If you are at the pickup already, or think that this is a mistake, answer this mail.",),
    ),
    EmailKind.PICKUP_MOVED: Wording(
        subject="The pickup of order #{number} was moved",
        preview="It is now {pickup}.",
        heading="Your pickup was moved",
        before=("The pickup of order #{number} is now {pickup}.", "{what} {price}"),
        button="See the order",
        after=("If you did not move it, answer this mail.",),
    ),
    EmailKind.JOB_MOVED: Wording(
        subject="The pickup of order #{number} was moved",
        preview="Please say whether you can come {pickup}.",
        heading="The customer moved a pickup",
        before=("The pickup of order #{number} is now {pickup}.", "{what}"),
        button="Open my dashboard",
        after=("The price and your share of it stay as they are.",),
    ),
    EmailKind.RECEIPT: Wording(
        subject="Your haulage receipt {number}",
        preview="{amount}, paid {paid}.",
        heading="Your receipt",
        before=(
            "Thank you. The payment of {amount} on {paid} has arrived. The receipt is attached as a PDF.",
        ),
        button="See the booking",
        after=("Receipt {number}. Keep it for your taxes; it is also under Payment History.",),
    ),
    EmailKind.PAYMENT_DIFFERENCES: Wording(
        subject="Payments differ from the card provider's",
        preview="Open differences: {count}.",
        heading="Payments differ",
        before=(
            "Our charges, refunds and disputes differ from the card provider's. Open differences: {count}.",
        ),
        button="See the differences",
        after=("This mail comes once a day until there are none.",),
    ),
    EmailKind.SCREENINGS_TO_DECIDE: Wording(
        subject="Background checks wait for a decision",
        preview="The waiting period is over. Background checks: {count}.",
        heading="The waiting period is over",
        before=(
            "The applicants have had the notice and the time to answer, and no dispute is open.",
            "Clear the check now, or send the final notice. Background checks: {count}.",
        ),
        button="See the background checks",
        after=("This mail comes once for each of them.",),
    ),
    EmailKind.ORDERS_AT_RISK: Wording(
        subject="Accepted orders whose driver may not set out",
        preview="Documents or credentials lapsed. Orders: {count}.",
        heading="Documents or credentials lapsed",
        before=(
            "Drivers accepted these orders, and a document or a carrier credential of theirs does not hold.",
            "Ask for a new one, or give the order to another driver. Orders: {count}.",
        ),
        button="See the orders",
        after=("This mail comes once a day until there are none.",),
    ),
}

_unworded = set(EmailKind) - set(WORDING)
if _unworded:
    raise ValueError(f"mails without words: {sorted(_unworded)}")
