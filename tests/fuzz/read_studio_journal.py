"""Records of the studio's journal, from which a document comes back; the bytes are what a good checksum vouches for."""

from fuzz_readers import file_of

from poise.studio.document import journal
from poise.studio.document.autosave import Autosave

TOKENS = ("do", "push", "pose", "step", "view", "file", "figure", "number", "state", "coordinates", "overlays", "begin")


def read(data: bytes) -> None:
    head = journal._HEAD.pack(len(data), journal.zlib.crc32(data))
    file = file_of(journal._MAGIC + head + data, "document.journal")
    Autosave(file, file.parent).recover()
