"""Messages and calls between the two parties of an order."""

from typing import Annotated

from litestar import get, patch, post, put
from litestar.params import FromPath, JSONBody, QueryParameter

from haulage.kernel.policy import Action
from haulage.messaging import Call, Message, Party
from haulage.orders import Stop
from haulage.ports.storage.paging import PageRequest
from haulage_adapters.wire.calls import CallOut, CallOutcomeIn
from haulage_adapters.wire.message_preferences import PreferencesIn, PreferencesOut
from haulage_adapters.wire.messages import (
    MessageIn,
    MessageOut,
    ReadOut,
    TemplateOut,
    TemplatesOut,
    ThreadOut,
    UnreadOut,
)
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.idempotency import InjectedKeyedRequest, Reply
from haulage_webapp.messaging.consent import get_sms_consent_text
from haulage_webapp.pagination import Cursor, Limit
from haulage_webapp.security import does

THREAD_PAGE = 50
"""Ours: about three screens of a telephone."""

MAX_MESSAGE_ID = 64


@get(
    "/orders/{order_id:str}/messages",
    operation_id="get_thread",
    summary="What an order's customer and driver wrote to each other, and their calls",
    description=(
        "Each party sees what they took part in; admins see everything. A driver who was replaced no longer "
        "sees what comes after."
    ),
    tags=["messages"],
    opt=does(Action.SEE_MESSAGES),
    responses=refusals(401, 404),
)
async def get_thread(
    order_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    limit: Limit = THREAD_PAGE,
    cursor: Cursor = None,
) -> ThreadOut:
    return ThreadOut.of(await marketplace.messaging.read(actor, order_id, PageRequest(limit, cursor)))


@post(
    "/orders/{order_id:str}/messages",
    operation_id="send_message",
    summary="Write to the order's other party",
    description=(
        "From the assignment of a driver until 24 hours after the order's end. The message is in the thread "
        "at once; an SMS goes out besides where its recipient wants one, or `sms_refusal` says why not."
    ),
    tags=["messages"],
    status_code=201,
    opt=does(Action.WRITE_MESSAGES),
    responses=refusals(401, 403, 404, 409, 429),
)
async def send_message(
    order_id: FromPath[str],
    data: JSONBody[MessageIn],
    marketplace: InjectedMarketplace,
    keyed_request: InjectedKeyedRequest,
) -> MessageOut:
    viewer = keyed_request.actor.user_id

    def written(message: Message) -> Reply:
        return Reply.of(201, MessageOut.of(message, viewer))

    draft = data.to_core()
    message = await marketplace.messaging.send(
        keyed_request.actor, order_id, draft, keyed_request.idempotent(written)
    )
    return MessageOut.of(message, viewer)


@post(
    "/orders/{order_id:str}/messages/read",
    operation_id="mark_messages_read",
    summary="Note that one has read what was sent to one about this order",
    tags=["messages"],
    status_code=200,
    opt=does(Action.WRITE_MESSAGES),
    responses=refusals(401, 403, 404),
)
async def mark_messages_read(
    order_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    until: Annotated[
        str | None,
        QueryParameter(
            max_length=MAX_MESSAGE_ID,
            description="The last message that was on the screen: what came meanwhile stays unread.",
        ),
    ] = None,
) -> ReadOut:
    return ReadOut(await marketplace.messaging.read.mark_read(actor, order_id, until))


@get(
    "/messages/templates",
    operation_id="list_message_templates",
    summary="Messages that are written already, in the order in which they are offered",
    tags=["messages"],
    opt=does(Action.MANAGE_OWN_MESSAGES),
    responses=refusals(401),
)
async def list_message_templates(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    user_type: Annotated[Party | None, QueryParameter(description="Who sends them.")] = None,
) -> TemplatesOut:
    found = marketplace.messaging.read.templates(actor, user_type)
    return TemplatesOut([TemplateOut.of(template) for template in found])


