#include "math/tree_factor.hpp"

#include <cmath>
#include <type_traits>

namespace poise {

namespace {

constexpr double kSingularPivot = 1e-15;  // of the largest entry of its block before the nodes beyond were eliminated

constexpr int kNodeRows = TreeMatrix::kMostRows;

// A node of D rows, D known to the compiler or not.
template <int D>
struct Sized {
  static constexpr int kMost = D == Eigen::Dynamic ? kNodeRows : D;
  using Block = Eigen::Matrix<double, D, D, 0, kMost, kMost>;
  using Wide = Eigen::Matrix<double, 3, D, 0, 3, kMost>;
  using Own = Eigen::Matrix<double, D, 1, 0, kMost, 1>;
};

// Calls work with the number of rows of a node: balls and hinges, of which there are most, are quicker for it.
template <typename Work>
void by_size(const TreeNode& node, Work&& work) {
  if (node.size == 3) return work(std::integral_constant<int, 3>());
  if (node.size == 1) return work(std::integral_constant<int, 1>());
  if (node.size > 0) work(std::integral_constant<int, Eigen::Dynamic>());
}

}  // namespace

int TreeFactor::factorise(const TreeMatrix& H, double shift) {
  H_ = &H;
  inverse_.resize(kNodeRows, H.size());
  gain_.resize(3, H.size());
  const std::vector<TreeNode>& nodes = H.nodes();
  std::vector<Mat3> beyond(nodes.size(), Mat3::Zero());  // P̄
  int negative = 0;
  bool singular = false;
  for (std::size_t a = nodes.size(); a-- > 0 && !singular;) {
    const TreeNode& node = nodes[a];
    by_size(node, [&](auto D) { singular = !eliminate<D()>(node, shift, beyond[a], negative); });
    if (node.parent >= 0) beyond[static_cast<std::size_t>(node.parent)] += beyond[a];
  }
  return singular ? -1 : negative;
}

// One node: P̄ becomes P. False when its pivot is singular.
template <int D>
bool TreeFactor::eliminate(const TreeNode& node, double shift, Mat3& P, int& negative) {
  using Node = Sized<D>;
  const typename Node::Wide omega = H_->omega.middleCols<D>(node.first, node.size), Pw = P * omega;
  const typename Node::Wide N = H_->beta.middleCols<D>(node.first, node.size) + Pw;
  typename Node::Block M = H_->own(node);
  M.diagonal().array() += shift;
  const double scale = M.cwiseAbs().maxCoeff();
  M.noalias() += omega.transpose() * Pw;
  const Eigen::LDLT<typename Node::Block> ldlt(M);
  for (int i = 0; i < node.size; ++i) {
    const double pivot = ldlt.vectorD()[i];
    if (!(std::abs(pivot) > kSingularPivot * scale)) return false;
    negative += pivot < 0.0 ? 1 : 0;
  }
  const typename Node::Block inverse = ldlt.solve(Node::Block::Identity(node.size, node.size));
  const typename Node::Wide gain = N * inverse;
  inverse_.block<D, D>(0, node.first, node.size, node.size) = inverse;
  gain_.middleCols<D>(node.first, node.size) = gain;
  P -= gain * N.transpose();
  P = (0.5 * (P + P.transpose())).eval();
  return true;
}

void TreeFactor::solve(Eigen::Ref<VecX> x) const {
  const std::vector<TreeNode>& nodes = H_->nodes();
  const std::vector<int>& place = H_->place();
  const auto count = static_cast<Eigen::Index>(nodes.size());
  VecX v(H_->size());
  for (int i = 0; i < H_->size(); ++i) v[i] = x[place[static_cast<std::size_t>(i)]];
  Eigen::Matrix3Xd felt = Eigen::Matrix3Xd::Zero(3, count), turned = Eigen::Matrix3Xd::Zero(3, count);
  for (Eigen::Index a = count - 1; a >= 0; --a) {
    const TreeNode& node = nodes[static_cast<std::size_t>(a)];
    by_size(node, [&](auto D) { up<D()>(node, v, felt.col(a)); });
    if (node.parent >= 0) felt.col(node.parent) += felt.col(a);
  }
  for (Eigen::Index a = 0; a < count; ++a) {
    const TreeNode& node = nodes[static_cast<std::size_t>(a)];
    if (node.parent >= 0) turned.col(a) = turned.col(node.parent);
    by_size(node, [&](auto D) { down<D()>(node, v, turned.col(a)); });
  }
  for (int i = 0; i < H_->size(); ++i) x[place[static_cast<std::size_t>(i)]] = v[i];
}

// What a node would do if those above stood still, and what of the wishes beyond it they feel.
template <int D>
void TreeFactor::up(const TreeNode& node, VecX& v, Eigen::Ref<Vec3> felt) const {
  const typename Sized<D>::Own wanted =
      v.segment<D>(node.first, node.size) + H_->omega.middleCols<D>(node.first, node.size).transpose() * felt;
  v.segment<D>(node.first, node.size).noalias() = inverse_.block<D, D>(0, node.first, node.size, node.size) * wanted;
  felt.noalias() -= gain_.middleCols<D>(node.first, node.size) * wanted;
}

// What it does, turned by those above; and how far it and they turn what it carries.
template <int D>
void TreeFactor::down(const TreeNode& node, VecX& v, Eigen::Ref<Vec3> turned) const {
  auto own = v.segment<D>(node.first, node.size);
  own.noalias() -= gain_.middleCols<D>(node.first, node.size).transpose() * turned;
  turned.noalias() += H_->omega.middleCols<D>(node.first, node.size) * own;
}

}  // namespace poise
