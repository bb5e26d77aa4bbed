// One number in text, as C and every motion file write it: 12, -.5, 3.0e+01.
//
// This folder is for reading text. It may know the standard library alone; the bindings use it.
#pragma once

namespace poise {

enum class NumberFault : int { kNone, kNotANumber, kNotFinite };

// Reads the number that begins at `begin`; `end` is the end of all text. `stop` is where the number ends, at a blank or
// at the end; of what is no number, it is where the word ends.
struct NumberFound {
  double value;
  const char* stop;
  NumberFault fault;
};
NumberFound read_number(const char* begin, const char* end);

// Whether a character stands between numbers: blanks, tabs and ends of lines.
inline bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
inline bool is_line_end(char c) { return c == '\n' || c == '\r'; }

}  // namespace poise
