#include "limits/coupled_group.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "limits/swing_cut.hpp"

namespace poise {

namespace {

constexpr double kHolds = 1e-14;     // radians, metres: a row this near holds
constexpr double kDependent = 1e-9;  // share of a row's square: what it adds to the rows that hold already
constexpr int kMostExchanges = 64;   // of rows; a person's joints need three or four
constexpr int kMostRounds = 20;      // of tangents; a limb that runs along a smooth boundary needs five
constexpr double kForever = std::numeric_limits<double>::infinity();

}  // namespace

bool CoupledGroup::Held::has(std::size_t row) const {
  return std::find(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(count), row) !=
         rows.begin() + static_cast<std::ptrdiff_t>(count);
}

void CoupledGroup::Held::add(std::size_t row, double force) {
  rows[count] = row;
  forces[count++] = force;
}

void CoupledGroup::Held::remove(std::size_t place) {
  --count;
  for (std::size_t i = place; i < count; ++i) {
    rows[i] = rows[i + 1];
    forces[i] = forces[i + 1];
  }
}

CoupledGroup::CoupledGroup(const Figure& figure, int coupling) : figure_(&figure) { gather(coupling); }

bool CoupledGroup::has(int coupling) const {
  return std::find(couplings_.begin(), couplings_.end(), coupling) != couplings_.end();
}

double CoupledGroup::violation(const VecX& x) const {
  double worst = 0.0;
  for (const int c : couplings_)
    worst = std::max(worst, coupling_violation(figure_->couplings()[static_cast<std::size_t>(c)], x));
  return worst;
}

int CoupledGroup::column_of(int natural) const {
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const int offset = natural - joint(i).x;
    if (offset >= 0 && offset < size_of(joint(i).model).natural) return static_cast<int>(first_[i]) + offset;
  }
  return -1;
}

void CoupledGroup::gather(int coupling) {
  couplings_ = couplings_tied_to(*figure_, coupling);
  for (const int c : couplings_) {
    for (const int natural : figure_->couplings()[static_cast<std::size_t>(c)].indices) {
      if (column_of(natural) >= 0) continue;
      joints_.push_back(figure_->joint_of_natural(natural));
      first_.push_back(columns_);
      columns_ += static_cast<std::size_t>(size_of(joint(joints_.size() - 1).model).natural);
    }
  }
  const auto is_short = [&](int c) {
    return figure_->couplings()[static_cast<std::size_t>(c)].indices.size() <= kMostTerms;
  };
  fits_ = columns_ <= kMostColumns && std::all_of(couplings_.begin(), couplings_.end(), is_short);
  if (fits_) add_rows();
}

void CoupledGroup::add_range(const Row& given, const Range& range) {
  const double length = std::sqrt(product(given, given));
  const auto add = [&](double sign, double bound, bool equality) {
    Row& row = rows_.emplace_back(given);
    row.bound = sign * bound / length;
    row.equality = equality;
    for (double& factor : row.factors) factor *= sign / length;
  };
  if (range.min == range.max) return add(1.0, range.min, true);
  if (range.min > -1e299) add(1.0, range.min, false);
  if (range.max < 1e299) add(-1.0, range.max, false);
}

void CoupledGroup::add_rows() {
  for (const int c : couplings_) {
    const Coupling& coupling = figure_->couplings()[static_cast<std::size_t>(c)];
    Row row{coupling.indices.size(), {}, {}};
    for (std::size_t i = 0; i < coupling.indices.size(); ++i) {
      row.columns[i] = static_cast<std::size_t>(column_of(coupling.indices[i]));
      row.factors[i] = coupling.factors[i];
    }
    add_range(row, {coupling.min, coupling.max});
  }
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const Joint& own = joint(i);
    for (std::size_t k = 0; has_ranges(own.model) && k < static_cast<std::size_t>(size_of(own.model).natural); ++k)
      add_range({1, {first_[i] + k}, {1.0}}, own.limit.ranges[k]);
    const Range* twist = std::get_if<Range>(&own.limit.twist);
    if (own.model == Model::kBall && twist != nullptr) add_range({1, {first_[i] + 2}, {1.0}}, *twist);
  }
  lasting_ = rows_.size();
}

double CoupledGroup::value(const Row& row, const Columns& x) {
  double sum = 0.0;
  for (std::size_t k = 0; k < row.terms; ++k) sum += row.factors[k] * x[row.columns[k]];
  return sum;
}

