// Pictures for Python: the canvas that triangles are drawn on, and what the parts of a body hide from each other.
#include "picture/canvas.hpp"
#include "picture/sky.hpp"

#include "arrays.hpp"
#include "module.hpp"

namespace poise::python {

namespace {

using In3 = nb::ndarray<const double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Faces = nb::ndarray<const std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Pixels = nb::ndarray<nb::numpy, std::uint8_t>;

void check(bool right, const char* what) {
  if (!right) throw std::invalid_argument(what);
}

Canvas* canvas_of(int width, int height, int finer, const In1& up) {
  check(width > 0 && height > 0 && finer > 0 && width <= 40000 && height <= 40000 && finer <= 8, "no such canvas");
  check(up.shape(0) == 3, "up has three numbers");
  const float turned[3] = {static_cast<float>(up(0)), static_cast<float>(up(1)), static_cast<float>(up(2))};
  return new Canvas(width, height, finer, turned);
}

void fill(Canvas& canvas, const In3& background) {
  check(background.shape(0) == static_cast<std::size_t>(canvas.height()) &&
            background.shape(1) == static_cast<std::size_t>(canvas.width()) && background.shape(2) == 3,
        "a background has three numbers for every pixel");
  nb::gil_scoped_release release;
  canvas.fill(background.data());
}

void draw(Canvas& canvas, const In2& places, const In2& normals, const In2& colors, const Faces& faces, float opacity,
          bool shaded, bool on_top) {
  const std::size_t count = places.shape(0);
  check(places.shape(1) == 3 && normals.shape(0) == count && normals.shape(1) == 3 && colors.shape(0) == count &&
            colors.shape(1) == 4 && faces.shape(1) == 3,
        "a sheet has places, normals and colours for every vertex");
  for (std::size_t i = 0; i < 3 * faces.shape(0); ++i) {
    check(faces.data()[i] >= 0 && faces.data()[i] < static_cast<std::int64_t>(count), "a face names no vertex");
  }
  nb::gil_scoped_release release;
  canvas.draw({count, faces.shape(0), places.data(), normals.data(), colors.data(), faces.data()},
              {opacity, shaded, on_top});
}

Pixels image(const Canvas& canvas) {
  std::vector<std::uint8_t> drawn;
  {
    nb::gil_scoped_release release;
    drawn = canvas.image();
  }
  auto* kept = new std::vector<std::uint8_t>(std::move(drawn));
  nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<std::uint8_t>*>(p); });
  return Pixels(kept->data(), {static_cast<std::size_t>(canvas.height()), static_cast<std::size_t>(canvas.width()), 3},
                owner);
}

using Owners = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

Out sky(const In2& places, const In2& normals, const Owners& owners, const In2& balls, const Owners& of, float strength,
        float clear, float fading) {
  const std::size_t count = places.shape(0);
  check(places.shape(1) == 3 && normals.shape(0) == count && normals.shape(1) == 3 && owners.shape(0) == count,
        "points have places, normals and owners");
  check(balls.shape(1) == 4 && of.shape(0) == balls.shape(0), "balls have four numbers and an owner each");
  std::vector<double> seen;
  {
    nb::gil_scoped_release release;
    seen = seen_sky({count, places.data(), normals.data(), owners.data()}, {balls.shape(0), balls.data(), of.data()},
                    strength, clear, fading);
  }
  return array1(Eigen::Map<const VecX>(seen.data(), static_cast<Eigen::Index>(seen.size())));
}

}  // namespace

void bind_picture(nb::module_& m) {
  nb::class_<Canvas>(m, "Canvas")
      .def(nb::new_(&canvas_of), nb::arg("width"), nb::arg("height"), nb::arg("finer"), nb::arg("up"))
      .def("fill", &fill, nb::arg("background"))
      .def("draw", &draw, nb::arg("places"), nb::arg("normals"), nb::arg("colors"), nb::arg("faces"),
           nb::arg("opacity"), nb::arg("shaded"), nb::arg("on_top"))
      .def("image", &image);
  m.def("seen_sky", &sky, nb::arg("places"), nb::arg("normals"), nb::arg("owners"), nb::arg("balls"), nb::arg("of"),
        nb::arg("strength"), nb::arg("clear"), nb::arg("fading"));
}

}  // namespace poise::python
