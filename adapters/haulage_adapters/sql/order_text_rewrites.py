"""Rewriting the texts of somebody's older orders in batches, after a change of name or an erasure.

The triggers of :mod:`haulage_adapters.sql.triggers.order_texts` rewrite the newest at once and leave the
others to this: with many orders it takes longer than a transaction may.
"""

from sqlalchemy import bindparam, delete, or_, select, text, update

from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import order_text_rewrites, order_texts, orders
from haulage_adapters.sql.triggers.order_texts import WRITE_NUMBERED

_WRITE = {
    dialect: text(statement).bindparams(bindparam("numbers", expanding=True))
    for dialect, statement in WRITE_NUMBERED.items()
}


async def rewrite_batch(session: Session, limit: int) -> bool:
    """Rewrite the next texts, newest first; whether there was anybody whose texts were to be rewritten.

    The person's row is locked first and the texts in the order of their numbers, as the triggers do.
    """
    person, below = order_text_rewrites.c.person_id, order_text_rewrites.c.below
    row = await session.row(select(person, below).order_by(person).limit(1).with_for_update())
    if row is None:
        return False
    theirs = or_(orders.c.customer_id == row["person_id"], orders.c.driver_id == row["person_id"])
    older = select(orders.c.number).where(theirs, orders.c.number < row["below"])
    found = await session.rows(older.order_by(orders.c.number.desc()).limit(limit))
    numbers = [each["number"] for each in found]
    texts = select(order_texts.c.number).where(order_texts.c.number.in_(numbers))
    await session.rows(texts.order_by(order_texts.c.number).with_for_update())
    await session.run(_WRITE[session.dialect], {"numbers": numbers})
    this = person == row["person_id"]
    if len(numbers) < limit:
        await session.run(delete(order_text_rewrites).where(this))
    else:
        await session.run(update(order_text_rewrites).where(this).values(below=numbers[-1]))
    return True