double CoupledGroup::product(const Row& a, const Row& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.terms; ++i) {
    for (std::size_t j = 0; j < b.terms; ++j) sum += a.columns[i] == b.columns[j] ? a.factors[i] * b.factors[j] : 0.0;
  }
  return sum;
}

void CoupledGroup::add(const Row& row, double factor, Columns& x) {
  for (std::size_t k = 0; k < row.terms; ++k) x[row.columns[k]] += factor * row.factors[k];
}

int CoupledGroup::most_violated(const Columns& x, const Held& held) const {
  int worst = -1;
  double most = kHolds;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const double lack = rows_[i].bound - value(rows_[i], x);
    const double violation = rows_[i].equality ? std::abs(lack) : lack;
    if (violation <= most || held.has(i)) continue;
    most = violation;
    worst = static_cast<int>(i);
  }
  return worst;
}

namespace {

using SmallMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 16, 16>;
using SmallVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 16, 1>;

}  // namespace

// Lets a violated row hold the point: it moves along what the row adds to those that hold already, until the row is
// met; rows whose forces would turn around on the way leave. False when the rows contradict each other.
bool CoupledGroup::join(std::size_t index, Held& held, Columns& x) const {
  const Row& row = rows_[index];
  const double sign = row.bound - value(row, x) < 0.0 ? -1.0 : 1.0;  // an equality may be left to either side
  double force = 0.0;
  while (true) {
    const auto count = static_cast<Eigen::Index>(held.count);
    SmallMatrix gram(count, count);
    SmallVector others(count);
    for (std::size_t i = 0; i < held.count; ++i) {
      others[static_cast<Eigen::Index>(i)] = sign * product(row, rows_[held.rows[i]]);
      for (std::size_t j = 0; j <= i; ++j)
        gram(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
            product(rows_[held.rows[i]], rows_[held.rows[j]]);
    }
    const SmallVector given = others;
    if (count > 0) Eigen::LLT<SmallMatrix>(gram).solveInPlace(others);
    const double adds = product(row, row) - given.dot(others);
    const double lack = sign * (row.bound - value(row, x));
    const double whole = adds > kDependent && held.count < columns_ ? lack / adds : kForever;
    double until = kForever;
    std::size_t leaving = 0;
    for (std::size_t i = 0; i < held.count; ++i) {
      const double loses = others[static_cast<Eigen::Index>(i)];
      if (rows_[held.rows[i]].equality || loses <= 0.0 || held.forces[i] >= until * loses) continue;
      until = held.forces[i] / loses;
      leaving = i;
    }
    const double step = std::min(whole, until);
    if (step == kForever) return false;
    if (whole < kForever) add(row, sign * step, x);
    for (std::size_t i = 0; i < held.count; ++i) {
      const double change = step * others[static_cast<Eigen::Index>(i)];
      if (whole < kForever) add(rows_[held.rows[i]], -change, x);
      held.forces[i] -= change;
    }
    force += step;
    if (whole <= until) {
      held.add(index, force);
      return true;
    }
    held.remove(leaving);
  }
}

// x + Aᵀ λ with A the rows that hold: (A Aᵀ) λ = b − A x, all at once and so to the last digit.
void CoupledGroup::polish(const Columns& from, const Held& held, Columns& x) const {
  const auto count = static_cast<Eigen::Index>(held.count);
  SmallMatrix gram(count, count);
  SmallVector force(count);
  for (std::size_t i = 0; i < held.count; ++i) {
    const Row& row = rows_[held.rows[i]];
    force[static_cast<Eigen::Index>(i)] = row.bound - value(row, from);
    for (std::size_t j = 0; j <= i; ++j)
      gram(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = product(row, rows_[held.rows[j]]);
  }
  Eigen::LLT<SmallMatrix>(gram).solveInPlace(force);
  x = from;
  for (std::size_t i = 0; i < held.count; ++i) add(rows_[held.rows[i]], force[static_cast<Eigen::Index>(i)], x);
}

bool CoupledGroup::project(Columns& x) const {
  const Columns from = x;
  Held held;
  for (int i = 0; i < kMostExchanges; ++i) {
    int next = most_violated(x, held);
    if (next < 0) {
      if (held.count == 0) return true;
      polish(from, held, x);
      next = most_violated(x, held);
      if (next < 0) return true;
    }
    if (!join(static_cast<std::size_t>(next), held, x)) return false;
  }
  return false;
}

// Adds tangents for the limbs whose regions x leaves; whether there are any.
bool CoupledGroup::cut_regions(const Columns& x) {
  bool left = false;
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    if (!has_swing(joint(i).model)) continue;
    const auto cut = swing_cut(joint(i), Vec2(x[first_[i]], x[first_[i] + 1]));
    if (!cut) continue;
    left = true;
    const Row tangent{2, {first_[i], first_[i] + 1}, {-cut->slope.x(), -cut->slope.y()}, -cut->bound, false};
    std::size_t place = lasting_;
    for (; place < rows_.size(); ++place) {
      const Vec2 earlier(-rows_[place].factors[0], -rows_[place].factors[1]);
      if (cut_joints_[place - lasting_] == joints_[i] && replaces(joint(i), cut->slope, earlier)) break;
    }
    if (place == rows_.size()) {
      rows_.emplace_back();
      cut_joints_.push_back(joints_[i]);
    }
    rows_[place] = tangent;
  }
  return left;
}

void CoupledGroup::store(const Columns& before, const Columns& x, VecX& q) const {
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const int size = size_of(joint(i).model).natural;
    const Eigen::Map<const VecX> natural(x.data() + first_[i], size), was(before.data() + first_[i], size);
    if (natural == was) continue;
    store_natural(joint(i), natural, q);
    clamp_joint(joint(i), nullptr, q);  // a twist range that depends on swing follows it
  }
}

