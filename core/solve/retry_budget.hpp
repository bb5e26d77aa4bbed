// What tries in other ways may cost together (retry.hpp), in rounds of the kernel: twice what the first try took. A
// question that has cost much already shall not cost ten times as much, and where the first try was long others are.
#pragma once

#include <algorithm>
#include <cstdint>

namespace poise {

class RetryBudget {
 public:
  // The question is asked after so much work.
  void ask(std::int64_t work) {
    asked_at_ = work;
    first_ = 0;
  }
  // A try begins after so much; the first one that does ends the first try.
  void begin(std::int64_t work) {
    if (first_ == 0) first_ = std::max<std::int64_t>(1, work - asked_at_);
  }
  bool is_spent(std::int64_t work) const { return work - asked_at_ - first_ > std::max(kLeast, kTries * first_); }

 private:
  // By trial, of 300 problems: with half of both one less is met than without any limit, with these as many are.
  static constexpr std::int64_t kLeast = 1200;
  static constexpr std::int64_t kTries = 2;

  std::int64_t asked_at_ = 0;
  std::int64_t first_ = 0;  // 0: no try in another way has begun
};

}  // namespace poise
