"""The studio: a page in the browser on which figures are posed, and the server behind it."""
