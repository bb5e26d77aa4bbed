#include "direct/constrained_pull.hpp"

#include <algorithm>

namespace poise {

namespace {

constexpr double kSaysNothingNew = 1e-9;  // share of the largest row: what a row adds to the others, below which it is
                                          // one of them; also what Welman's truncation leaves out
constexpr double kBeyond = 1e-12;         // rad, links: farther beyond a limit counts

using Decomposition = Eigen::CompleteOrthogonalDecomposition<MatX>;

struct Held {
  Eigen::Index row;
  bool upper;
};

// The row that a motion breaks most, if any.
bool find_broken(const VecX& w, const ConstraintRows& rows, const std::vector<Held>& held, Held& worst) {
  double most = kBeyond;
  for (Eigen::Index i = 0; i < rows.low.size(); ++i) {
    if (std::any_of(held.begin(), held.end(), [&](const Held& h) { return h.row == i; })) continue;
    const double value = rows.Nt.col(i).dot(w), size = rows.Nt.col(i).norm();
    const double over = std::max(value - rows.high[i], rows.low[i] - value) / std::max(size, 1e-12);
    if (over <= most) continue;
    most = over;
    worst = {i, value > rows.high[i]};
  }
  return most > kBeyond;
}

}  // namespace

// An active set: limits that a motion breaks are held, one at a time, and let go when they would have to pull.
ConstrainedMotion nearest_motion(const VecX& w0, const ConstraintRows& rows) {
  const Eigen::Index n = w0.size(), m = rows.b.size();
  std::vector<Held> held;
  ConstrainedMotion found{w0, 0, false};
  const int most = 3 * static_cast<int>(n + rows.low.size()) + 10;
  for (int round = 0; round < most; ++round) {
    const Eigen::Index count = m + static_cast<Eigen::Index>(held.size());
    VecX force = VecX::Zero(count);
    found.w = w0;
    if (count > 0) {
      MatX C(n, count);
      VecX wanted(count);
      C.leftCols(m) = rows.Jt;
      wanted.head(m) = rows.b;
      for (Eigen::Index i = m; i < count; ++i) {
        const Held& h = held[static_cast<std::size_t>(i - m)];
        C.col(i) = rows.Nt.col(h.row);
        wanted[i] = h.upper ? rows.high[h.row] : rows.low[h.row];
      }
      Decomposition decomposition;
      decomposition.setThreshold(kSaysNothingNew);
      decomposition.compute(C);
      const VecX change = decomposition.transpose().solve(wanted - C.transpose() * w0);
      force = decomposition.solve(change);
      found.w += change;
      if (round == 0) found.rank = static_cast<int>(decomposition.rank());
    }
    Held broken{};
    if (find_broken(found.w, rows, held, broken)) {
      held.push_back(broken);
      continue;
    }
    // What holds at an upper end pushes back: its force is negative there.
    std::size_t pulling = held.size();
    double worst = 1e-12 * (1.0 + force.cwiseAbs().sum());
    for (std::size_t i = 0; i < held.size(); ++i) {
      const double pull = (held[i].upper ? 1.0 : -1.0) * force[m + static_cast<Eigen::Index>(i)];
      if (pull <= worst) continue;
      worst = pull;
      pulling = i;
    }
    if (pulling == held.size()) {
      found.done = true;
      return found;
    }
    held.erase(held.begin() + static_cast<std::ptrdiff_t>(pulling));
  }
  return found;
}

}  // namespace poise
