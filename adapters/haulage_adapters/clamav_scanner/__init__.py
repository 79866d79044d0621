"""Virus scans by ClamAV's daemon, or by nobody."""

from haulage_adapters.clamav_scanner.scanner import ClamavScanner, NoScanner

__all__ = ["ClamavScanner", "NoScanner"]
