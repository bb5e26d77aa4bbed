#include "picture/canvas.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace poise {

namespace {

constexpr float kOnTop = 1e6f;  // nearer than anything that is not on top

// Directions towards the lamps, in the picture's axes, and their strengths: set by eye on a grey ball and on a body.
constexpr float kKey[3] = {0.353f, 0.661f, 0.661f}, kFill[3] = {-0.805f, 0.284f, 0.521f},
                kRim[3] = {0.092f, 0.552f, -0.828f};
constexpr float kHalf[3] = {0.194f, 0.363f, 0.911f};  // between the key and the eye
constexpr float kKeyLight = 0.74f, kFillLight = 0.15f, kRimLight = 0.16f;
constexpr float kSky = 0.40f, kGround = 0.17f;
constexpr float kWrap = 0.18f;  // light that creeps around a soft body
constexpr float kGloss = 0.035f;

float dot(const float (&a)[3], const float (&b)[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// The sRGB curve (IEC 61966-2-1) of linear light 0 … 1, in 4096 steps.
const std::array<std::uint8_t, 4097>& screen_values() {
  static const std::array<std::uint8_t, 4097> table = [] {
    std::array<std::uint8_t, 4097> made{};
    for (std::size_t i = 0; i < made.size(); ++i) {
      const double x = static_cast<double>(i) / 4096.0;
      const double y = x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1.0 / 2.4) - 0.055;
      made[i] = static_cast<std::uint8_t>(std::lround(255.0 * y));
    }
    return made;
  }();
  return table;
}

}  // namespace

struct Canvas::Corner {
  float x, y, near;
  float normal[3];
  float color[4];
};

Canvas::Canvas(int width, int height, int finer, const float (&up)[3])
    : width_(width), height_(height), finer_(finer), up_{up[0], up[1], up[2]} {
  const auto samples = static_cast<std::size_t>(width) * static_cast<std::size_t>(finer) *
                       static_cast<std::size_t>(height) * static_cast<std::size_t>(finer);
  near_.assign(samples, -std::numeric_limits<float>::infinity());
  color_.assign(3 * samples, 1.0f);
}

void Canvas::fill(const double* background) {
  const int wide = width_ * finer_;
  for (int y = 0; y < height_ * finer_; ++y) {
    for (int x = 0; x < wide; ++x) {
      const double* from = background + 3 * (static_cast<std::size_t>(y / finer_) * static_cast<std::size_t>(width_) +
                                             static_cast<std::size_t>(x / finer_));
      float* to =
          &color_[3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(wide) + static_cast<std::size_t>(x))];
      for (int k = 0; k < 3; ++k) to[k] = static_cast<float>(from[k]);
    }
  }
}

void Canvas::draw(const Sheet& sheet, const Paint& paint) {
  const auto corner = [&](std::int64_t i) {
    const double *p = sheet.places + 3 * i, *n = sheet.normals + 3 * i, *c = sheet.colors + 4 * i;
    const auto f = [](double v) { return static_cast<float>(v); };
    const float scale = static_cast<float>(finer_);
    const float near = f(p[2]) + (paint.on_top ? kOnTop : 0.0f);
    return Corner{
        scale * f(p[0]), scale * f(p[1]), near, {f(n[0]), f(n[1]), f(n[2])}, {f(c[0]), f(c[1]), f(c[2]), f(c[3])}};
  };
  // Of what nothing shines through, fronts come first: they hide most backs, which then need no light.
  const bool hides = paint.opacity >= 1.0f;
  for (const Facing facing : {hides ? Facing::kFront : Facing::kBoth, Facing::kBack}) {
    if (facing == Facing::kBack && !hides) break;
    for (std::size_t t = 0; t < sheet.triangles; ++t) {
      const std::int64_t* face = sheet.faces + 3 * t;
      triangle({corner(face[0]), corner(face[1]), corner(face[2])}, paint, facing);
    }
  }
}

