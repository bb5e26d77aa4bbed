#include "body/mirror.hpp"

namespace poise {

namespace {

bool has_free_base(const Figure& figure) {
  return !figure.joints().empty() && figure.joints().front().model == Model::kFree;
}

}  // namespace

MirrorPlane mirror_plane(const Figure& figure, const Mirror& mirror, const ConstVec& q) {
  if (!has_free_base(figure)) return {mirror.axis, 0.0};
  const Joint& base = figure.joints().front();
  const Vec3 normal = stored_rotation(base, q) * mirror.axis;
  return {normal, normal.dot(q.segment<3>(base.q))};
}

// Rates have the signs of their coordinates, those of a rotation the signs of its vector. A free base moves in its own
// frame: the place by S, the turn by −S.
VecX mirror_motion(const Figure& figure, const Mirror& mirror, const VecX& v) {
  VecX image(v.size());
  const std::vector<Joint>& joints = figure.joints();
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const Joint &joint = joints[i], &other = joints[static_cast<std::size_t>(mirror.partner[i])];
    const int dof = size_of(joint.model).dof;
    if (joint.model == Model::kFree) {
      const Vec3 across = Vec3::Ones() - 2.0 * mirror.axis;
      image.segment<3>(joint.v) = across.cwiseProduct(v.segment<3>(joint.v));
      image.segment<3>(joint.v + 3) = -across.cwiseProduct(v.segment<3>(joint.v + 3));
    } else {
      image.segment(joint.v, dof) = mirror.sign.segment(joint.q, dof).cwiseProduct(v.segment(other.v, dof));
    }
  }
  return image;
}

VecX mirror_image(const Figure& figure, const Mirror& mirror, const MirrorPlane& plane, const ConstVec& q) {
  VecX image(q.size());
  for (Eigen::Index i = 0; i < q.size(); ++i) image[i] = mirror.sign[i] * q[mirror.source[static_cast<std::size_t>(i)]];
  if (!has_free_base(figure)) return image;
  const Joint& base = figure.joints().front();
  const Vec3 p = q.segment<3>(base.q);
  image.segment<3>(base.q) = p - 2.0 * (plane.normal.dot(p) - plane.offset) * plane.normal;
  const auto pure = [](const Vec3& v) { return Quat(0.0, v.x(), v.y(), v.z()); };
  store_rotation(base, pure(plane.normal) * stored_rotation(base, q) * pure(mirror.axis), image);
  return image;
}

}  // namespace poise
