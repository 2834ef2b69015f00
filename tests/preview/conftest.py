"""A browser for this folder's tests, which ends with them."""

from tests.site.conftest import chromium

__all__ = ["chromium"]
