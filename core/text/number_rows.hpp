// Rows of numbers, as the frames of motion files have them: read at once, and told exactly where they are wrong.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace poise {

enum class RowFault : int { kNone, kNotANumber, kNotFinite, kShortRow, kLongRow };

struct NumberRows {
  std::vector<double> values;  // rows × width
  std::size_t rows = 0;        // whole rows that were read
  std::size_t end = 0;         // where the text after the last of them begins, bytes
  std::size_t wrapped = 0;     // line of the first row that goes on in the next line; 0: none does
  RowFault fault = RowFault::kNone;
  std::size_t line = 0, column = 0;  // of the fault, counted from 1; a column is a byte
  std::size_t number = 0;            // in its row, counted from 0; of a row that is too short, how many it has
};

// At most `most` rows of `width` numbers, fewer when the text ends before. A row begins on a line of its own; it may go
// on in the next lines. A line ends with \n, \r or both. Memory grows with what is there, never with `most`.
NumberRows read_rows(std::string_view text, std::size_t width, std::size_t most);

}  // namespace poise
