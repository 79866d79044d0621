"""What keeps the texts that orders are searched by: see ``haulage_adapters.sql.tables.order_texts``."""

_PARTS = "o.items_description, o.contact_name, o.pickup_address, o.dropoff_address, u.name, u.email"


def _text(character: str) -> str:
    """Between parts stands the unit separator, which nobody types: no word is found across two of them. With
    two more at the end each character is the first of a trigram."""
    between = f" || {character}(31) || "
    parts = [*_PARTS.split(", "), "coalesce(d.name, '')", "coalesce(d.email, '')", "''", "''"]
    return f"lower({between.join(parts)})"


def _write(character: str, which: str) -> str:
    """Our own words alone are put together here."""
    return f"""INSERT INTO order_texts (number, order_id, text)
      SELECT o.number, o.id, {_text(character)} FROM orders o
      JOIN users u ON u.id = o.customer_id LEFT JOIN drivers d ON d.id = o.driver_id
      WHERE {which}
      ON CONFLICT (number) DO UPDATE SET text = excluded.text"""  # noqa: S608


WRITE_ALL = {"sqlite": _write("char", "true"), "postgresql": _write("chr", "true")}
WRITE_NUMBERED = {
    "sqlite": _write("char", "o.number IN :numbers"),
    "postgresql": _write("chr", "o.number IN :numbers"),
}

NEWEST = 500
"""Ours: how many orders' texts are written in the transaction that renames somebody, some 100 ms."""

_OF_AN_ORDER = (
    "items_description",
    "contact_name",
    "pickup_address",
    "dropoff_address",
    "customer_id",
    "driver_id",
)


def _differ(names: tuple[str, ...], differs: str) -> str:
    return " OR ".join(f"OLD.{name} {differs} NEW.{name}" for name in names)


def _newest(role: str) -> str:
    theirs = f"{role} = NEW.id ORDER BY number DESC LIMIT {NEWEST}"
    return f"SELECT number FROM orders WHERE {theirs}"  # noqa: S608


def _leave_older(role: str) -> str:
    """What is older than the newest is left to be rewritten in batches."""
    return f"""INSERT INTO order_text_rewrites (person_id, below)
      SELECT NEW.id, min(newest.number) FROM ({_newest(role)}) newest
      WHERE true GROUP BY NEW.id HAVING count(*) = {NEWEST}
      ON CONFLICT (person_id) DO UPDATE SET below = excluded.below"""  # noqa: S608


_LEFT = """SELECT 1 FROM order_text_rewrites r
      WHERE r.person_id IN (NEW.customer_id, NEW.driver_id) AND NEW.number < r.below"""
"""Whether a batch is going to write the order's text."""


def _on_sqlite(name: str, table: str, names: tuple[str, ...], condition: str, *statements: str) -> str:
    body = "".join(f"{statement}; " for statement in statements)
    return f"""CREATE TRIGGER {name} AFTER UPDATE OF {", ".join(names)} ON {table}
    WHEN ({_differ(names, "IS NOT")}){condition}
    BEGIN {body}END"""


def _of_a_person_on_sqlite(name: str, table: str, role: str) -> str:
    write = _write("char", f"o.number IN ({_newest(role)})")
    return _on_sqlite(name, table, ("name", "email"), "", _leave_older(role), write)


_ON_SQLITE = (
    """CREATE VIRTUAL TABLE order_search USING fts5(text, content='order_texts', content_rowid='number',
    tokenize='trigram', detail='none', columnsize=0)""",
    "CREATE VIRTUAL TABLE order_search_terms USING fts5vocab(order_search, 'row')",
    f"""CREATE TRIGGER order_texts_begin AFTER INSERT ON orders
    BEGIN {_write("char", "o.id = NEW.id")}; END""",
    _on_sqlite(
        "order_texts_of_order",
        "orders",
        _OF_AN_ORDER,
        f" AND NOT EXISTS ({_LEFT})",
        _write("char", "o.id = NEW.id"),
    ),
    _of_a_person_on_sqlite("order_texts_of_customer", "users", "customer_id"),
    _of_a_person_on_sqlite("order_texts_of_driver", "drivers", "driver_id"),
    """CREATE TRIGGER order_search_insert AFTER INSERT ON order_texts
    BEGIN INSERT INTO order_search (rowid, text) VALUES (NEW.number, NEW.text); END""",
    """CREATE TRIGGER order_search_update AFTER UPDATE ON order_texts WHEN OLD.text <> NEW.text
    BEGIN
      INSERT INTO order_search (order_search, rowid, text) VALUES ('delete', OLD.number, OLD.text);
      INSERT INTO order_search (rowid, text) VALUES (NEW.number, NEW.text);
    END""",
    """CREATE TRIGGER order_search_delete AFTER DELETE ON order_texts
    BEGIN
      INSERT INTO order_search (order_search, rowid, text) VALUES ('delete', OLD.number, OLD.text);
    END""",
)

