"""Documents set by typst."""

from haulage_adapters.documents_typst.printer import TypstPrinter

__all__ = ["TypstPrinter"]
