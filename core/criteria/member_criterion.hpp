// A criterion of one of several figures that are posed as one: it sees its own figure alone.
#pragma once

#include <memory>
#include <utility>

#include "body/member.hpp"
#include "criteria/criterion.hpp"

namespace poise {

class MemberCriterion final : public Criterion {
 public:
  MemberCriterion(Member member, std::shared_ptr<Criterion> own) : member_(std::move(member)), own_(std::move(own)) {}

  // The criterion as the member alone has it.
  const std::shared_ptr<Criterion>& own() const { return own_; }

  double evaluate(const TaskView& view, VecX& gradient, MatX& hessian) const override;
  bool is_by_joint() const override { return own_->is_by_joint(); }
  double evaluate_by_joint(const TaskView& view, VecX& gradient, TreeMatrix& hessian) const override;
  double value(const TaskView& view) const override;

 private:
  Member member_;
  std::shared_ptr<Criterion> own_;
};

}  // namespace poise
