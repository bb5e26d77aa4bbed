#include "testing/check.hpp"

int main() {
  using namespace poise::test;
  int failed = 0;
  for (const Case& c : cases()) {
    const int before = failures();
    c.body();
    if (failures() == before) continue;
    ++failed;
    std::printf("FAILED %s\n", c.name);
  }
  const int passed = static_cast<int>(cases().size()) - failed;
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 && passed > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
