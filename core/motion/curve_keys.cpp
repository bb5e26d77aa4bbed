#include "motion/curve_keys.hpp"

#include "body/coordinates.hpp"

namespace poise {

namespace {

// The rotations of one joint at all keys.
std::vector<Quat> lifted(const Joint& joint, const MatX& stored) {
  std::vector<Quat> keys;
  for (Eigen::Index i = 0; i < stored.cols(); ++i) {
    const VecX q = stored.col(i);
    if (joint.model != Model::kSwing) {
      keys.push_back(stored_rotation(joint, q));
    } else if (i == 0) {
      keys.push_back(rotation_of_swing(q.segment<2>(joint.q)));
    } else {
      const Vec3 from = keys.back() * Vec3::UnitZ(), to = direction_of(q.segment<2>(joint.q));
      keys.push_back(normalized(direct_rotation(from, to) * keys.back()));
    }
  }
  return keys;
}

}  // namespace

CurveKeys::CurveKeys(const Figure& figure, const VecX& at, const MatX& keys) : times(at), stored(keys) {
  std::vector<int> columns;
  for (const Joint& joint : figure.joints()) {
    const bool turned = joint.model == Model::kSwing || joint.model == Model::kBall || joint.model == Model::kFree;
    const int numbers = joint.model == Model::kFree ? 3 : turned ? 0 : size_of(joint.model).stored;
    if (!turned && numbers == 0) continue;
    parts.push_back({joint.model, joint.q, joint.v, numbers > 0 ? static_cast<int>(lines) : -1,
                     turned ? static_cast<int>(turns) : -1});
    for (int k = 0; k < numbers; ++k) columns.push_back(joint.q + k);
    if (turned) turn_keys.push_back(lifted(joint, stored));
    lines += numbers;
    turns += turned ? 1 : 0;
  }
  line_keys = stored(columns, Eigen::all);
  const Eigen::Index n = count();
  spans = times.tail(n - 1) - times.head(n - 1);
  way.resize(ways(), n - 1);
  way.topRows(lines) = line_keys.rightCols(n - 1) - line_keys.leftCols(n - 1);
  for (Eigen::Index t = 0; t < turns; ++t) {
    const std::vector<Quat>& turn = turn_keys[static_cast<std::size_t>(t)];
    for (Eigen::Index i = 0; i + 1 < n; ++i) {
      const auto k = static_cast<std::size_t>(i);
      way.col(i).segment<3>(lines + 3 * t) = log_rotation(turn[k].conjugate() * turn[k + 1]);
    }
  }
}

}  // namespace poise
