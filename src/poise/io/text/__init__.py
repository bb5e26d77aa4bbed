"""Text in files, read and written: YAML, XML, Python source, numbers and angles. It knows no format of figures."""
