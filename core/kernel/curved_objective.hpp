// What comes after all rows in the quick way when it does not weigh all degrees of freedom alike: criteria whose
// Hessian B has entries within single joints, or is dense; a posture of joints with weights, B = D² and g = −D e.
//
//   min g · v + ½ vᵀ B v   where A v = a, the values that the rows have come to
//
// The minimum without rows is t = −B⁻¹ g. With B = C Cᵀ and W = A C⁻ᵀ the range-space method (Nocedal & Wright 2006,
// 16.2) needs a system as large as there are rows, and gives their Lagrange multipliers −λ besides:
//
//   W Wᵀ λ = a − A t,   v = t + C⁻ᵀ Wᵀ λ
//
// Degrees of freedom U that do not matter at all (unit vectors) are counted in B as if they did, and t gets what is
// best there, t + U c, as with a posture (last_objective.hpp): with L Lᵀ = W Wᵀ and Y = L⁻¹ A U,
//
//   Yᵀ Y c = Yᵀ L⁻¹ (a − A t)
//
// Whichever c and λ are used, a remainder a − A v is solved for again.
//
// A dense B of criteria over a tree of joints has entries only where one joint carries the other. Eliminated from the
// leaves to the root it fills in nothing (Featherstone 2008, 6.5), and C is kept by its few entries.
#pragma once

#include <array>
#include <vector>

#include "kernel/lane_order.hpp"

namespace poise {

class CurvedObjective {
 public:
  void clear() { number_ = -1; }
  // False when the Hessian is not positive (semidefinite), has entries between joints besides, or when too many degrees
  // of freedom do not matter.
  bool take(const Objective& objective, int number);
  bool take(const LevelRows& posture, int number);
  // Another gradient, the Hessian as it was.
  void aim_at(const VecX& gradient);
  void aim_at(const LevelRows& posture);

  bool exists() const { return number_ >= 0; }
  int number() const { return number_; }  // in the order of levels; −1: there is none

  // The rows, as they lie in lanes before they are reduced.
  void take_rows(const LaneOrder& order, const LaneFactorisation& factors);
  // The system that they are found by; false when they depend on each other.
  bool factorise();
  // The step at which the rows have these values, by coordinates; false when it cannot be found exactly enough.
  bool complete(const VecX& values, VecX& v);
  // How that step answers to a unit force along the row of a bound; empty where the row is of degrees of freedom that
  // do not matter.
  VecX response(const VecX& row) const;
  // Lagrange multipliers of the rows at that step, by coordinates.
  const VecX& multipliers() const { return multipliers_; }

 private:
  // C of one joint, lower triangular, and its variables.
  struct Block {
    int size = 0;
    std::array<int, TreeMatrix::kMostRows> variable{};
    Eigen::Matrix<double, TreeMatrix::kMostRows, TreeMatrix::kMostRows> factor;
  };

  bool take_blocks(const TreeMatrix& hessian, double damping);
  // One column of C: its variable, what stands at the diagonal, and the entries of variables eliminated later.
  struct Column {
    int variable;
    double root;
    int begin, end;
  };
  struct Entry {
    int variable;
    double value;
  };

  bool take_dense(const Objective& objective);
  bool eliminate(const std::vector<int>& leaves_first, double largest);
  void reduce(MatX& rows) const;      // A → A C⁻ᵀ
  void unreduce(VecX& v) const;       // x → C⁻ᵀ x
  void reduce_vector(VecX& v) const;  // g → C⁻¹ g
  void add_solution(VecX& lacking, VecX& v) const;

  int number_ = -1;
  std::vector<Block> blocks_;  // empty: dense, or by columns
  MatX dense_;                 // C; of few entries the columns say it
  std::vector<Column> columns_;
  std::vector<Entry> entries_;
  VecX target_;          // t
  MatX rows_, reduced_;  // A, W: a row each
  MatX normal_;          // L
  std::vector<int> irrelevant_;
  MatX through_, small_;  // Y, and the factor of Yᵀ Y
  VecX multipliers_;
};

}  // namespace poise
