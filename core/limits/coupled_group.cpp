#include "limits/coupled_group.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace poise {

namespace {

constexpr int kMostColumns = 16, kMostTerms = 4;  // of a group and of a coupling; a person's spine has 9 and 2
constexpr double kHolds = 1e-14;                  // radians, metres: a row this near holds
constexpr double kDependent = 1e-9;               // share of a row's square: what it adds to the rows that hold already

// What couplings and ranges allow a group of joints: row · x ≥ bound, rows of unit length.
class Group {
 public:
  Group(const Figure& figure, int coupling) : figure_(figure) { gather(coupling); }

  // Whether it is small enough to be treated here.
  bool fits() const { return fits_; }
  const std::vector<int>& joints() const { return joints_; }

  // Brings the joints inside; false when the nearest point was not found.
  bool clamp(const VecX& asked, const VecX& clamped, VecX& q);

 private:
  using Columns = std::array<double, kMostColumns>;
  struct Row {
    int terms = 0;
    std::array<int, kMostTerms> columns;
    std::array<double, kMostTerms> factors;
    double bound = 0.0;
    bool equality = false;
  };

  void gather(int coupling);
  int column_of(int natural) const;
  void add_rows();
  void add_range(const Row& row, const Range& range);
  static double value(const Row& row, const Columns& x);
  static double product(const Row& a, const Row& b);
  bool project(Columns& x) const;
  int most_violated(const Columns& x, const std::vector<int>& active) const;
  bool store(const Columns& from, const Columns& x, VecX& q) const;

  const Figure& figure_;
  bool fits_ = true;
  std::vector<int> couplings_, joints_, first_;  // of the joints: their first column
  std::vector<Row> rows_;
  int columns_ = 0;
};

int Group::column_of(int natural) const {
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const Joint& joint = figure_.joints()[static_cast<std::size_t>(joints_[i])];
    const int offset = natural - joint.x;
    if (offset >= 0 && offset < size_of(joint.model).natural) return first_[i] + offset;
  }
  return -1;
}

void Group::gather(int coupling) {
  couplings_ = couplings_tied_to(figure_, coupling);
  for (const int c : couplings_) {
    for (const int natural : figure_.couplings()[static_cast<std::size_t>(c)].indices) {
      if (column_of(natural) >= 0) continue;
      const int index = figure_.joint_of_natural(natural);
      joints_.push_back(index);
      first_.push_back(columns_);
      columns_ += size_of(figure_.joints()[static_cast<std::size_t>(index)].model).natural;
    }
  }
  const auto is_short = [&](int c) {
    return figure_.couplings()[static_cast<std::size_t>(c)].indices.size() <= static_cast<std::size_t>(kMostTerms);
  };
  fits_ = columns_ <= kMostColumns && std::all_of(couplings_.begin(), couplings_.end(), is_short);
  if (fits_) add_rows();
}

void Group::add_range(const Row& given, const Range& range) {
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

void Group::add_rows() {
  rows_.reserve(2 * (couplings_.size() + static_cast<std::size_t>(columns_)));
  for (const int c : couplings_) {
    const Coupling& coupling = figure_.couplings()[static_cast<std::size_t>(c)];
    Row row{static_cast<int>(coupling.indices.size()), {}, {}};
    for (std::size_t i = 0; i < coupling.indices.size(); ++i) {
      row.columns[i] = column_of(coupling.indices[i]);
      row.factors[i] = coupling.factors[i];
    }
    add_range(row, {coupling.min, coupling.max});
  }
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const Joint& joint = figure_.joints()[static_cast<std::size_t>(joints_[i])];
    for (int k = 0; has_ranges(joint.model) && k < size_of(joint.model).natural; ++k)
      add_range({1, {first_[i] + k}, {1.0}}, joint.limit.ranges[k]);
    const Range* twist = std::get_if<Range>(&joint.limit.twist);
    if (joint.model == Model::kBall && twist != nullptr) add_range({1, {first_[i] + 2}, {1.0}}, *twist);
  }
}

double Group::value(const Row& row, const Columns& x) {
  double sum = 0.0;
  for (std::size_t k = 0; k < static_cast<std::size_t>(row.terms); ++k)
    sum += row.factors[k] * x[static_cast<std::size_t>(row.columns[k])];
  return sum;
}

double Group::product(const Row& a, const Row& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(a.terms); ++i) {
    for (std::size_t j = 0; j < static_cast<std::size_t>(b.terms); ++j)
      sum += a.columns[i] == b.columns[j] ? a.factors[i] * b.factors[j] : 0.0;
  }
  return sum;
}