@get(
    "/messages/unread",
    operation_id="count_unread_messages",
    summary="How many messages wait for one, and in which orders",
    tags=["messages"],
    opt=does(Action.MANAGE_OWN_MESSAGES),
    responses=refusals(401),
)
async def count_unread_messages(marketplace: InjectedMarketplace, actor: InjectedActor) -> UnreadOut:
    return UnreadOut.of(await marketplace.messaging.read.unread(actor))


@get(
    "/communication-preferences",
    operation_id="get_communication_preferences",
    summary="How one wants to be reached",
    tags=["messages"],
    opt=does(Action.MANAGE_OWN_MESSAGES),
    responses=refusals(401, 404),
)
async def get_communication_preferences(
    marketplace: InjectedMarketplace, actor: InjectedActor
) -> PreferencesOut:
    return PreferencesOut.of(await marketplace.messaging.preferences.see(actor))


@put(
    "/communication-preferences",
    operation_id="change_communication_preferences",
    summary="Say how one wants to be reached",
    description="What is absent stays as it is. Consent is kept with the version of its text and the time.",
    tags=["messages"],
    opt=does(Action.MANAGE_OWN_MESSAGES),
    responses=refusals(401, 404, 409),
)
async def change_communication_preferences(
    data: JSONBody[PreferencesIn], marketplace: InjectedMarketplace, actor: InjectedActor
) -> PreferencesOut:
    return PreferencesOut.of(await marketplace.messaging.preferences.change(actor, data.to_core()))


@post(
    "/orders/{order_id:str}/calls",
    operation_id="begin_call",
    summary="Call the order's other party: their number for one's own telephone, and a record of the call",
    tags=["messages"],
    status_code=201,
    opt=does(Action.WRITE_MESSAGES),
    responses=refusals(401, 403, 404, 409, 429, 503),
)
async def begin_call(
    order_id: FromPath[str], marketplace: InjectedMarketplace, keyed_request: InjectedKeyedRequest
) -> CallOut:
    viewer = keyed_request.actor.user_id

    def written(call: Call) -> Reply:
        return Reply.of(201, CallOut.of(call, viewer))

    call = await marketplace.messaging.calls.begin(
        keyed_request.actor, order_id, keyed_request.idempotent(written)
    )
    return CallOut.of(call, viewer)


@post(
    "/orders/{order_id:str}/stops/{stop:str}/calls",
    operation_id="begin_stop_call",
    summary="Call the contact at one end of the order: by its driver, for their own telephone",
    tags=["messages"],
    status_code=201,
    opt=does(Action.WRITE_MESSAGES),
    responses=refusals(400, 401, 403, 404, 409, 429, 503),
)
async def begin_stop_call(
    order_id: FromPath[str],
    stop: FromPath[Stop],
    marketplace: InjectedMarketplace,
    keyed_request: InjectedKeyedRequest,
) -> CallOut:
    viewer = keyed_request.actor.user_id

    def written(call: Call) -> Reply:
        return Reply.of(201, CallOut.of(call, viewer))

    call = await marketplace.messaging.calls.begin(
        keyed_request.actor, order_id, keyed_request.idempotent(written), stop=stop
    )
    return CallOut.of(call, viewer)


@patch(
    "/orders/{order_id:str}/calls/{call_id:str}",
    operation_id="end_call",
    summary="Say what came of a call that one began; said again it is corrected",
    tags=["messages"],
    opt=does(Action.WRITE_MESSAGES),
    responses=refusals(401, 403, 404, 409),
)
async def end_call(
    order_id: FromPath[str],
    call_id: FromPath[str],
    data: JSONBody[CallOutcomeIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> CallOut:
    call = await marketplace.messaging.calls.end(actor, order_id, call_id, data.to_core())
    return CallOut.of(call, actor.user_id)


ROUTES = [
    get_thread,
    send_message,
    mark_messages_read,
    list_message_templates,
    count_unread_messages,
    get_communication_preferences,
    change_communication_preferences,
    get_sms_consent_text,
    begin_call,
    begin_stop_call,
    end_call,
]
