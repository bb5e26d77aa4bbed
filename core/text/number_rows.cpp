#include "text/number_rows.hpp"

#include <algorithm>

#include "text/number.hpp"

namespace poise {

namespace {

// Where the reading is, and how many lines have been passed.
struct Cursor {
  const char* at;
  const char* end;
  const char* line_begin;
  std::size_t line = 1;

  // To the next number; returns whether a line ended on the way.
  bool skip() {
    const std::size_t before = line;
    while (at != end && is_blank(*at)) {
      const char c = *at++;
      if (!is_line_end(c)) continue;
      if (c == '\r' && at != end && *at == '\n') ++at;
      ++line;
      line_begin = at;
    }
    return line != before;
  }
  std::size_t column() const { return static_cast<std::size_t>(at - line_begin) + 1; }
};

struct Place {
  std::size_t line, column;
};

void refuse(NumberRows& rows, RowFault fault, Place place, std::size_t number) {
  rows.fault = fault;
  rows.line = place.line;
  rows.column = place.column;
  rows.number = number;
}

// One row into `out`; false when it is at fault.
bool read_row(Cursor& cursor, std::size_t width, double* out, NumberRows& rows) {
  const Place first{cursor.line, cursor.column()};
  std::size_t on_first_line = width;
  for (std::size_t k = 0; k < width; ++k) {
    if (k > 0 && cursor.skip()) on_first_line = std::min(on_first_line, k);
    if (cursor.at == cursor.end) {
      refuse(rows, RowFault::kShortRow, first, std::min(on_first_line, k));
      return false;
    }
    const NumberFound found = read_number(cursor.at, cursor.end);
    if (found.fault != NumberFault::kNone) {
      const bool finite = found.fault == NumberFault::kNotANumber;
      refuse(rows, finite ? RowFault::kNotANumber : RowFault::kNotFinite, {cursor.line, cursor.column()}, k);
      return false;
    }
    out[k] = found.value;
    cursor.at = found.stop;
  }
  const bool wraps = on_first_line < width;
  if (!cursor.skip() && cursor.at != cursor.end) {
    // Another number on the same line: rows that wrap do not fit the width, a single line has too many.
    if (wraps)
      refuse(rows, RowFault::kShortRow, first, on_first_line);
    else
      refuse(rows, RowFault::kLongRow, {cursor.line, cursor.column()}, width);
    return false;
  }
  if (wraps && rows.wrapped == 0) rows.wrapped = first.line;
  return true;
}

}  // namespace

NumberRows read_rows(std::string_view text, std::size_t width, std::size_t most) {
  NumberRows rows;
  Cursor cursor{text.data(), text.data() + text.size(), text.data()};
  cursor.skip();
  const char* const start = cursor.at;
  while (rows.rows < most && cursor.at != cursor.end) {
    rows.values.resize((rows.rows + 1) * width);
    if (!read_row(cursor, width, rows.values.data() + rows.rows * width, rows)) {
      rows.values.resize(rows.rows * width);
      break;
    }
    if (++rows.rows == 1) {  // from the length of the first row, how many there will be
      const auto length = static_cast<std::size_t>(cursor.at - start);
      const std::size_t left = static_cast<std::size_t>(cursor.end - cursor.at) / length;
      rows.values.reserve(std::min(most, left + left / 8 + 2) * width);
    }
  }
  rows.end = static_cast<std::size_t>(cursor.at - text.data());
  return rows;
}

}  // namespace poise
