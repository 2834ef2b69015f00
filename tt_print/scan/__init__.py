"""Reads cards in photos by the corners of their faces. The only package that needs numpy; nothing else imports it early."""
