// Triangles as pixels: a depth buffer and one way of lighting, the same as that of the studio
// (studio/src/scene/shading.ts).
//
// Vertices come projected: x, y in pixels from the top left corner, and how near they are, a number that is linear over
// a triangle of the picture (minus the distance for parallel rays, 1 / distance for others). Colours are linear light.
// The picture is drawn finer than it is handed out and averaged, which smooths all edges.
#pragma once

#include <cstdint>
#include <vector>

namespace poise {

// How a surface takes part in the picture.
struct Paint {
  float opacity = 1.0f;  // less is glass: it is blended over what is there and hides nothing
  bool shaded = true;    // false: its colour as it is
  bool on_top = false;   // seen through everything that is not on top itself, only from its front
};

// `count` vertices: places (x, y, near), normals in the picture's axes (right, up, towards the eye), colours (red,
// green, blue) with the share of the sky that the vertex sees as a fourth number.
struct Sheet {
  std::size_t count = 0, triangles = 0;
  const double* places = nullptr;
  const double* normals = nullptr;
  const double* colors = nullptr;
  const std::int64_t* faces = nullptr;
};

class Canvas {
 public:
  // `up`: the world's up in the picture's axes.
  Canvas(int width, int height, int finer, const float (&up)[3]);

  // (height, width, 3) linear colours of what lies behind everything.
  void fill(const double* background);

  void draw(const Sheet& sheet, const Paint& paint);

  // (height, width, 3) as screens show it (sRGB).
  std::vector<std::uint8_t> image() const;

  int width() const { return width_; }
  int height() const { return height_; }

 private:
  struct Corner;
  enum class Facing { kBoth, kFront, kBack };  // which triangles are drawn
  void triangle(const Corner (&corner)[3], const Paint& paint, Facing wanted);
  void shade(const float (&normal)[3], const float (&color)[4], float (&out)[3]) const;

  int width_, height_, finer_;
  float up_[3];
  std::vector<float> near_, color_;
};

}  // namespace poise
