"""What the page and the server say to each other: msgpack over one websocket, every message a mapping with a `type`.

`requests` are what the page may say, the other files what the server says. `typescript` writes the same types for the
page, `wire` packs and unpacks. Angles are degrees in fields of the document (as in scene files) and radians in frames.
"""

PROTOCOL = 1
"""Version of the protocol; a page that speaks another one is told to reload."""
