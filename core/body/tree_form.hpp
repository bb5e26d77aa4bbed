// Symmetric matrices over the degrees of freedom of a tree, whose entries depend on how the joints lie to each other.
//
// For degrees of freedom k and l of different joints:
//   near(k) · far(l)          when the joint of k carries that of l
//   apart(k) · K_c apart(l)   when neither carries the other; c is the last joint that carries both
// so that every entry costs a few products, whatever sums it stands for. What a joint carries lies together behind it:
// a column below the diagonal is its joint's own block, all that it carries, and then, ancestor by ancestor, the rest
// of what that one carries.
#pragma once

#include <vector>

#include "body/figure.hpp"

namespace poise {

template <int R, int S>
class TreeForm {
 public:
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, R>;
  using ApartRows = Eigen::Matrix<double, Eigen::Dynamic, S>;
  using Kernel = Eigen::Matrix<double, S, S>;

  explicit TreeForm(const Figure& figure)
      : near(figure.dof(), R), far(figure.dof(), R), apart(figure.dof(), S), kernels(figure.joints().size()) {}

  Rows near, far;               // row by degree of freedom
  ApartRows apart;              // likewise
  std::vector<Kernel> kernels;  // K of every joint

  // Writes the lower triangle of H but for the blocks of single joints.
  void write(const Figure& figure, MatX& H) const {
    const std::vector<Joint>& joints = figure.joints();
    for (std::size_t j = 0; j < joints.size(); ++j) {
      const int first = joints[j].v, end = first + size_of(joints[j].model).dof;
      for (int k = first; k < end; ++k) {
        int done = figure.dofs_end(static_cast<int>(j));
        put(far, near.row(k), end, done, H.data() + k * H.rows());
        for (int c = joints[j].carrier; c >= 0; c = joints[static_cast<std::size_t>(c)].carrier) {
          const int next = figure.dofs_end(c);
          if (next > done)
            put(apart, apart.row(k) * kernels[static_cast<std::size_t>(c)], done, next, H.data() + k * H.rows());
          done = next;
        }
      }
    }
  }

 private:
  template <int N, typename Factors>
  static void put(const Eigen::Matrix<double, Eigen::Dynamic, N>& rows, const Eigen::MatrixBase<Factors>& given,
                  int begin, int end, double* column) {
    const Eigen::Matrix<double, 1, N> factors = given;
    const double* values = rows.data();
    const Eigen::Index n = rows.rows();
    for (int l = begin; l < end; ++l) {
      double sum = 0.0;
      for (int i = 0; i < N; ++i) sum += factors[i] * values[i * n + l];
      column[l] = sum;
    }
  }
};

}  // namespace poise
