// Rotations for Python: between matrices and quaternions x y z w. Tasks are made and moved all the time.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "math/euler.hpp"
#include "module.hpp"

namespace poise::python {

namespace {

using Matrix = nb::ndarray<const double, nb::device::cpu>;      // of any shape, contiguous or not
using Quaternion = std::tuple<double, double, double, double>;  // x y z w
using Point = std::tuple<double, double, double>;
using Rows = std::tuple<double, double, double, double, double, double, double, double, double>;

constexpr double kOrthonormal = 1e-5;  // how far products of rows may be from those of the identity

// Orthonormal and right-handed; NaN is neither.
bool is_rotation(const Mat3& R) {
  return ((R * R.transpose() - Mat3::Identity()).array().abs() <= kOrthonormal).all() && R.determinant() > 0.0;
}

// The unit quaternion with w ≥ 0 of a rotation, by its largest component (Shepperd).
Quaternion quaternion(const Mat3& R) {
  const double trace = R(0, 0) + R(1, 1) + R(2, 2);
  Eigen::Index i = 0;
  Eigen::Vector4d q;
  if (R.diagonal().maxCoeff(&i) < trace) {
    q << R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1), 1.0 + trace;
  } else {
    const Eigen::Index j = (i + 1) % 3, k = (i + 2) % 3;
    q[i] = 1.0 + R(i, i) - R(j, j) - R(k, k);
    q[j] = R(i, j) + R(j, i);
    q[k] = R(i, k) + R(k, i);
    q[3] = R(k, j) - R(j, k);
  }
  const double length = static_cast<double>(q.cast<long double>().norm());  // exact, but for the last rounding
  q /= q[3] >= 0.0 ? length : -length;
  return {q[0], q[1], q[2], q[3]};
}

bool is_square(const Matrix& matrix, std::size_t n) {
  return matrix.ndim() == 2 && matrix.shape(0) == n && matrix.shape(1) == n;
}

double at(const Matrix& matrix, std::int64_t r, std::int64_t c) {
  return matrix.data()[r * matrix.stride(0) + c * matrix.stride(1)];
}

Mat3 corner(const Matrix& matrix) {
  Mat3 R;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) R(r, c) = at(matrix, r, c);
  return R;
}

// Of a (3, 3) rotation; none of anything else.
std::optional<Quaternion> quaternion_of(const Matrix& matrix) {
  if (!is_square(matrix, 3)) return std::nullopt;
  const Mat3 R = corner(matrix);
  return is_rotation(R) ? std::optional(quaternion(R)) : std::nullopt;
}

// Whether the last row is 0 0 0 1, but for rounding: a matrix that was transposed has its position there.
bool is_homogeneous(const Matrix& matrix) {
  constexpr double kRounding = 1e-9;  // of a product or an inverse of placements some metres apart
  for (int c = 0; c < 4; ++c)
    if (!(std::abs(at(matrix, 3, c) - (c == 3)) <= kRounding)) return false;
  return true;
}

// Position and rotation of a (4, 4) homogeneous matrix; none of anything else.
std::optional<std::pair<Point, Quaternion>> placement_of(const Matrix& matrix) {
  if (!is_square(matrix, 4)) return std::nullopt;
  const Mat3 R = corner(matrix);
  const Vec3 p(at(matrix, 0, 3), at(matrix, 1, 3), at(matrix, 2, 3));
  if (!is_rotation(R) || !p.allFinite() || !is_homogeneous(matrix)) return std::nullopt;
  return std::pair(Point(p[0], p[1], p[2]), quaternion(R));
}

Rows rotation_rows(const Numbers& quaternion) {
  const Mat3 R = rotation(checked(quaternion.values, 4, "a quaternion"));
  return {R(0, 0), R(0, 1), R(0, 2), R(1, 0), R(1, 1), R(1, 2), R(2, 0), R(2, 1), R(2, 2)};
}

// (n, 4) quaternions x y z w of (n, k) Euler angles in degrees about the axes 0, 1, 2, the first one outermost.
Out euler_quaternions(const nb::ndarray<const double, nb::ndim<2>, nb::device::cpu>& degrees,
                      const std::vector<int>& axes) {
  const std::size_t n = degrees.shape(0);
  if (degrees.shape(1) != axes.size()) throw std::invalid_argument("every angle needs its axis");
  for (const int axis : axes)
    if (axis < 0 || axis > 2) throw std::invalid_argument("axes are 0, 1 and 2");
  return make({n, 4}, [&](double* out) {
    const EulerAngles angles{degrees.data(), n, degrees.stride(0), degrees.stride(1)};
    nb::gil_scoped_release release;
    rotations_of(angles, axes, out);
  });
}

}  // namespace

void bind_rotation(nb::module_& m) {
  m.def("quaternion_of", &quaternion_of, nb::arg("matrix"));
  m.def("placement_of", &placement_of, nb::arg("matrix"));
  m.def("euler_quaternions", &euler_quaternions, nb::arg("degrees"), nb::arg("axes"));
  m.def("rotation_rows", &rotation_rows, nb::arg("quaternion"));
}

}  // namespace poise::python