int Group::most_violated(const Columns& x, const std::vector<int>& active) const {
  int worst = -1;
  double most = kHolds;
  for (int i = 0; i < static_cast<int>(rows_.size()); ++i) {
    const Row& row = rows_[static_cast<std::size_t>(i)];
    const double lack = row.bound - value(row, x);
    const double violation = row.equality ? std::abs(lack) : lack;
    if (violation <= most || std::find(active.begin(), active.end(), i) != active.end()) continue;
    most = violation;
    worst = i;
  }
  return worst;
}

// x + Aᵀ λ with A the rows that hold: (A Aᵀ) λ = b − A x.
bool Group::project(Columns& x) const {
  const Columns from = x;
  std::vector<int> active;
  for (int next = most_violated(x, active); next >= 0; next = most_violated(x, active)) {
    active.push_back(next);
    const auto count = static_cast<Eigen::Index>(active.size());
    if (count > columns_) return false;
    using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMostColumns, kMostColumns>;
    Small gram(count, count);
    Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMostColumns, 1> lack(count);
    for (Eigen::Index i = 0; i < count; ++i) {
      const Row& row = rows_[static_cast<std::size_t>(active[static_cast<std::size_t>(i)])];
      lack[i] = row.bound - value(row, from);
      for (Eigen::Index j = 0; j <= i; ++j)
        gram(i, j) = product(row, rows_[static_cast<std::size_t>(active[static_cast<std::size_t>(j)])]);
    }
    const Eigen::LLT<Small> factor(gram);
    if (factor.info() != Eigen::Success) return false;
    if (const auto last = factor.matrixLLT()(count - 1, count - 1); last * last < kDependent) return false;
    factor.solveInPlace(lack);
    x = from;
    for (Eigen::Index i = 0; i < count; ++i) {
      const Row& row = rows_[static_cast<std::size_t>(active[static_cast<std::size_t>(i)])];
      if (lack[i] < 0.0 && !row.equality) return false;
      for (std::size_t k = 0; k < static_cast<std::size_t>(row.terms); ++k)
        x[static_cast<std::size_t>(row.columns[k])] += lack[i] * row.factors[k];
    }
  }
  return true;
}

bool Group::store(const Columns& from, const Columns& x, VecX& q) const {
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const Joint& joint = figure_.joints()[static_cast<std::size_t>(joints_[i])];
    const int size = size_of(joint.model).natural;
    const auto begin = static_cast<std::size_t>(first_[i]);
    const Eigen::Map<const VecX> natural(x.data() + begin, size), before(from.data() + begin, size);
    if (natural == before) continue;
    if (has_swing(joint.model)) {
      const Vec2 swing = natural.head<2>();
      if (nearest_direction(joint.limit.swing, direction_of(swing)).violation > 0.01 * kLimitTolerance) return false;
    }
    store_natural(joint, natural, q);
    clamp_joint(joint, nullptr, q);  // a twist range that depends on swing follows it
  }
  return true;
}

bool Group::clamp(const VecX& asked, const VecX& clamped, VecX& q) {
  Columns from{}, here{};
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const Joint& joint = figure_.joints()[static_cast<std::size_t>(joints_[i])];
    for (int k = 0; k < size_of(joint.model).natural; ++k) {
      const auto column = static_cast<std::size_t>(first_[i] + k);
      here[column] = clamped[joint.x + k];
      from[column] = has_swing(joint.model) && k < 2 ? here[column] : asked[joint.x + k];
    }
  }
  Columns x = from;
  return project(x) && store(here, x, q);
}

}  // namespace

std::vector<int> coupled_joints(const Figure& figure) {
  std::vector<int> joints;
  joints.reserve(figure.joints().size());
  for (const Coupling& coupling : figure.couplings()) {
    for (const int natural : coupling.indices) {
      const auto holds = [&](int i) {
        const Joint& joint = figure.joints()[static_cast<std::size_t>(i)];
        return natural >= joint.x && natural < joint.x + size_of(joint.model).natural;
      };
      if (std::none_of(joints.begin(), joints.end(), holds)) joints.push_back(figure.joint_of_natural(natural));
    }
  }
  return joints;
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

bool clamp_groups(const Figure& figure, const VecX& wanted, VecX& x, VecX& q) {
  for (int c = 0; c < static_cast<int>(figure.couplings().size()); ++c) {
    if (coupling_violation(figure.couplings()[static_cast<std::size_t>(c)], x) <= kLimitTolerance) continue;
    Group group(figure, c);
    if (!group.fits() || !group.clamp(wanted, x, q)) return false;
    write_natural(figure, group.joints(), q, x);
    if (coupling_violation(figure.couplings()[static_cast<std::size_t>(c)], x) > kLimitTolerance) return false;
  }
  return worst_coupling(figure, x) <= kLimitTolerance;
}

}  // namespace poise
