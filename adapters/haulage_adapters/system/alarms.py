"""Alarms as errors in the log."""

import json
import logging

log = logging.getLogger("haulage.alarms")


def log_alarm(event: str, **facts: str | int) -> None:
    """One line: ``alarm jobs.money_dead {"send_refund": 2}``."""
    log.error("alarm %s %s", event, json.dumps(facts, sort_keys=True))
