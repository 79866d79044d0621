"""What our mails say and how they look."""

from haulage_adapters.email_templates.templates import MjmlTemplates

__all__ = ["MjmlTemplates"]
