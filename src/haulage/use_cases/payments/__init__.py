"""Payments: checkout, refunds, driver transfers, disputes and reconciliation."""
