// The variables u of a step v: v = S P u. P takes first what the highest levels touch, so that the reflectors of these
// are short; S lets the joints that are willing to move do more (steps are short in u: Whitney 1969).
#pragma once

#include <vector>

#include "math/tree_matrix.hpp"

namespace poise {

class StepVariables {
 public:
  // One variable for every degree of freedom, in the order given; `scale` by degree of freedom, empty: 1.
  void set(std::vector<int> order, const VecX& scale);

  const std::vector<int>& order() const { return order_; }
  // The variables of the degrees of freedom from the last one to the first: from the leaves of the tree to its root.
  std::vector<int> leaves_first() const { return {place_.rbegin(), place_.rend()}; }
  VecX motion(const VecX& u) const;   // v
  VecX step_of(const VecX& v) const;  // u

  // From degrees of freedom to variables, in place:
  void reorder(VecX& values) const;  // values alone
  void reorder(std::vector<int>& dofs) const;
  void take(VecX& gradient) const;  // derivatives by v
  // Of several functions, column by column; the first of `given`, from there.
  void take(const MatX& given, MatX& rows) const;
  void take_both(MatX& hessian) const;  // second derivatives, symmetric
  void take_both(TreeMatrix& hessian) const { hessian.take(place_, scale_); }
  void scale(VecX& by_variable) const { by_variable.array() *= scale_.array(); }
  const VecX& scales() const { return scale_; }

 private:
  // Variables that stand as their degrees of freedom do, one after the other.
  struct Run {
    int from, to, length;
  };

  std::vector<int> order_, place_;  // degree of freedom of a variable, and the other way round
  std::vector<Run> runs_;
  VecX scale_;           // by variable
  mutable VecX column_;  // room to work in
  mutable MatX given_;
};

}  // namespace poise
