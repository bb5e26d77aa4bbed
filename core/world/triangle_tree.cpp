#include "world/triangle_tree.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include "world/triangle.hpp"

namespace poise {

namespace {

constexpr int kLeaf = 2;         // faces in a leaf: what a box more would cost
constexpr double kDipole = 2.0;  // radii: farther away, a node is a dipole (Barill et al. 2018, β)

// The angle in space that a triangle fills, signed, as a share of all of it (van Oosterom and Strackee 1983).
double share_of_sphere(const Vec3& a, const Vec3& b, const Vec3& c) {
  const double la = a.norm(), lb = b.norm(), lc = c.norm();
  const double over = a.dot(b.cross(c));
  const double under = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
  return std::atan2(over, under) / (2.0 * std::numbers::pi);
}

double squared_gap(const Vec3& low, const Vec3& high, const Vec3& point) {
  return (low - point).cwiseMax(point - high).cwiseMax(0.0).squaredNorm();
}

}  // namespace

TriangleTree::TriangleTree(std::vector<Vec3> corners, std::vector<std::array<int, 3>> faces)
    : corners_(std::move(corners)), faces_(std::move(faces)) {
  std::vector<Vec3> middles;
  middles.reserve(faces_.size());
  for (int i = 0; i < static_cast<int>(faces_.size()); ++i)
    middles.emplace_back((corner(i, 0) + corner(i, 1) + corner(i, 2)) / 3.0);
  nodes_.reserve(faces_.size());
  build(0, static_cast<int>(faces_.size()), middles);
}

// Faces are sorted in place: the halves of every node lie beside each other.
int TriangleTree::build(int begin, int end, std::vector<Vec3>& middles) {
  const int self = static_cast<int>(nodes_.size());
  nodes_.emplace_back();
  Node node;
  node.begin = begin;
  node.end = end;
  bound(node);
  if (end - begin > kLeaf) {
    Eigen::Index axis = 0;
    (node.high - node.low).maxCoeff(&axis);
    std::vector<int> order(static_cast<std::size_t>(end - begin));
    std::iota(order.begin(), order.end(), begin);
    const auto middle = order.begin() + static_cast<std::ptrdiff_t>(order.size() / 2);
    std::nth_element(order.begin(), middle, order.end(), [&](int i, int k) {
      return std::pair(middles[static_cast<std::size_t>(i)][axis], i) <
             std::pair(middles[static_cast<std::size_t>(k)][axis], k);
    });
    std::vector<std::array<int, 3>> sorted;
    std::vector<Vec3> sorted_middles;
    for (const int i : order) {
      sorted.push_back(faces_[static_cast<std::size_t>(i)]);
      sorted_middles.push_back(middles[static_cast<std::size_t>(i)]);
    }
    std::copy(sorted.begin(), sorted.end(), faces_.begin() + begin);
    std::copy(sorted_middles.begin(), sorted_middles.end(), middles.begin() + begin);
    build(begin, begin + (end - begin) / 2, middles);
    node.right = build(begin + (end - begin) / 2, end, middles);
  }
  nodes_[static_cast<std::size_t>(self)] = node;
  return self;
}

void TriangleTree::bound(Node& node) const {
  node.low = node.high = corner(node.begin, 0);
  node.area = node.center = Vec3::Zero();
  double size = 0.0;
  for (int i = node.begin; i < node.end; ++i) {
    const Vec3 &a = corner(i, 0), &b = corner(i, 1), &c = corner(i, 2);
    const Vec3 area = 0.5 * (b - a).cross(c - a);
    node.area += area;
    node.center += area.norm() * (a + b + c) / 3.0;
    size += area.norm();
    node.low = node.low.cwiseMin(a).cwiseMin(b).cwiseMin(c);
    node.high = node.high.cwiseMax(a).cwiseMax(b).cwiseMax(c);
  }
  node.center = size > 0.0 ? Vec3(node.center / size) : Vec3(0.5 * (node.low + node.high));
  for (int i = node.begin; i < node.end; ++i) {
    for (int k = 0; k < 3; ++k) node.radius = std::max(node.radius, (corner(i, k) - node.center).norm());
  }
}

TriangleTree::Found TriangleTree::nearest(const Vec3& point, int near, double slack) const {
  Search search{point, slack, {}, 0.0};
  search.take(squared_distance(point, near), near);
  look(0, search);
  return {std::sqrt(search.best.distance), search.best.face};
}

void TriangleTree::Search::take(double squared, int face) {
  best = {squared, face};
  const double worth = std::max(0.0, std::sqrt(squared) - slack);
  limit = worth * worth;
}

double TriangleTree::squared_distance(const Vec3& point, int face) const {
  return (point - nearest_on_triangle(point, corner(face, 0), corner(face, 1), corner(face, 2))).squaredNorm();
}

void TriangleTree::look(int index, Search& search) const {
  const Node& node = nodes_[static_cast<std::size_t>(index)];
  if (node.right == 0) {
    for (int i = node.begin; i < node.end; ++i) {
      const double squared = squared_distance(search.point, i);
      if (squared < search.best.distance) search.take(squared, i);
    }
    return;
  }
  int first = index + 1, second = node.right;
  const auto gap = [&](int child) {
    return squared_gap(nodes_[static_cast<std::size_t>(child)].low, nodes_[static_cast<std::size_t>(child)].high,
                       search.point);
  };
  double near = gap(first), far = gap(second);
  if (far < near) {
    std::swap(first, second);
    std::swap(near, far);
  }
  if (near < search.limit) look(first, search);
  if (far < search.limit) look(second, search);
}

double TriangleTree::winding(const Vec3& point) const { return around(0, point); }

double TriangleTree::around(int index, const Vec3& point) const {
  const Node& node = nodes_[static_cast<std::size_t>(index)];
  const Vec3 away = node.center - point;
  const double distance = away.norm();
  if (distance > kDipole * node.radius)
    return node.area.dot(away) / (4.0 * std::numbers::pi * distance * distance * distance);
  if (node.right != 0) return around(index + 1, point) + around(node.right, point);
  double sum = 0.0;
  for (int i = node.begin; i < node.end; ++i)
    sum += share_of_sphere(corner(i, 0) - point, corner(i, 1) - point, corner(i, 2) - point);
  return sum;
}

}  // namespace poise