bool CoupledGroup::clamp(const VecX& asked, const VecX& clamped, VecX& q) {
  Columns from{}, here{};
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const Joint& own = joint(i);
    for (int k = 0; k < size_of(own.model).natural; ++k) {
      const std::size_t column = first_[i] + static_cast<std::size_t>(k);
      here[column] = clamped[own.x + k];
      from[column] = has_swing(own.model) && k < 2 ? here[column] : asked[own.x + k];
    }
  }
  rows_.resize(lasting_);
  cut_joints_.clear();
  for (int round = 0; round < kMostRounds; ++round) {
    Columns x = from;
    if (!project(x)) return false;
    if (cut_regions(x)) continue;
    store(here, x, q);
    return true;
  }
  return false;
}

std::vector<int> couplings_tied_to(const Figure& figure, int coupling) {
  const auto couples = [&](int c, int joint) {
    const std::vector<int>& indices = figure.couplings()[static_cast<std::size_t>(c)].indices;
    const Joint& j = figure.joints()[static_cast<std::size_t>(joint)];
    const int end = j.x + size_of(j.model).natural;
    return std::any_of(indices.begin(), indices.end(), [&](int n) { return n >= j.x && n < end; });
  };
  std::vector<int> tied{coupling};
  for (std::size_t done = 0; done < tied.size(); ++done) {
    for (const int natural : figure.couplings()[static_cast<std::size_t>(tied[done])].indices) {
      const int joint = figure.joint_of_natural(natural);
      for (int c = 0; c < static_cast<int>(figure.couplings().size()); ++c) {
        if (couples(c, joint) && std::find(tied.begin(), tied.end(), c) == tied.end()) tied.push_back(c);
      }
    }
  }
  std::sort(tied.begin(), tied.end());
  return tied;
}

void write_natural(const Figure& figure, const std::vector<int>& joints, const ConstVec& q, VecX& x) {
  for (const int index : joints) {
    const Joint& joint = figure.joints()[static_cast<std::size_t>(index)];
    const int size = size_of(joint.model).natural;
    if (joint.model == Model::kBall || joint.model == Model::kFree) {
      const SwingTwist angles = swing_twist(stored_rotation(joint, q));
      x.segment<3>(joint.x + size - 3) << angles.swing, angles.twist;
      if (joint.model == Model::kFree) x.segment<3>(joint.x) = q.segment<3>(joint.q);
    } else {
      x.segment(joint.x, size) = q.segment(joint.q, size);
    }
  }
}

double coupling_violation(const Coupling& coupling, const VecX& x) {
  double sum = 0.0, squares = 0.0;
  for (std::size_t i = 0; i < coupling.indices.size(); ++i) {
    sum += coupling.factors[i] * x[coupling.indices[i]];
    squares += coupling.factors[i] * coupling.factors[i];
  }
  const double violation = Range{coupling.min, coupling.max}.violation(sum);
  return violation > 0.0 ? violation / std::sqrt(squares) : 0.0;
}

double worst_coupling(const Figure& figure, const VecX& x) {
  double worst = 0.0;
  for (const Coupling& coupling : figure.couplings()) worst = std::max(worst, coupling_violation(coupling, x));
  return worst;
}

}  // namespace poise
