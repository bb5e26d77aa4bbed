#include "solve/tolerances.hpp"

namespace poise {

namespace {

using Fields = std::vector<ToleranceField>;

void add_fields(Precision& of, Fields& fields) {
  fields.push_back({"precision.nothing", &of.nothing});
  fields.push_back({"precision.last_motion", &of.last_motion});
  fields.push_back({"precision.noise", &of.noise});
  fields.push_back({"precision.converged", &of.converged});
  fields.push_back({"precision.loosely_converged", &of.loosely_converged});
  fields.push_back({"precision.restored", &of.restored});
  fields.push_back({"precision.finely_restored", &of.finely_restored});
  fields.push_back({"precision.loosely_restored", &of.loosely_restored});
  fields.push_back({"precision.small_gain", &of.small_gain});
  fields.push_back({"precision.large_gain", &of.large_gain});
  fields.push_back({"precision.short_step", &of.short_step});
}

void add_fields(TrustTolerances& of, Fields& fields) {
  fields.push_back({"trust.first_damping", &of.first_damping});
  fields.push_back({"trust.damping_decrease", &of.damping_decrease});
  fields.push_back({"trust.damping_growth", &of.damping_growth});
  fields.push_back({"trust.least_damping", &of.least_damping});
  fields.push_back({"trust.first_radius", &of.first_radius});
  fields.push_back({"trust.largest_radius", &of.largest_radius});
  fields.push_back({"trust.radius_growth", &of.radius_growth});
  fields.push_back({"trust.radius_decrease", &of.radius_decrease});
  fields.push_back({"trust.good_agreement", &of.good_agreement});
  fields.push_back({"trust.poor_agreement", &of.poor_agreement});
  fields.push_back({"trust.slow_convergence", &of.slow_convergence});
  fields.push_back({"trust.dead_band", &of.dead_band});
  fields.push_back({"trust.dead_band_residual", &of.dead_band_residual});
}

void add_fields(ProposalTolerances& of, Fields& fields) {
  fields.push_back({"proposal.near_goal", &of.near_goal});
  fields.push_back({"proposal.finishing_share", &of.finishing_share});
  fields.push_back({"proposal.valley_damping", &of.valley_damping});
  fields.push_back({"proposal.left_bound", &of.left_bound});
  fields.push_back({"proposal.affordable_loss", &of.affordable_loss});
  fields.push_back({"proposal.most_halvings", &of.most_halvings});
  fields.push_back({"proposal.reusable_motion", &of.reusable_motion});
  fields.push_back({"proposal.reusable_corrections", &of.reusable_corrections});
}

void add_fields(RestorationTolerances& of, Fields& fields) {
  fields.push_back({"restoration.most_corrections", &of.most_corrections});
  fields.push_back({"restoration.allowed_joints_alone", &of.allowed_joints_alone});
  fields.push_back({"restoration.chord_convergence", &of.chord_convergence});
  fields.push_back({"restoration.slow_correction", &of.slow_correction});
  fields.push_back({"restoration.most_slow_corrections", &of.most_slow_corrections});
  fields.push_back({"restoration.stagnation", &of.stagnation});
  fields.push_back({"restoration.second_order_damping", &of.second_order_damping});
  fields.push_back({"restoration.damping_share", &of.damping_share});
  fields.push_back({"restoration.same_bound", &of.same_bound});
  fields.push_back({"restoration.longest_correction", &of.longest_correction});
}

void add_fields(AcceptanceTolerances& of, Fields& fields) {
  fields.push_back({"acceptance.disturbance", &of.disturbance});
  fields.push_back({"acceptance.restored", &of.restored});
  fields.push_back({"acceptance.price", &of.price});
  fields.push_back({"acceptance.contracting", &of.contracting});
  fields.push_back({"acceptance.idle_steps", &of.idle_steps});
}

void add_fields(AttemptTolerances& of, Fields& fields) {
  fields.push_back({"attempt.trials", &of.trials});
  fields.push_back({"attempt.hopeless_trials", &of.hopeless_trials});
  fields.push_back({"attempt.same_loss", &of.same_loss});
}

void add_fields(ProgressTolerances& of, Fields& fields) {
  fields.push_back({"progress.unrecorded_steps", &of.unrecorded_steps});
  fields.push_back({"progress.patience", &of.patience});
  fields.push_back({"progress.long_solve", &of.long_solve});
  fields.push_back({"progress.same_residual", &of.same_residual});
  fields.push_back({"progress.same_posture", &of.same_posture});
}

void add_fields(EscapeTolerances& of, Fields& fields) {
  fields.push_back({"escape.most", &of.most});
  fields.push_back({"escape.sizes", &of.sizes});
  fields.push_back({"escape.first_step", &of.first_step});
  fields.push_back({"escape.shrink", &of.shrink});
  fields.push_back({"escape.least_gain", &of.least_gain});
  fields.push_back({"escape.alike", &of.alike});
  fields.push_back({"escape.worth_of_symmetry", &of.worth_of_symmetry});
  fields.push_back({"escape.least_worth", &of.least_worth});
  fields.push_back({"escape.bent_share", &of.bent_share});
  fields.push_back({"escape.beyond_middle", &of.beyond_middle});
  fields.push_back({"escape.past_middle", &of.past_middle});
  fields.push_back({"escape.farthest", &of.farthest});
  fields.push_back({"escape.worth_of_a_leap", &of.worth_of_a_leap});
}

}  // namespace

std::vector<ToleranceField> fields_of(Tolerances& tolerances) {
  Fields fields;
  add_fields(tolerances.precision, fields);
  add_fields(tolerances.trust, fields);
  add_fields(tolerances.proposal, fields);
  add_fields(tolerances.restoration, fields);
  add_fields(tolerances.acceptance, fields);
  add_fields(tolerances.attempt, fields);
  add_fields(tolerances.progress, fields);
  add_fields(tolerances.escape, fields);
  fields.push_back({"longest_cascaded_step", &tolerances.longest_cascaded_step});
  return fields;
}

}  // namespace poise
