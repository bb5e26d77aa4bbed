#include "limb/limb.hpp"

#include <algorithm>
#include <cmath>

#include "body/kinematics.hpp"
#include "limb/limb_fit.hpp"

namespace poise {

namespace {

const Joint& joint_of(const Figure& figure, int joint) { return figure.joints()[static_cast<std::size_t>(joint)]; }

// Root first; empty when `end` does not hang on `root`.
std::vector<int> chain_between(const Figure& figure, int root, int end) {
  std::vector<int> chain;
  for (int i = end; i >= 0; i = joint_of(figure, i).carrier) {
    chain.push_back(i);
    if (i == root) return {chain.rbegin(), chain.rend()};
  }
  return {};
}

class Builder {
 public:
  Builder(std::shared_ptr<const Figure> figure, const VecX& rest) : figure_(*figure), rest_(rest) {
    limb_.figure = std::move(figure);
  }

  std::variant<Limb, Misfit> build(int root, int middle, int end, int site) {
    const std::vector<int> chain = chain_between(figure_, root, end);
    if (std::find(chain.begin(), chain.end(), middle) == chain.end() || middle == root || middle == end)
      return Misfit{middle, "does not lie between the first and the last joint of the limb"};
    twist_held_ = joint_of(figure_, middle).model == Model::kElbow && ends_in_ball(chain, middle);
    walk(chain);
    split(middle);
    if (!check_models() || !place_hinge() || !root_group() || !end_group() || !place_site(chain, site)) return misfit_;
    finish();
    return limb_;
  }

 private:
  bool refuse(int joint, std::string why) {
    misfit_ = {joint, std::move(why)};
    return false;
  }

  bool fits(const std::optional<Misfit>& misfit) { return !misfit || refuse(misfit->joint, misfit->why); }

  bool ends_in_ball(const std::vector<int>& chain, int middle) const {
    const auto after = std::find(chain.begin(), chain.end(), middle) + 1;
    return std::any_of(after, chain.end(), [&](int i) { return joint_of(figure_, i).model == Model::kBall; });
  }

  void walk(const std::vector<int>& chain) {
    limb_.carrier = joint_of(figure_, chain.front()).carrier;
    Placement at;
    for (const int i : chain) {
      const Joint& joint = joint_of(figure_, i);
      at = at * joint.in;
      links_.push_back({i, at});
      if (joint.model == Model::kElbow && twist_held_)
        at = at * Placement{Eigen::AngleAxisd(rest_[joint.q + 1], Vec3::UnitZ()).toRotationMatrix(), Vec3::Zero()};
      at = at * joint.out;
    }
    end_ = at;
  }

  void split(int middle) {
    std::vector<Link>* part = &before_;
    for (const Link& link : links_) {
      if (link.joint == middle) {
        hinge_.push_back(link);
        part = &after_;
      } else if (joint_of(figure_, link.joint).model != Model::kFixed) {
        part->push_back(link);
      }
    }
  }

  bool check_models() {
    for (const Link& link : links_) {
      const Joint& joint = joint_of(figure_, link.joint);
      if (joint.reversed) return refuse(link.joint, "is walked from its child: hold the figure nearer to the shoulder");
      if (joint.model == Model::kSlide || joint.model == Model::kFree)
        return refuse(link.joint, "moves along a line, and a limb only turns");
    }
    return true;
  }

  bool place_hinge() {
    const Link& link = hinge_.front();
    const Joint& joint = joint_of(figure_, link.joint);
    if (joint.model != Model::kHinge && joint.model != Model::kElbow)
      return refuse(link.joint, "is in the middle and must be a hinge or an elbow joint");
    limb_.axis = link.at.R * (joint.model == Model::kElbow ? Vec3(Vec3::UnitX()) : joint.axis);
    limb_.hinge = joint.limit.ranges[0];
    limb_.hinge_slot = joint.q;
    limb_.hinge_natural = joint.x;
    limb_.hinge_tangent = joint.v;
    return true;
  }

