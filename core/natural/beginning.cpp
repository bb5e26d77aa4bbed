#include "natural/beginning.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/small_solve.hpp"

namespace poise {

namespace {

constexpr int kRounds = 3;           // of Newton's method: two are enough where neck and arm can do it
constexpr double kWorthwhile = 0.7;  // a round that leaves more of a lack is the last: limits are in the way
// Metres, radians: what is left then takes the solver one step, and that it takes for the rest of the body anyway.
constexpr double kCloseBy = 0.01;
constexpr double kLongest = 0.8;  // radians that a joint turns in a round: as far as the solver's first step
// Share of a chain's mean square: what hardly moves a part is not thrown about (damped least squares, Wampler 1986).
constexpr double kDamping = 1e-3;
constexpr int kMostRows = 6;

using Rows = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMostRows, 1>;

// A part, and the joints that bring it to its goal, as the net counts them.
struct Chain {
  Part part;
  int first, end;
};

constexpr std::array<Chain, 3> kChains = {{{kHead, kNeckJoints.front(), kNeckJoints.back() + 1},
                                           {kLeftHand, kFirstOfArm[0], kFirstOfArm[0] + kArmJoints},
                                           {kRightHand, kFirstOfArm[1], kFirstOfArm[1] + kArmJoints}}};

// The rotation that turns one unit vector into another, the short way; none where they are opposite.
Vec3 turn_between(const Vec3& from, const Vec3& to) {
  const Vec3 axis = from.cross(to);
  const double sine = axis.norm();
  return sine < 1e-9 ? Vec3(Vec3::Zero()) : Vec3(axis * (std::atan2(sine, from.dot(to)) / sine));
}

// What a part lacks (m, rad), in world axes: of a head that looks somewhere a turn, of a hand its place, its turn or
// both; empty where nothing is asked of it, or of a head more than a look.
Rows lack_of(const Told& told, Part part, const Placement& here) {
  const ToldPart& known = told.parts[part];
  if (part == kHead) {
    const Vec3 way = told.gaze - (here.R * told.eye + here.p);
    if (!told.looks || known.knows() || way.norm() < kCloseBy) return {};
    return turn_between(here.R.col(2), way.normalized());
  }
  Rows lack(3 * (known.placed + known.turned));
  if (known.placed) lack.head<3>() = known.point - (here.R * known.local + here.p);
  if (known.turned) lack.tail<3>() = here.R * log_rotation(Quat(Mat3(here.R.transpose() * known.turn)));
  return lack;
}

// The degrees of freedom of a chain; none where it is the way to the root: it would move all of the body but its part.
std::vector<int> freedoms_of(const Person& person, const Chain& chain) {
  std::vector<int> found;
  for (int joint = chain.first; joint < chain.end; ++joint) {
    const int own = person.joints[static_cast<std::size_t>(joint)];
    if (own >= 0 && person.figure->joints()[static_cast<std::size_t>(own)].reversed) return {};
    const Freedom freedom = freedom_of(person, joint);
    for (int k = freedom.first; k < freedom.first + freedom.count; ++k) found.push_back(k);
  }
  return found;
}

// v = W⁻¹ Jᵀ (J W⁻¹ Jᵀ + λ)⁻¹ e over the degrees of freedom of a chain, W what they weigh.
void add_motion(const Told& told, Part part, const Rows& lack, const std::vector<int>& freedoms, const VecX& weights,
                const Placement& here, const Kinematics& placed, VecX& v) {
  const auto rows = static_cast<int>(lack.size());
  const bool is_placed = part != kHead && told.parts[part].placed;
  const Vec3 point = here.R * told.parts[part].local + here.p - placed.reference;
  Eigen::Matrix<double, kMostRows, Eigen::Dynamic> J(kMostRows, static_cast<Eigen::Index>(freedoms.size()));
  for (std::size_t i = 0; i < freedoms.size(); ++i) {
    const Vec3 turn = placed.angular.col(freedoms[i]), slide = placed.linear.col(freedoms[i]);
    auto column = J.col(static_cast<Eigen::Index>(i));
    if (is_placed) column.head<3>() = slide + turn.cross(point);
    if (!is_placed || rows == kMostRows) column.segment<3>(rows - 3) = turn;
  }
  SmallSystem<kMostRows> normal(rows);
  double squares = 0.0;
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c <= r; ++c) {
      normal.A(r, c) = 0.0;
      for (std::size_t i = 0; i < freedoms.size(); ++i) {
        const auto column = static_cast<Eigen::Index>(i);
        normal.A(r, c) += J(r, column) * J(c, column) / weights[freedoms[i]];
      }
    }
    squares += normal.A(r, r);
    normal.b(r) = lack[r];
  }
  for (int r = 0; r < rows; ++r) normal.A(r, r) += kDamping * squares / rows;
  if (!normal.solve()) return;
  for (std::size_t i = 0; i < freedoms.size(); ++i) {
    double sum = 0.0;
    for (int r = 0; r < rows; ++r) sum += J(r, static_cast<Eigen::Index>(i)) * normal.b(r);
    v[freedoms[i]] = std::clamp(sum / weights[freedoms[i]], -kLongest, kLongest);
  }
}

// Brings one part to its goal; what does not come nearer stays where it was best.
void bring(const Person& person, const Foresight& seen, const Chain& chain, VecX& q) {
  const Figure& figure = *person.figure;
  const std::vector<int> freedoms = freedoms_of(person, chain);
  if (freedoms.empty()) return;
  const auto segment = static_cast<std::size_t>(person.segments[chain.part]);
  VecX best = q;
  double least = std::numeric_limits<double>::infinity();
  Kinematics placed;
  for (int round = 0; round <= kRounds; ++round) {
    place(figure, q, placed);
    const Rows lack = lack_of(seen.told, chain.part, placed.segments[segment]);
    const double size = lack.size() > 0 ? lack.norm() : 0.0;
    if (size < least) best = q;
    if (size < kCloseBy || size > kWorthwhile * least || round == kRounds) break;
    least = size;
    add_twists(figure, q, placed);
    VecX v = VecX::Zero(figure.dof());
    add_motion(seen.told, chain.part, lack, freedoms, seen.weights, placed.segments[segment], placed, v);
    q = inside(figure, integrate(figure, q, v));
  }
  q = best;
}

}  // namespace

VecX beginning(const Person& person, const Foresight& seen) {
  VecX q = seen.pose;
  for (const Chain& chain : kChains) bring(person, seen, chain, q);
  return q;
}

}  // namespace poise