void Canvas::triangle(const Corner (&c)[3], const Paint& paint, Facing wanted) {
  // Twice the area, positive when the front is seen: pictures count y downwards.
  const float area = (c[2].x - c[0].x) * (c[1].y - c[0].y) - (c[1].x - c[0].x) * (c[2].y - c[0].y);
  if (!(std::abs(area) > 1e-12f) || (paint.on_top && area < 0.0f)) return;
  if (wanted != Facing::kBoth && (area > 0.0f) != (wanted == Facing::kFront)) return;
  const float facing = area > 0.0f ? 1.0f : -1.0f, share = 1.0f / area;
  const int wide = width_ * finer_, high = height_ * finer_;
  const auto low = [](float v) { return static_cast<int>(std::ceil(v - 0.5f)); };
  const auto [x_min, x_max] = std::minmax({c[0].x, c[1].x, c[2].x});
  const auto [y_min, y_max] = std::minmax({c[0].y, c[1].y, c[2].y});
  if (!(x_max > 0.0f && y_max > 0.0f && x_min < static_cast<float>(wide) && y_min < static_cast<float>(high))) return;
  const int x0 = low(std::max(x_min, 0.0f)), x1 = low(std::min(x_max, static_cast<float>(wide)));
  const int y0 = low(std::max(y_min, 0.0f)), y1 = low(std::min(y_max, static_cast<float>(high)));
  for (int y = y0; y < y1; ++y) {
    for (int x = x0; x < x1; ++x) {
      const float px = static_cast<float>(x) + 0.5f, py = static_cast<float>(y) + 0.5f;
      const auto part = [&](const Corner& a, const Corner& b) {
        return ((b.x - px) * (a.y - py) - (a.x - px) * (b.y - py)) * share;
      };
      const float w[3] = {part(c[1], c[2]), part(c[2], c[0]), part(c[0], c[1])};
      if (w[0] < 0.0f || w[1] < 0.0f || w[2] < 0.0f) continue;
      const auto at = static_cast<std::size_t>(y) * static_cast<std::size_t>(wide) + static_cast<std::size_t>(x);
      const float near = w[0] * c[0].near + w[1] * c[1].near + w[2] * c[2].near;
      if (near <= near_[at]) continue;
      float normal[3], color[4], seen[3];
      for (int k = 0; k < 3; ++k) {
        normal[k] = facing * (w[0] * c[0].normal[k] + w[1] * c[1].normal[k] + w[2] * c[2].normal[k]);
      }
      for (int k = 0; k < 4; ++k) color[k] = w[0] * c[0].color[k] + w[1] * c[1].color[k] + w[2] * c[2].color[k];
      if (paint.shaded) {
        shade(normal, color, seen);
      } else {
        for (int k = 0; k < 3; ++k) seen[k] = color[k];
      }
      float* pixel = &color_[3 * at];
      for (int k = 0; k < 3; ++k) pixel[k] += paint.opacity * (seen[k] - pixel[k]);
      if (paint.opacity >= 1.0f) near_[at] = near;
    }
  }
}

void Canvas::shade(const float (&normal)[3], const float (&color)[4], float (&out)[3]) const {
  const float length = std::sqrt(std::max(dot(normal, normal), 1e-20f));
  const float n[3] = {normal[0] / length, normal[1] / length, normal[2] / length};
  const float sky = color[3] * (kGround + (kSky - kGround) * (0.5f + 0.5f * dot(n, up_)));
  const float key = std::max((dot(n, kKey) + kWrap) / (1.0f + kWrap), 0.0f) * (0.35f + 0.65f * color[3]);
  const float fill = color[3] * std::max(dot(n, kFill), 0.0f), rim = std::max(dot(n, kRim), 0.0f);
  const float light = sky + kKeyLight * key + kFillLight * fill + kRimLight * rim;
  const float shine = std::max(dot(n, kHalf), 0.0f);
  const float shine4 = shine * shine * shine * shine, gloss = kGloss * shine4 * shine4 * shine4 * shine4 * color[3];
  for (int k = 0; k < 3; ++k) out[k] = color[k] * light + gloss;
}

std::vector<std::uint8_t> Canvas::image() const {
  const auto& screen = screen_values();
  const int wide = width_ * finer_;
  const float share = 1.0f / static_cast<float>(finer_ * finer_);
  std::vector<std::uint8_t> pixels(3 * static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_));
  for (int y = 0; y < height_; ++y) {
    for (int x = 0; x < width_; ++x) {
      float sum[3] = {0.0f, 0.0f, 0.0f};
      for (int i = 0; i < finer_ * finer_; ++i) {
        const int row = y * finer_ + i / finer_, column = x * finer_ + i % finer_;
        const auto at =
            static_cast<std::size_t>(row) * static_cast<std::size_t>(wide) + static_cast<std::size_t>(column);
        for (int k = 0; k < 3; ++k)
          sum[k] += std::min(std::max(color_[3 * at + static_cast<std::size_t>(k)], 0.0f), 1.0f);
      }
      const auto at = static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
      for (std::size_t k = 0; k < 3; ++k)
        pixels[3 * at + k] = screen[static_cast<std::size_t>(4096.0f * share * sum[k] + 0.5f)];
    }
  }
  return pixels;
}

}  // namespace poise
