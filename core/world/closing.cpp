#include "world/closing.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace poise {

namespace {

constexpr double kClosingReach = 0.05;  // m: nothing farther away matters for a step
constexpr int kMostBends = 400;         // of one joint; a few dozen are usual
constexpr double kWayOut = 0.0087;      // rad, half a degree: how finely the way out of something is looked for

// What the joints of one digit carry, and how much room it has.
class Closing {
 public:
  Closing(const Figure& figure, const BodyShape& body, const World& world, VecX q)
      : figure_(figure), body_(body), world_(world), q_(std::move(q)) {}

  void close(const Digit& digit) {
    for (const Bend& bend : digit) q_[bend.coordinate] = bend.from;
    bool touched = false;
    for (std::size_t i = 0; i < digit.size(); ++i) {
      if (digit[i].follows == 0.0 || touched) touched |= bend(digit, i);
    }
  }
  const VecX& coordinates() const { return q_; }

 private:
  struct Room {
    double least = kClosingReach;  // between what is carried and all else, m
    double speed = 0.0;            // of the fastest carried point per bend of the joint, m/rad, at most
  };

  // Joint i is bent to an angle, and the tendon draws the next one along.
  void set(const Digit& digit, std::size_t i, double angle) {
    q_[digit[i].coordinate] = angle;
    if (i + 1 == digit.size() || digit[i + 1].follows == 0.0) return;
    const Bend& next = digit[i + 1];
    q_[next.coordinate] = std::clamp(next.follows * angle, next.from, next.to);
  }

  // Whether it ends in touch.
  bool bend(const Digit& digit, std::size_t i) {
    double angle = q_[digit[i].coordinate];
    const double begin = angle,
                 to = digit[i].follows == 0.0 ? digit[i].to : std::min(digit[i].to, angle + digit[i].alone);
    Room room = look(digit, i);
    while (room.least < 0.0 && angle < to) {
      set(digit, i, angle = std::min(to, angle + kWayOut));
      room = look(digit, i);
    }
    if (room.least < 0.0) {
      set(digit, i, begin);
      return true;
    }
    double share = 1.0;  // of the step; less where a swing that is turned aside goes faster than its rates here
    for (int step = 0; step < kMostBends && angle < to && room.least > kContact; ++step) {
      const double next = std::min(to, angle + share * (room.least - 0.5 * kContact) / room.speed);
      set(digit, i, next);
      const Room there = look(digit, i);
      if (there.least < 0.0) {
        share *= 0.5;
        continue;
      }
      angle = next;
      room = there;
    }
    set(digit, i, angle);
    return room.least <= kContact;
  }

  Room look(const Digit& digit, std::size_t i) {
    forward(figure_, q_, kinematics_);
    placed_.update(body_, kinematics_);
    Room room;
    const bool draws = i + 1 < digit.size() && digit[i + 1].follows != 0.0;
    for (std::size_t k = i; k < digit.size(); ++k) {
      look_at_world(digit[k].segment, room.least);
      for (int part = body_.first(digit[k].segment); part < body_.first(digit[k].segment + 1); ++part) {
        const Round& round = placed_.rounds[static_cast<std::size_t>(part)];
        double speed =
            std::max(speed_of(digit[i].degree, round.a, round.ra), speed_of(digit[i].degree, round.b, round.rb));
        if (draws && k > i) {
          const int next = digit[i + 1].degree;
          speed +=
              digit[i + 1].follows * std::max(speed_of(next, round.a, round.ra), speed_of(next, round.b, round.rb));
        }
        room.speed = std::max(room.speed, speed);
      }
    }
    look_at_self(digit, i, room.least);
    return room;
  }

  // Of any point of a ball that a degree of freedom carries, per radian.
  double speed_of(int degree, const Vec3& center, double radius) const {
    const Vec3 turn = kinematics_.angular.col(degree);
    return (Vec3(kinematics_.linear.col(degree)) + turn.cross(center - kinematics_.reference)).norm() +
           radius * turn.norm();
  }

  void look_at_world(int segment, double& least) const {
    const Ball& ball = placed_.balls[static_cast<std::size_t>(segment)];
    if (ball.radius < 0.0) return;
    for (const Obstacle& obstacle : world_.obstacles()) {
      if (obstacle.nearness(ball.center).distance - ball.radius > least) continue;
      const Placement back = obstacle.frame.inverse();
      for (int part = body_.first(segment); part < body_.first(segment + 1); ++part)
        least = std::min(least,
                         obstacle.solid->against(placed_.rounds[static_cast<std::size_t>(part)].moved(back)).distance);
    }
  }

  // Pairs of which one segment is carried by joint i and the other is not.
  void look_at_self(const Digit& digit, std::size_t i, double& least) const {
    const auto carried = [&](int segment) {
      return std::any_of(digit.begin() + static_cast<std::ptrdiff_t>(i), digit.end(),
                         [&](const Bend& bend) { return bend.segment == segment; });
    };
    for (const SelfPair& pair : body_.pairs()) {
      if (carried(pair.first) == carried(pair.second)) continue;
      const Ball &one = placed_.balls[static_cast<std::size_t>(pair.first)],
                 &two = placed_.balls[static_cast<std::size_t>(pair.second)];
      if (one.radius < 0.0 || two.radius < 0.0) continue;
      if ((one.center - two.center).norm() - one.radius - two.radius + pair.depth > least) continue;
      for (int a = body_.first(pair.first); a < body_.first(pair.first + 1); ++a) {
        for (int b = body_.first(pair.second); b < body_.first(pair.second + 1); ++b)
          least = std::min(least, pair.depth + closest(placed_.rounds[static_cast<std::size_t>(a)],
                                                       placed_.rounds[static_cast<std::size_t>(b)])
                                                   .distance);
      }
    }
  }

  const Figure& figure_;
  const BodyShape& body_;
  const World& world_;
  VecX q_;
  Kinematics kinematics_;
  PlacedBody placed_;
};

}  // namespace

VecX closed(const Figure& figure, const BodyShape& body, const World& world, const std::vector<Digit>& digits, VecX q) {
  Closing closing(figure, body, world, std::move(q));
  for (const Digit& digit : digits) closing.close(digit);
  return closing.coordinates();
}

}  // namespace poise
