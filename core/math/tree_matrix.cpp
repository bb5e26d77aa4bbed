#include "math/tree_matrix.hpp"

#include <numeric>
#include <utility>

namespace poise {

TreeMatrix::TreeMatrix(std::vector<TreeNode> nodes) : nodes_(std::move(nodes)) {
  for (const TreeNode& node : nodes_) first_.insert(first_.end(), static_cast<std::size_t>(node.size), node.first);
  const auto n = static_cast<Eigen::Index>(first_.size());
  place_.resize(first_.size());
  std::iota(place_.begin(), place_.end(), 0);
  blocks_.setZero(kMostRows, n);
  omega.setZero(3, n);
  beta.setZero(3, n);
  squares_.resize(n, 0);
}

void TreeMatrix::add_squares(const MatX& u, double weight) {
  if (weight == 0.0) return;
  const Eigen::Index had = squares_.cols();
  squares_.conservativeResize(size(), had + u.cols());
  squares_.rightCols(u.cols()) = u;
  weights_.conservativeResize(had + u.cols());
  weights_.tail(u.cols()).setConstant(weight);
}

void TreeMatrix::take(const std::vector<int>& place, const VecX& scale) {
  VecX by_row(size());
  const MatX given = squares_;
  for (int i = 0; i < size(); ++i) {
    const int variable = place[static_cast<std::size_t>(i)];
    by_row[i] = scale[variable];
    squares_.row(variable) = by_row[i] * given.row(i);
  }
  place_ = place;
  omega *= by_row.asDiagonal();
  beta *= by_row.asDiagonal();
  for (const TreeNode& node : nodes_) {
    const auto s = by_row.segment(node.first, node.size).asDiagonal();
    blocks_.block(0, node.first, node.size, node.size) = s * own(node) * s;
  }
}

void TreeMatrix::add(const TreeMatrix& other, double factor) {
  blocks_ += factor * other.blocks_;
  if (!other.beta.isZero(0.0)) {
    omega = other.omega;
    beta += factor * other.beta;
  }
  for (Eigen::Index i = 0; i < other.squares_.cols(); ++i)
    add_squares(other.squares_.col(i), factor * other.weights_[i]);
}

void TreeMatrix::add_diagonal(const VecX& by_variable) {
  for (int i = 0; i < size(); ++i) entry(i, i) += by_variable[place_[static_cast<std::size_t>(i)]];
}

// Down the tree, how far the nodes above turn each one (φ); up again, what those below ask of it (ψ).
VecX TreeMatrix::times(const VecX& v) const {
  VecX x(size()), Hx(size());
  for (int i = 0; i < size(); ++i) x[i] = v[place_[static_cast<std::size_t>(i)]];
  Eigen::Matrix3Xd phi(3, nodes_.size()), psi = Eigen::Matrix3Xd::Zero(3, static_cast<Eigen::Index>(nodes_.size()));
  const auto count = static_cast<Eigen::Index>(nodes_.size());
  for (Eigen::Index a = 0; a < count; ++a) {
    const TreeNode& node = nodes_[static_cast<std::size_t>(a)];
    phi.col(a).setZero();
    if (node.parent < 0) continue;
    const TreeNode& above = nodes_[static_cast<std::size_t>(node.parent)];
    phi.col(a) = phi.col(node.parent);
    phi.col(a).noalias() += omega.middleCols(above.first, above.size) * x.segment(above.first, above.size);
  }
  for (Eigen::Index a = count - 1; a >= 0; --a) {
    const TreeNode& node = nodes_[static_cast<std::size_t>(a)];
    const auto own_x = x.segment(node.first, node.size);
    auto out = Hx.segment(node.first, node.size);
    out.noalias() = own(node) * own_x;
    out.noalias() += beta.middleCols(node.first, node.size).transpose() * phi.col(a);
    out.noalias() += omega.middleCols(node.first, node.size).transpose() * psi.col(a);
    if (node.parent < 0) continue;
    psi.col(node.parent) += psi.col(a);
    psi.col(node.parent).noalias() += beta.middleCols(node.first, node.size) * own_x;
  }
  VecX result(size());
  for (int i = 0; i < size(); ++i) result[place_[static_cast<std::size_t>(i)]] = Hx[i];
  if (squares_.cols() > 0) result += squares_ * weights_.cwiseProduct(squares_.transpose() * v);
  return result;
}

VecX TreeMatrix::diagonal() const {
  VecX d(size());
  for (int i = 0; i < size(); ++i)
    d[place_[static_cast<std::size_t>(i)]] = blocks_(i - first_[static_cast<std::size_t>(i)], i);
  if (squares_.cols() > 0) d += squares_.cwiseAbs2() * weights_;
  return d;
}

bool TreeMatrix::is_uniform() const {
  if (size() == 0 || squares_.cols() > 0 || !beta.isZero(0.0)) return false;
  const double value = blocks_(0, 0);
  for (const TreeNode& node : nodes_) {
    const MatX unit = MatX::Identity(node.size, node.size);
    if (own(node) != value * unit) return false;
  }
  return value > 0.0;
}

MatX TreeMatrix::dense() const {
  MatX H(size(), size());
  if (squares_.cols() == 0 && beta.isZero(0.0)) {  // nothing but blocks
    H.setZero();
    for (const TreeNode& node : nodes_) {
      for (int j = node.first; j < node.first + node.size; ++j) {
        for (int i = node.first; i < node.first + node.size; ++i)
          H(place_[static_cast<std::size_t>(i)], place_[static_cast<std::size_t>(j)]) = blocks_(i - node.first, j);
      }
    }
    return H;
  }
  for (int i = 0; i < size(); ++i) H.col(i) = times(VecX::Unit(size(), i));
  return H;
}

}  // namespace poise
