"""Threads, messages and templates as the API takes and shows them."""

from typing import Annotated

import msgspec
from msgspec import Meta

from haulage.messaging import (
    Message,
    MessageKind,
    MessageStatus,
    Party,
    Template,
    TemplateCategory,
    UnreadThread,
)
from haulage.use_cases.messaging import Correspondent, MessageDraft, ShownThread, Unread
from haulage_adapters.wire.calls import CallOut
from haulage_adapters.wire.common import In, Instant, Out

MOST_VARIABLES = 20

Value = Annotated[str, Meta(max_length=300)]


class MessageIn(In):
    """Either a text, or a template with those of its variables that it `asks` for.

    Blanks around a text do not count; it has 1 to 160 characters, no line breaks and no other control
    characters.
    """

    text: Annotated[str, Meta(max_length=10_000)] | None = None
    template_id: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    variables: Annotated[dict[str, Value], Meta(max_length=MOST_VARIABLES)] = msgspec.field(
        default_factory=dict
    )

    def to_core(self) -> MessageDraft:
        return MessageDraft(self.text, self.template_id, self.variables)


class MessageOut(Out):
    """`is_own` is whether whoever asks wrote it. `sms_refusal` is why no SMS went out besides."""

    id: str
    order_id: str
    sender_id: str
    sender_type: Party
    recipient_id: str
    recipient_type: Party
    is_own: bool
    message: Annotated[str, Meta(description="Plain text. Empty once it was forgotten, after a year.")]
    message_type: MessageKind
    template_id: str | None
    status: MessageStatus
    sms_refusal: str | None
    is_read: bool
    created_at: Instant
    sent_at: Instant | None
    delivered_at: Instant | None
    read_at: Instant | None

    @classmethod
    def of(cls, message: Message, viewer: str | None) -> "MessageOut":
        return cls.from_attributes(
            message,
            sender_id=message.sender.id,
            sender_type=message.sender.type,
            recipient_id=message.recipient.id,
            recipient_type=message.recipient.type,
            is_own=message.sender.id == viewer,
            message=message.text,
            message_type=message.kind,
        )


class ThreadSummaryOut(Out):
    """Of the whole thread, whatever page is shown."""

    total_messages: int
    total_calls: int
    total_call_duration_seconds: int


class CorrespondentOut(Out):
    """Whom one writes to. The phone is there while the order is under way and they want to be called."""

    name: str
    type: Party
    can_call: bool
    phone: str | None

    @classmethod
    def of(cls, other: Correspondent) -> "CorrespondentOut":
        return cls.from_attributes(other)


class ThreadOut(Out):
    """The newest page of messages comes first, and each page is oldest first; `next` leads to what is
    older. The calls are the latest 50.
    """

    order_id: str
    items: list[MessageOut]
    calls: list[CallOut]
    summary: ThreadSummaryOut
    last_activity: Instant | None
    next: str | None
    contact: CorrespondentOut | None
    can_send: bool
    cannot_send_reason: str | None

    @classmethod
    def of(cls, shown: ShownThread) -> "ThreadOut":
        page, other = shown.page, shown.correspondent
        summary = page.summary
        return cls(
            order_id=page.order_id,
            items=[MessageOut.of(message, shown.viewer) for message in page.messages],
            calls=[CallOut.of(call, shown.viewer) for call in page.calls],
            summary=ThreadSummaryOut(
                summary.total_messages, summary.total_calls, summary.total_call_duration_seconds
            ),
            last_activity=summary.last_activity,
            next=page.next,
            contact=CorrespondentOut.of(other) if other else None,
            can_send=shown.cannot_send_because is None,
            cannot_send_reason=shown.cannot_send_because,
        )


class ThreadUpdateOut(Out):
    """Something in the order's thread is new, was delivered or was read. `changed_at` is null while nothing
    was written at all."""

    order_id: str
    total_messages: int
    total_calls: int
    changed_at: Instant | None


class ReadOut(Out):
    """How many messages were not read before."""

    read: int


class TemplateOut(Out):
    """`variables` are all that are filled in; `asks` are those that the sender has to say."""

    id: str
    name: str
    category: TemplateCategory
    user_type: Party
    message: str
    variables: list[str]
    asks: list[str]
    is_active: bool

    @classmethod
    def of(cls, template: Template) -> "TemplateOut":
        return cls.from_attributes(template, variables=list(template.variables), asks=list(template.asks))


class TemplatesOut(Out):
    templates: list[TemplateOut]


class UnreadThreadOut(Out):
    """``party`` is whether the reader is the order's customer or its driver."""

    order_id: str
    party: Party
    number: int
    unread: int
    last_at: Instant

    @classmethod
    def of(cls, thread: UnreadThread) -> "UnreadThreadOut":
        return cls.from_attributes(thread)


class UnreadOut(Out):
    """The latest 50 orders with unread messages; the total counts them all."""

    unread: int
    orders: list[UnreadThreadOut]

    @classmethod
    def of(cls, unread: Unread) -> "UnreadOut":
        return cls(unread.total, [UnreadThreadOut.of(thread) for thread in unread.threads])
