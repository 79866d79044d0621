"""What mails to applicants and drivers say, from the application to payouts and taxes."""

from collections.abc import Mapping

from haulage.ports.messaging.email import EmailKind
from haulage_adapters.email_templates.wording_form import NOT_ME, PAYOUT_MAILS, SECURE, Wording

DRIVER_WORDING: Mapping[EmailKind, Wording] = {
    EmailKind.PAYOUT_METHOD_ADDED: Wording(
        subject="A payout method was added",
        preview="What you earn with haulage can be paid to it.",
        heading="A payout method was added",
        before=("What you earn with haulage can be paid to a new {method} of yours.", "{hold}"),
        button=SECURE,
        after=(NOT_ME,),
    ),
    EmailKind.APPLICATION_SUBMITTED: Wording(
        subject="We received your application to drive",
        preview="We will contact you within 24-48 hours.",
        heading="Your application is under review",
        before=("Thank you for applying to drive with haulage. We will contact you within 24-48 hours.",),
        button="See your application",
        after=("If you have questions, answer this mail.",),
    ),
    EmailKind.APPLICATION_REJECTED: Wording(
        subject="Your application to drive was not accepted",
        preview="We cannot let you drive with haulage now.",
        heading="Your application was not accepted",
        before=("We cannot let you drive with haulage now. Our reason: {reason}",),
        button="See your application",
        after=("If you do not agree, answer this mail. You may apply again.",),
    ),
    EmailKind.SCREENING_OFFER: Wording(
        subject="A conditional offer to drive with haulage",
        preview="A background check comes next.",
        heading="A conditional offer",
        before=(
            (
                "We would like you to drive with haulage. This offer depends on your background check, which "
                "is ordered now. The attached letter has the whole of it."
            ),
        ),
        button="See your background check",
        after=("If you have questions, answer this mail.",),
    ),
    EmailKind.SCREENING_NOTICE: Wording(
        subject="Please look at your background report",
        preview="Nothing is decided yet: read the notice, the report and your rights.",
        heading="Please look at your background report",
        before=(
            (
                "We may not accept your application because of your background report. Nothing is decided "
                "yet. The attached notice says why, with a copy of the report and a summary of your rights."
            ),
            "You have {days} business days to tell us what is wrong in the report, or what we should know.",
        ),
        button="Answer or dispute the report",
        after=("You can also answer this mail.",),
    ),
    EmailKind.SCREENING_DISPUTE_ANSWERED: Wording(
        subject="Our answer to your dispute",
        preview="Please read the attached answer and the copy of your report.",
        heading="Our answer to your dispute",
        before=(
            (
                "We looked into your dispute of the background report. The attached letter has our answer, "
                "with a copy of the report and a summary of your rights."
            ),
            "Nothing is decided yet: you have {days} business days from now to answer.",
        ),
        button="See your background check",
        after=("You can also answer this mail.",),
    ),
    EmailKind.SCREENING_DECISION: Wording(
        subject="Our decision on your application to drive",
        preview="We cannot accept your application because of your background report.",
        heading="Your application was not accepted",
        before=(
            (
                "We cannot accept your application because of your background report. The attached letter "
                "says who made the report, and what your rights are."
            ),
        ),
        button="See your application",
        after=("If you have questions, answer this mail.",),
    ),
    EmailKind.TRAINING_COMPLETED: Wording(
        subject="You completed the training",
        preview="Your certificates are in your application.",
        heading="You completed the training",
        before=(
            (
                "You completed every module that is needed before your first job. Your certificates are in "
                "your application, with what it still needs."
            ),
        ),
        button="See your application",
        after=("If you have questions, answer this mail.",),
    ),
    EmailKind.APPLICATION_RETURNED: Wording(
        subject="We have a question about your application to drive",
        preview="Your application waits for you.",
        heading="Your application waits for you",
        before=("We need something more before we can decide: {reason}",),
        button="Open your application",
        after=("Change it and submit it again. If you have questions, answer this mail.",),
    ),
    EmailKind.DRIVER_SUSPENDED: Wording(
        subject="Your driver account was suspended",
        preview="You get no orders for now.",
        heading="Your driver account was suspended",
        before=(
            "You are offline and get no orders for now. Our reason: {reason}",
            "An order that you have in hand stays yours, unless we tell you that somebody else takes it.",
        ),
        button="Open your dashboard",
        after=("If you do not agree, answer this mail.",),
    ),
    EmailKind.DRIVER_REACTIVATED: Wording(
        subject="You can drive again",
        preview="Go online on your dashboard, and orders come to you.",
        heading="You can drive again",
        before=("Your driver account is open again. Our reason: {reason}",),
        button="Go online",
        after=("If you have questions, answer this mail.",),
    ),
    EmailKind.DRIVER_REVOKED: Wording(
        subject="Your approval to drive was withdrawn",
        preview="You are no longer approved to drive with haulage.",
        heading="You are no longer approved to drive",
        before=(
            "You are offline and get no orders any more. Our reason: {reason}",
            "An order that you have in hand stays yours, unless we tell you that somebody else takes it.",
            "What you have earned stays yours too.",
        ),
        button="See your application",
        after=("If you do not agree, answer this mail. You may apply again.",),
    ),
    EmailKind.DRIVER_APPROVED: Wording(
        subject="You are approved to drive with haulage",
        preview="Go online on your dashboard, and orders come to you.",
        heading="You are approved",
        before=("You can drive now. Open your dashboard and go online: orders near you come to you there.",),
        button="Go online",
        after=("If you have questions, answer this mail.",),
    ),
    EmailKind.DOCUMENT_REJECTED: Wording(
        subject="Please send your {what} again",
        preview="{reason}",
        heading="We need another {what}",
        before=("We cannot take the {what} that you sent. The reason: {reason}",),
        button="Send it again",
        after=("If you do not agree, answer this mail.",),
    ),
    EmailKind.DOCUMENTS_APPROVED: Wording(
        subject="Your documents are approved",
        preview="Nothing is missing.",
        heading="Your documents are approved",
        before=("Every document that we need of you is approved.",),
        button="See your documents",
        after=("We remind you before one of them expires.",),
    ),
    EmailKind.DOCUMENT_EXPIRING: Wording(
        subject="Expires soon: your {what}",
        preview="Its last valid day is {day}.",
        heading="Your {what} expires on {day}",
        before=(
            "The last valid day of your {what} is {day}. Please send the new one as soon as you have it.",
            "You keep driving while we look at it, until the present one expires.",
        ),
        button="Send the new one",
        after=("Without a valid one you cannot be online.",),
    ),
    EmailKind.DOCUMENT_EXPIRED: Wording(
        subject="Your {what} has expired",
        preview="Please send a new one.",
        heading="Your {what} has expired",
        before=("Its last valid day was {day}. {consequence}",),
        button="Send a new one",
        after=("A job that you have in hand stays yours. If you have questions, answer this mail.",),
    ),
    EmailKind.PAYOUT_PAID: Wording(
        subject="You were paid {amount}",
        preview="It is in your {method}.",
        heading="You were paid {amount}",
        before=("We paid {amount} to your {method}.",),
        button="See your payouts",
        after=(PAYOUT_MAILS,),
    ),
    EmailKind.PAYOUT_FAILED: Wording(
        subject="Your payout of {amount} failed",
        preview="The money goes back to your balance.",
        heading="Your payout failed",
        before=(
            "Your payout of {amount} to your {method} failed: {reason}",
            "The money and its fees go back to your balance, to be tried again or sent to another method.",
        ),
        button="See your payouts",
        after=(PAYOUT_MAILS,),
    ),
    EmailKind.TAX_PAYMENT_DUE: Wording(
        subject="Estimated tax is due on {due}",
        preview="About {amount} for quarter {quarter} of {year}, by what you recorded.",
        heading="Estimated tax is due on {due}",
        before=(
            (
                "By what you earned, spent and drove so far, about {amount} of estimated tax for quarter "
                "{quarter} of {year} is due on {due}."
            ),
            "It is an estimate to plan with, and no tax advice. You pay it to the IRS yourself.",
        ),
        button="See your Tax Center",
        after=(PAYOUT_MAILS,),
    ),
    EmailKind.PAYOUTS_HELD: Wording(
        subject="Instant payouts are on hold",
        preview="Your weekly payout goes on as before.",
        heading="Instant payouts are on hold",
        before=("{hold}", "Standard payouts go on as before."),
        button=SECURE,
        after=(NOT_ME, PAYOUT_MAILS),
    ),
    EmailKind.CREDENTIAL_VERIFIED: Wording(
        subject="Your {credential} is verified",
        preview="It counts for the jobs you are offered from now on.",
        heading="Your {credential} is verified",
        before=("We have checked your {credential}. It counts for the jobs you are offered from now on.",),
        button="See your credentials",
        after=("If you have questions, answer this mail.",),
    ),
    EmailKind.CREDENTIAL_REJECTED: Wording(
        subject="We could not accept your {credential}",
        preview="It does not count for the jobs you are offered.",
        heading="We could not accept your {credential}",
        before=(
            "Your {credential} does not count for the jobs you are offered. Our reason: {reason}",
            "You can record it again on your profile.",
        ),
        button="See your credentials",
        after=("If you do not agree, answer this mail.",),
    ),
    EmailKind.CREDENTIAL_ENDING: Wording(
        subject="Your {credential} ends on {ends_on}",
        preview="Record the new one so that you keep the jobs that need it.",
        heading="Your {credential} ends soon",
        before=(
            "Your {credential} ends on {ends_on}. After that day you are not offered jobs that need it.",
            "Record the new one on your profile: we check it, and it takes the place of the old one.",
        ),
        button="Record the new one",
        after=("If you have questions, answer this mail.",),
    ),
}
