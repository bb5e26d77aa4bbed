// Between numpy and Eigen. Arrays handed to Python are read-only.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <initializer_list>
#include <stdexcept>
#include <string>
#include <utility>

#include "math/placement.hpp"

namespace poise::python {

namespace nb = nanobind;

using In1 = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using In2 = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Out = nb::ndarray<nb::numpy, const double>;

inline VecX checked(VecX v, int size, const char* what) {
  if (v.size() != size) {
    throw std::invalid_argument(std::string(what) + " must have " + std::to_string(size) + " numbers, not " +
                                std::to_string(v.size()));
  }
  if (!v.allFinite()) throw std::invalid_argument(std::string(what) + " must be finite, but hold NaN or infinity");
  return v;
}

inline VecX vector(const In1& array, int size, const char* what) {
  return checked(Eigen::Map<const VecX>(array.data(), static_cast<Eigen::Index>(array.shape(0))), size, what);
}

// Numbers of any count. Of a few, a tuple is quicker than an array.
struct Numbers {
  VecX values;
};

inline Vec3 vector3(const In1& array) { return Eigen::Map<const Vec3>(array.data()); }

// v turned by a unit quaternion x y z w: v + 2 w (u × v) + 2 u × (u × v) (Baerlocher, eq. B.2).
inline Vec3 turned(const Eigen::Vector4d& q, const Vec3& v) {
  const Vec3 u = q.head<3>(), t = 2.0 * u.cross(v);
  return {v[0] + q[3] * t[0] + u[1] * t[2] - u[2] * t[1], v[1] + q[3] * t[1] + u[2] * t[0] - u[0] * t[2],
          v[2] + q[3] * t[2] + u[0] * t[1] - u[1] * t[0]};
}

inline Mat3 rotation(const Eigen::Vector4d& q) {
  Mat3 R;
  for (int c = 0; c < 3; ++c) R.col(c) = turned(q, Vec3::Unit(c));
  return R;
}

inline Vec3 vector3(const Numbers& numbers) { return checked(numbers.values, 3, "a vector"); }

// A rotation: its matrix row by row, or a quaternion.
inline Mat3 turn(const Numbers& numbers) {
  if (numbers.values.size() == 4) return rotation(checked(numbers.values, 4, "a quaternion"));
  return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(checked(numbers.values, 9, "a turn").data());
}

// Position and quaternion x y z w.
inline Placement placement(const In1& array) {
  const double* a = array.data();
  return {Quat(a[6], a[3], a[4], a[5]).toRotationMatrix(), Vec3(a[0], a[1], a[2])};
}

inline std::vector<Vec3> points(const In2& array) {
  std::vector<Vec3> result(array.shape(0));
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = Eigen::Map<const Vec3>(array.data() + 3 * i);
  return result;
}

template <typename Fill>
Out make(std::initializer_list<std::size_t> shape, Fill&& fill) {
  std::size_t count = 1;
  for (const std::size_t n : shape) count *= n;
  auto* data = new double[count];
  nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<double*>(p); });
  fill(data);
  return Out(data, shape.size(), shape.begin(), owner);
}

inline Out array1(const Eigen::Ref<const VecX>& v) {
  return make({static_cast<std::size_t>(v.size())}, [&](double* data) { Eigen::Map<VecX>(data, v.size()) = v; });
}

// A read-only window into memory that its owner keeps.
inline Out view1(const VecX& v) { return Out(v.data(), {static_cast<std::size_t>(v.size())}); }

inline Out array2(const Eigen::Ref<const MatX>& m) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return make({static_cast<std::size_t>(m.rows()), static_cast<std::size_t>(m.cols())},
              [&](double* data) { Eigen::Map<RowMajor>(data, m.rows(), m.cols()) = m; });
}

inline Out array4(const Placement& t) {
  Eigen::Matrix4d m = Eigen::Matrix4d::Identity();
  m.topLeftCorner<3, 3>() = t.R;
  m.topRightCorner<3, 1>() = t.p;
  return array2(m);
}

}  // namespace poise::python

template <>
struct nanobind::detail::type_caster<poise::python::Numbers> {
  NB_TYPE_CASTER(poise::python::Numbers, const_name("tuple[float, ...] | NDArray[numpy.float64]"))

  bool from_python(handle source, uint8_t flags, cleanup_list* cleanup) noexcept {
    if (!PyTuple_Check(source.ptr())) return from_array(source, flags, cleanup);
    value.values.resize(NB_TUPLE_GET_SIZE(source.ptr()));
    for (Eigen::Index i = 0; i < value.values.size(); ++i) {
      value.values[i] = PyFloat_AsDouble(NB_TUPLE_GET_ITEM(source.ptr(), i));
    }
    if (PyErr_Occurred() == nullptr) return true;
    PyErr_Clear();
    return false;
  }

  bool from_array(handle source, uint8_t flags, cleanup_list* cleanup) noexcept {
    make_caster<poise::python::In1> array;
    if (!array.from_python(source, flags, cleanup)) return false;
    value.values = Eigen::Map<const poise::VecX>(array.value.data(), static_cast<Eigen::Index>(array.value.shape(0)));
    return true;
  }
};
