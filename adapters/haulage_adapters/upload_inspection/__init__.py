"""Documents that people send, opened in a process of their own with little memory and time."""

from haulage_adapters.upload_inspection.inspector import IsolatedInspector

__all__ = ["IsolatedInspector"]