_NAMED = 0x74_65_78_74
"""The advisory locks of people whose names are written into texts: 'text' in ASCII."""


def _locked(word: str, *ids: str) -> str:
    return "\n      ".join(f"PERFORM pg_advisory_xact_lock{word}({_NAMED}, hashtext({id}));" for id in ids)


def _function(name: str, *statements: str) -> str:
    body = "\n      ".join(statements)
    return f"""CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
      {body}
      RETURN NULL;
    END $$"""


def _of_a_person(name: str, role: str) -> str:
    """The texts are locked in the order of their numbers."""
    texts = f"""PERFORM 1 FROM order_texts t
      WHERE t.number IN ({_newest(role)}) ORDER BY t.number FOR UPDATE;"""
    write = _write("chr", f"o.number IN ({_newest(role)})")
    return _function(name, _locked("", "NEW.id"), f"{_leave_older(role)};", texts, f"{write};")


def _on_postgresql(name: str, table: str, names: tuple[str, ...]) -> str:
    return f"""CREATE TRIGGER {name} AFTER UPDATE OF {", ".join(names)} ON {table}
    FOR EACH ROW WHEN ({_differ(names, "IS DISTINCT FROM")}) EXECUTE FUNCTION {name}()"""


_TRIGRAMS_OF = """CREATE FUNCTION trigrams_of(text text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 10000 AS
    $$ SELECT array_to_tsvector(array(
      SELECT c || lead(c, 1, '') OVER following || lead(c, 2, '') OVER following
      FROM string_to_table(text, NULL) WITH ORDINALITY AS characters (c, place)
      WINDOW following AS (ORDER BY place)
    )) $$"""
"""Its cost keeps PostgreSQL from asking it of each text: the index has its answers."""

_ON_POSTGRESQL = (
    _TRIGRAMS_OF,
    "CREATE INDEX ix_order_texts_trigrams ON order_texts USING gin (trigrams_of(text))",
    _function(
        "order_texts_of_order",
        _locked("_shared", "NEW.customer_id", "coalesce(NEW.driver_id, '')"),
        """PERFORM 1 FROM order_text_rewrites WHERE person_id IN (NEW.customer_id, NEW.driver_id)
      ORDER BY person_id FOR SHARE;""",
        f"IF EXISTS ({_LEFT}) THEN RETURN NULL; END IF;",
        f"{_write('chr', 'o.id = NEW.id')};",
    ),
    _of_a_person("order_texts_of_customer", "customer_id"),
    _of_a_person("order_texts_of_driver", "driver_id"),
    """CREATE TRIGGER order_texts_begin AFTER INSERT ON orders
    FOR EACH ROW EXECUTE FUNCTION order_texts_of_order()""",
    _on_postgresql("order_texts_of_order", "orders", _OF_AN_ORDER),
    _on_postgresql("order_texts_of_customer", "users", ("name", "email")),
    _on_postgresql("order_texts_of_driver", "drivers", ("name", "email")),
)
"""Who gives an order a person's name and who changes that name wait for each other, and the second of them
reads what the first has committed. Otherwise an order that is written while somebody is renamed, or erased,
would keep the name as it was. Only those two wait: the lock is on the id, not on the person's row.

Who changes the customer's name and who changes the driver's wait for each other at the texts. They are locked
by a statement of their own: the text is put together by the next one, which sees what was committed while
that waited. A single statement would write the other's name as it was before it waited.

Who changes an old order of somebody whose texts are rewritten in batches leaves its text to them. Until that
change is committed the next batch waits, for the row of ``order_text_rewrites``.
"""

TRIGGERS = {"sqlite": _ON_SQLITE, "postgresql": _ON_POSTGRESQL}
