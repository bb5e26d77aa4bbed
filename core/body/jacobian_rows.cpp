#include "body/jacobian_rows.hpp"

#include <algorithm>

#include "math/wide.hpp"

namespace poise {

namespace {

// Degrees of freedom begin … end − 1; linear and angular hold x, y and z of n of them each.
POISE_BY_MACHINE void add_work(const double* linear, const double* angular, int n, int begin, int end,
                               const double* wrenches, int rows, double* out, std::ptrdiff_t stride) {
  const double *u = linear, *v = u + n, *w = v + n, *x = angular, *y = x + n, *z = y + n;
  for (int i = 0; i < rows; ++i) {
    const double* f = wrenches + 6 * i;
    double* row = out + i * stride;
#pragma omp simd
    for (int k = begin; k < end; ++k)
      row[k] += f[0] * u[k] + f[1] * v[k] + f[2] * w[k] + f[3] * x[k] + f[4] * y[k] + f[5] * z[k];
  }
}

constexpr int kFreedoms = 64;

// f · (m ν + ω × h) = m f · ν + (h × f) · ω with mass m and moment h of what each of `count` degrees of freedom
// carries.
struct CarriedByFreedoms {
  double mass[kFreedoms], x[kFreedoms], y[kFreedoms], z[kFreedoms];
};
POISE_BY_MACHINE void write_momenta(const double* linear, const double* angular, int n, int count,
                                    const CarriedByFreedoms& carried, const double* axes, int rows, double* out,
                                    std::ptrdiff_t stride) {
  const double *u = linear, *v = u + n, *w = v + n, *x = angular, *y = x + n, *z = y + n;
  for (int i = 0; i < rows; ++i) {
    const double f = axes[3 * i], g = axes[3 * i + 1], h = axes[3 * i + 2];
    double* row = out + i * stride;
#pragma omp simd
    for (int k = 0; k < count; ++k) {
      row[k] = carried.mass[k] * (f * u[k] + g * v[k] + h * w[k]) + (carried.y[k] * h - carried.z[k] * g) * x[k] +
               (carried.z[k] * f - carried.x[k] * h) * y[k] + (carried.x[k] * g - carried.y[k] * f) * z[k];
    }
  }
}

}  // namespace

Wrenches forces_at(const Kinematics& kinematics, const Vec3& point, const Eigen::Ref<const Eigen::Matrix3Xd>& axes) {
  const Vec3 arm = point - kinematics.reference;
  Wrenches wrenches(6, axes.cols());
  for (Eigen::Index i = 0; i < axes.cols(); ++i) {
    const Vec3 force = axes.col(i);
    wrenches.col(i) << force, arm.cross(force);
  }
  return wrenches;
}

void add_rows(const Figure& figure, const Kinematics& kinematics, int segment, const Wrenches& wrenches,
              Eigen::Ref<MatX> Jt) {
  for_each_run(figure, segment, [&](int begin, int end) {
    add_work(kinematics.linear.data(), kinematics.angular.data(), figure.dof(), begin, end, wrenches.data(),
             static_cast<int>(wrenches.cols()), Jt.data(), Jt.outerStride());
  });
}

void add_turn_rows(const Figure& figure, const Kinematics& kinematics, int segment, double sign, Eigen::Ref<MatX> Jt) {
  for_each_run(figure, segment, [&](int begin, int end) {
    for (int i = 0; i < 3; ++i)
      Jt.col(i).segment(begin, end - begin) += sign * kinematics.angular.row(i).segment(begin, end - begin).transpose();
  });
}

void write_center_rows(const Figure& figure, const Kinematics& kinematics, const MassState& masses,
                       const Eigen::Matrix3Xd& axes, Eigen::Ref<MatX> Jt) {
  const std::vector<int>& owners = figure.plan().owners;
  const int n = figure.dof();
  const double share = figure.mass() > 0.0 ? 1.0 / figure.mass() : 0.0;
  CarriedByFreedoms carried;
  for (int begin = 0; begin < n; begin += kFreedoms) {
    const int count = std::min(kFreedoms, n - begin);
    for (int k = 0; k < count; ++k) {
      const int joint = owners[static_cast<std::size_t>(begin + k)];
      const Vec3& moment = masses.first[static_cast<std::size_t>(joint)];
      carried.mass[k] = share * figure.carried_mass(joint);
      carried.x[k] = share * moment.x();
      carried.y[k] = share * moment.y();
      carried.z[k] = share * moment.z();
    }
    write_momenta(kinematics.linear.data() + begin, kinematics.angular.data() + begin, n, count, carried, axes.data(),
                  static_cast<int>(axes.cols()), Jt.data() + begin, Jt.outerStride());
  }
}

}  // namespace poise
