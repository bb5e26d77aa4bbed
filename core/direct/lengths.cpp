#include "direct/lengths.hpp"

#include <algorithm>
#include <numeric>

namespace poise {

namespace {

// Calls visit(joint, end, distance) for everything that hangs on a joint's segment: end is another joint, or −1: a
// site.
template <typename Visit>
void for_each_link(const Figure& figure, Visit&& visit) {
  const std::vector<Joint>& joints = figure.joints();
  const auto center = [&](int i) { return joints[static_cast<std::size_t>(i)].out.inverse().p; };
  for (int i = 0; i < static_cast<int>(joints.size()); ++i) {
    const int carrier = joints[static_cast<std::size_t>(i)].carrier;
    if (carrier >= 0) visit(carrier, (joints[static_cast<std::size_t>(i)].in.p - center(carrier)).norm());
  }
  for (const Site& site : figure.sites()) visit(site.segment, (site.placement.p - center(site.segment)).norm());
}

}  // namespace

double unit_of(const Figure& figure) {
  const std::vector<double> lengths = link_lengths(figure);
  const double sum = std::accumulate(lengths.begin(), lengths.end(), 0.0);
  return sum > 0.0 ? sum / static_cast<double>(lengths.size()) : 1.0;
}

std::vector<double> link_lengths(const Figure& figure) {
  std::vector<double> lengths(figure.joints().size(), 0.0);
  double longest = 0.0;
  for_each_link(figure, [&](int joint, double distance) {
    double& length = lengths[static_cast<std::size_t>(joint)];
    length = std::max(length, distance);
    longest = std::max(longest, distance);
  });
  if (longest == 0.0) longest = 1.0;
  const double nothing = 1e-6 * longest;
  for (std::size_t i = lengths.size(); i-- > 0;) {  // those behind come first here
    if (lengths[i] <= nothing) lengths[i] = longest;
    const int carrier = figure.joints()[i].carrier;
    if (carrier >= 0 && lengths[static_cast<std::size_t>(carrier)] <= nothing)
      lengths[static_cast<std::size_t>(carrier)] = lengths[i];
  }
  return lengths;
}

}  // namespace poise
