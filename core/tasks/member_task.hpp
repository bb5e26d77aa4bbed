// A task of one of several figures that are posed as one: it sees its own figure alone, and wants nothing of the
// others.
#pragma once

#include <memory>

#include "body/member.hpp"
#include "tasks/task.hpp"

namespace poise {

inline TaskView view_of(const Member& member, const MemberPose& pose, int step) {
  return {*member.figure, pose.q, pose.kinematics, pose.masses, step};
}

std::unique_ptr<Task> member_task(Member member, std::shared_ptr<Task> task);

// A matrix over the tree of a member, added to one over the tree of the company.
void add_member_tree(const Member& member, const TreeMatrix& own, TreeMatrix& company);

}  // namespace poise
