"""The site: the same package in a browser. What is put together when it is built, and what runs there."""
