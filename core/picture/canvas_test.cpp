#include "picture/canvas.hpp"

#include "testing/check.hpp"

using namespace poise;

namespace {

const double kNormals[9] = {0, 0, 1, 0, 0, 1, 0, 0, 1};
const double kRed[12] = {1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1}, kBlue[12] = {0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1};
const std::int64_t kFace[3] = {0, 2, 1};  // counter-clockwise for the eye, as y counts downwards

Canvas white(int side) {
  Canvas canvas(side, side, 1, {0.0f, 1.0f, 0.0f});
  const std::vector<double> background(static_cast<std::size_t>(3 * side * side), 1.0);
  canvas.fill(background.data());
  return canvas;
}

void half(Canvas& canvas, const double* colors, double near, const Paint& paint) {
  const double places[9] = {0, 0, near, 8, 0, near, 0, 8, near};
  canvas.draw({3, 1, places, kNormals, colors, kFace}, paint);
}

}  // namespace

TEST("the nearer of two triangles is seen, whichever comes first") {
  Canvas canvas = white(8);
  half(canvas, kRed, 2.0, {1.0f, false, false});
  half(canvas, kBlue, 1.0, {1.0f, false, false});
  const auto pixels = canvas.image();
  CHECK(pixels[0] == 255 && pixels[2] == 0);                  // red at the top left
  CHECK(pixels[3 * 63] == 255 && pixels[3 * 63 + 2] == 255);  // nothing at the bottom right
}

TEST("what is on top is seen through what is nearer, and glass hides nothing") {
  Canvas canvas = white(8);
  half(canvas, kRed, 2.0, {0.5f, false, false});
  half(canvas, kBlue, 1.0, {1.0f, false, false});
  CHECK(canvas.image()[2] == 255 && canvas.image()[0] == 0);
  half(canvas, kRed, 0.5, {1.0f, false, true});
  CHECK(canvas.image()[0] == 255 && canvas.image()[2] == 0);
}

TEST("half of two linear lights is 188 on a screen") {
  Canvas canvas = white(8);
  const double black[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  half(canvas, black, 1.0, {0.5f, false, false});
  CHECK(canvas.image()[0] == 188);
}
