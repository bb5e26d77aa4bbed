"""The server: one page, one socket, and who may use them."""
