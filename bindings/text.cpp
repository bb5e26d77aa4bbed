// Text for Python: rows of numbers.
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <tuple>
#include <utility>

#include "arrays.hpp"
#include "module.hpp"
#include "text/number_rows.hpp"

namespace poise::python {

namespace {

// The numbers become an array without being copied.
Out array_of(NumberRows& rows, std::size_t width) {
  auto* kept = new std::vector<double>(std::move(rows.values));
  nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<double>*>(p); });
  return Out(kept->data(), {rows.rows, width}, owner);
}

// (values, fault, line, column, number, line of the first wrapped row, end); lines count from the one at `start`.
std::tuple<Out, int, std::size_t, std::size_t, std::size_t, std::size_t, std::size_t> rows_of(const nb::bytes& data,
                                                                                              std::size_t start,
                                                                                              std::size_t width,
                                                                                              std::size_t most) {
  if (width == 0) throw std::invalid_argument("a row needs a number");
  std::string_view text(data.c_str(), data.size());
  text.remove_prefix(std::min(start, text.size()));
  NumberRows rows;
  {
    nb::gil_scoped_release release;
    rows = read_rows(text, width, most);
  }
  return {array_of(rows, width), static_cast<int>(rows.fault), rows.line, rows.column, rows.number, rows.wrapped,
          start + rows.end};
}

}  // namespace

void bind_text(nb::module_& m) {
  m.def("read_rows", &rows_of, nb::arg("data"), nb::arg("start"), nb::arg("width"), nb::arg("most"));
}

}  // namespace poise::python
