"""The other way: FastAPI, Pydantic and SQLAlchemy's unit of work, doing as much as a quote and an order need.

A signed access token is checked and its session looked up, a body is held against its shape, and what is
asked is kept in the same kind of SQLite file with the same durability. It does less than the application:
no policy, no limits, no taxes, no streets, no audit trail.
"""

import json
import math
import os
import secrets
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Header, HTTPException
from joserfc import jwt
from joserfc.jwk import ECKey
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import JSON, ForeignKey, event
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

KEY = ECKey.import_key(json.loads(os.environ["OTHER_KEY"]))
engine = create_async_engine(f"sqlite+aiosqlite:///{os.environ['OTHER_FILE']}")
sessions = async_sessionmaker(engine, expire_on_commit=False)


@event.listens_for(engine.sync_engine, "connect")
def _prepare(connection: Any, _entry: Any) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


class Base(DeclarativeBase):
    pass


class SignIn(Base):
    __tablename__ = "sessions"
    id: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[str]


class Quote(Base):
    __tablename__ = "quotes"
    id: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[str]
    request: Mapped[dict[str, Any]] = mapped_column(JSON)
    price_cents: Mapped[int]


class Order(Base):
    __tablename__ = "orders"
    id: Mapped[str] = mapped_column(primary_key=True)
    quote_id: Mapped[str] = mapped_column(ForeignKey("quotes.id"), unique=True)
    user_id: Mapped[str]
    contact: Mapped[dict[str, Any]] = mapped_column(JSON)
    price_cents: Mapped[int]
    status: Mapped[str]


class OrderEvent(Base):
    __tablename__ = "order_events"
    order_id: Mapped[str] = mapped_column(ForeignKey("orders.id"), primary_key=True)
    sequence: Mapped[int] = mapped_column(primary_key=True)
    type: Mapped[str]


class Reply(Base):
    __tablename__ = "replies"
    user_id: Mapped[str] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True)
    body: Mapped[dict[str, Any]] = mapped_column(JSON)


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Place(Strict):
    lat: float = Field(ge=-90, le=90)
    lng: float = Field(ge=-180, le=180)
    address: str = Field(max_length=300)


class Item(Strict):
    description: str = Field(max_length=500)
    weight: float = Field(gt=0, le=5000)


class QuoteIn(Strict):
    pickup: Place
    dropoff: Place
    items: list[Item] = Field(min_length=1, max_length=100)
    scheduled_time: datetime


class QuoteOut(BaseModel):
    id: str
    price_cents: int


class Contact(Strict):
    name: str = Field(max_length=100)
    phone: str = Field(max_length=30)


class OrderIn(Strict):
    quote_id: str = Field(max_length=64)
    driver_id: str = Field(max_length=64)
    contact: Contact
    items_description: str = Field(max_length=1000)


class OrderOut(BaseModel):
    id: str
    status: str
    price_cents: int


app = FastAPI()


async def a_session() -> AsyncIterator[AsyncSession]:
    async with sessions() as session:
        yield session


Session = Annotated[AsyncSession, Depends(a_session)]


async def a_user(session: Session, authorization: Annotated[str, Header()]) -> str:
    try:
        claims = jwt.decode(authorization.removeprefix("Bearer "), KEY, algorithms=["ES256"]).claims
    except ValueError as error:
        raise HTTPException(401) from error
    signed_in = await session.get(SignIn, claims["session_id"])
    if signed_in is None:
        raise HTTPException(401)
    return signed_in.user_id


User = Annotated[str, Depends(a_user)]


@app.get("/health/ready")
async def ready() -> dict[str, str]:
    """Makes the tables and the one session."""
    async with engine.begin() as connection:
        await connection.run_sync(Base.metadata.create_all)
    async with sessions() as session:
        await session.merge(SignIn(id="ses_1", user_id="usr_1"))
        await session.commit()
    return {"status": "ok"}


@app.post("/quotes", status_code=201)
async def quote(request: QuoteIn, user: User, session: Session) -> QuoteOut:
    miles = 69 * math.hypot(
        request.pickup.lat - request.dropoff.lat, request.pickup.lng - request.dropoff.lng
    )
    pounds = sum(item.weight for item in request.items)
    made = Quote(
        id=f"quo_{secrets.token_urlsafe(16)}",
        user_id=user,
        request=request.model_dump(mode="json"),
        price_cents=round(2_000 + 200 * miles + 25 * max(0.0, pounds - 50)),
    )
    session.add(made)
    await session.commit()
    return QuoteOut(id=made.id, price_cents=made.price_cents)


@app.post("/orders", status_code=201)
async def order(
    request: OrderIn, user: User, session: Session, idempotency_key: Annotated[str, Header()]
) -> OrderOut:
    known = await session.get(Reply, (user, idempotency_key))
    if known is not None:
        return OrderOut(**known.body)
    quoted = await session.get(Quote, request.quote_id)
    if quoted is None or quoted.user_id != user:
        raise HTTPException(404)
    made = Order(
        id=f"ord_{secrets.token_urlsafe(16)}",
        quote_id=quoted.id,
        user_id=user,
        contact=request.contact.model_dump(),
        price_cents=quoted.price_cents,
        status="pending",
    )
    out = OrderOut(id=made.id, status=made.status, price_cents=made.price_cents)
    session.add_all([made, Reply(user_id=user, key=idempotency_key, body=out.model_dump())])
    await session.flush()
    session.add(OrderEvent(order_id=made.id, sequence=1, type="created"))
    await session.commit()
    return out
