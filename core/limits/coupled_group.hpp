// Joints that couplings tie together, brought inside in one go.
#pragma once

#include <array>
#include <vector>

#include "limits/limits.hpp"

namespace poise {

// All couplings that share a joint with one, directly or by others, itself among them, in their order.
std::vector<int> couplings_tied_to(const Figure& figure, int coupling);
// Natural coordinates of joints; those of other joints are left as they are.
void write_natural(const Figure& figure, const std::vector<int>& joints, const ConstVec& q, VecX& x);
// How far a coupling, or the worst of all, is left: the distance to its plane.
double coupling_violation(const Coupling& coupling, const VecX& x);
double worst_coupling(const Figure& figure, const VecX& x);

// What couplings, ranges and swing regions allow a group of joints, made ready once: row · x ≥ bound, rows of unit
// length, over the natural coordinates of the group.
//
// The nearest point is found by the dual method (Goldfarb and Idnani 1983), over at most sixteen coordinates and
// without a word of memory: rows join one after the other, the most violated first, and one whose multiplier would
// turn around leaves. Regions join as tangents where the point leaves them (swing_cut.hpp).
class CoupledGroup {
 public:
  // All couplings that share a joint with the first one, directly or by others.
  CoupledGroup(const Figure& figure, int coupling);

  // Whether it is small enough to be treated here.
  bool fits() const { return fits_; }
  const std::vector<int>& joints() const { return joints_; }
  bool has(int coupling) const;
  // The farthest that one of its couplings is left at natural coordinates x of the figure.
  double violation(const VecX& x) const;

  // Brings the joints of q to the point nearest to where they were asked to be (limbs: to their direction in q, which
  // is allowed). q is the asked pose with every joint inside its own limits; `asked` and `clamped` are the natural
  // coordinates of both. False when the nearest point was not found; then q is worth nothing.
  bool clamp(const VecX& asked, const VecX& clamped, VecX& q);

 private:
  static constexpr std::size_t kMostColumns = 16, kMostTerms = 4;  // a person's spine has 9 and 2
  using Columns = std::array<double, kMostColumns>;
  struct Row {
    std::size_t terms = 0;
    std::array<std::size_t, kMostTerms> columns{};
    std::array<double, kMostTerms> factors{};
    double bound = 0.0;
    bool equality = false;
  };
  // The rows that hold the point, and with which force.
  struct Held {
    std::size_t count = 0;
    std::array<std::size_t, kMostColumns> rows;
    std::array<double, kMostColumns> forces;

    bool has(std::size_t row) const;
    void add(std::size_t row, double force);
    void remove(std::size_t place);
  };

  void gather(int coupling);
  int column_of(int natural) const;
  const Joint& joint(std::size_t i) const { return figure_->joints()[static_cast<std::size_t>(joints_[i])]; }
  void add_rows();
  void add_range(const Row& row, const Range& range);
  static double value(const Row& row, const Columns& x);
  static double product(const Row& a, const Row& b);
  static void add(const Row& row, double factor, Columns& x);
  bool project(Columns& x) const;
  bool join(std::size_t row, Held& held, Columns& x) const;
  void polish(const Columns& from, const Held& held, Columns& x) const;
  int most_violated(const Columns& x, const Held& held) const;
  bool cut_regions(const Columns& x);
  void store(const Columns& before, const Columns& x, VecX& q) const;

  const Figure* figure_;
  bool fits_ = true;
  std::vector<int> couplings_, joints_;
  std::vector<std::size_t> first_;  // of the joints: their first column
  std::vector<Row> rows_;           // those that last, then the tangents of one call
  std::vector<int> cut_joints_;     // the joints of the tangents, by their place here
  std::size_t lasting_ = 0, columns_ = 0;
};

}  // namespace poise
