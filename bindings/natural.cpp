// The net of natural posture for Python.
#include <string_view>

#include "arrays.hpp"
#include "module.hpp"
#include "natural/net.hpp"

namespace poise::python {

namespace {

// One question or several, a row each.
Out answers(const Net& net, const In2& questions) {
  if (questions.shape(1) != net.inputs()) throw std::invalid_argument("a question has another number of inputs");
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Rows found(static_cast<Eigen::Index>(questions.shape(0)), static_cast<Eigen::Index>(net.outputs()));
  for (std::size_t i = 0; i < questions.shape(0); ++i)
    net.evaluate(questions.data() + i * net.inputs(), found.row(static_cast<Eigen::Index>(i)).data());
  return array2(MatX(found));
}

}  // namespace

void bind_natural(nb::module_& m) {
  nb::class_<Net>(m, "Net")
      .def(
          "__init__",
          [](Net* self, const nb::bytes& data) { new (self) Net(std::string_view(data.c_str(), data.size())); },
          nb::arg("data"))
      .def_prop_ro("inputs", &Net::inputs)
      .def_prop_ro("outputs", &Net::outputs)
      .def("evaluate", &answers, nb::arg("questions"));
}

}  // namespace poise::python
