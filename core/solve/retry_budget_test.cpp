#include "solve/retry_budget.hpp"

#include "testing/check.hpp"

using namespace poise;

TEST("other tries may cost together twice what the first try took, and some hundred rounds in any case") {
  for (const std::int64_t first : {10, 5000}) {
    RetryBudget budget;
    budget.ask(100);
    budget.begin(100 + first);
    budget.begin(100 + first + 50);  // another one
    const std::int64_t most = first == 10 ? 1200 : 2 * first;
    CHECK(!budget.is_spent(100 + first + most));
    CHECK(budget.is_spent(100 + first + most + 1));
  }
}
