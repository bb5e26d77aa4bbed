"""glTF 2.0 files, text and binary: read with distrust, written strictly."""