  bool root_group() {
    Vec3 center = Vec3::Zero();
    const bool one_ball = before_.size() == 1 && joint_of(figure_, before_[0].joint).model == Model::kBall;
    if (!one_ball && before_.size() != 3)
      return refuse(before_.empty() ? hinge_[0].joint : before_[0].joint,
                    "and the others before the hinge must be one ball joint, or three hinges that meet");
    if (one_ball)
      fit_ball(figure_, before_[0], limb_.root, center);
    else if (!fits(fit_hinges(figure_, before_, limb_.root, center)))
      return false;
    limb_.shoulder = center;
    limb_.upper = hinge_[0].at.p - center;
    return true;
  }

  bool end_group() {
    if (after_.empty()) return refuse(hinge_[0].joint, "is followed by no joint that can turn");
    const Link& last = after_.back();
    const Model model = joint_of(figure_, last.joint).model;
    const bool elbow = joint_of(figure_, hinge_[0].joint).model == Model::kElbow;
    std::optional<Misfit> misfit;
    if (after_.size() == 1 && model == Model::kBall)
      fit_ball(figure_, last, limb_.end, wrist_);
    else if (after_.size() == 1 && elbow && model == Model::kSwing)
      misfit = fit_twist_swing(figure_, hinge_[0], last, limb_.end, wrist_);
    else if (after_.size() == 3 && !elbow)
      misfit = fit_hinges(figure_, after_, limb_.end, wrist_);
    else
      return refuse(last.joint,
                    elbow ? "after an elbow joint must be the only one, a swing or a ball joint"
                          : "and the others after the hinge must be one ball joint, or three hinges that meet");
    limb_.lower = wrist_ - hinge_[0].at.p;
    return fits(misfit);
  }

  bool place_site(const std::vector<int>& chain, int site) {
    const Site& s = figure_.sites()[static_cast<std::size_t>(site)];
    Placement beyond = s.placement;  // the site in the frame of the last joint's segment, over fixed joints
    int at = s.segment;
    while (at >= 0 && at != chain.back()) {
      const Joint& joint = joint_of(figure_, at);
      if (joint.model != Model::kFixed) break;
      beyond = joint.in * joint.out * beyond;
      at = joint.carrier;
    }
    if (at != chain.back()) return refuse(chain.back(), "does not carry the site rigidly");
    const Placement zero = end_ * beyond;
    limb_.site = site;
    limb_.tool = zero.p - wrist_;
    limb_.site_axes = zero.R;
    return true;
  }

  // Which of the limb's seven coordinates a natural coordinate of the figure is, or −1.
  int own_coordinate(int natural) const {
    for (int i = 0; i < 3; ++i) {
      const std::size_t k = static_cast<std::size_t>(i);
      if (limb_.root.naturals[k] == natural) return i;
      if (limb_.end.naturals[k] == natural) return 4 + i;
    }
    return limb_.hinge_natural == natural ? 3 : -1;
  }

  void finish() {
    for (int i = 0; i < limb_.root.size; ++i) limb_.slots.push_back(limb_.root.slots[static_cast<std::size_t>(i)]);
    limb_.slots.push_back(limb_.hinge_slot);
    for (int i = 0; i < limb_.end.size; ++i) limb_.slots.push_back(limb_.end.slots[static_cast<std::size_t>(i)]);
    for (const Coupling& coupling : figure_.couplings()) {
      LimbCoupling own{{}, {}, coupling.min, coupling.max};
      for (std::size_t i = 0; i < coupling.indices.size(); ++i) {
        const int at = own_coordinate(coupling.indices[i]);
        if (at >= 0)
          own.terms.emplace_back(at, coupling.factors[i]);
        else
          own.outside.emplace_back(coupling.indices[i], coupling.factors[i]);
      }
      if (!own.terms.empty()) limb_.couplings.push_back(std::move(own));
    }
  }

  const Figure& figure_;
  const VecX& rest_;
  bool twist_held_ = false;
  std::vector<Link> links_, before_, hinge_, after_;
  Placement end_;  // frame of the last segment
  Vec3 wrist_ = Vec3::Zero();
  Misfit misfit_{0, ""};
  Limb limb_;
};

}  // namespace

std::variant<Limb, Misfit> make_limb(std::shared_ptr<const Figure> figure, int root, int middle, int end, int site,
                                     const VecX& rest) {
  return Builder(std::move(figure), rest).build(root, middle, end, site);
}

}  // namespace poise
