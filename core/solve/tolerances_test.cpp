#include "solve/tolerances.hpp"

#include <set>
#include <string>

#include "testing/check.hpp"

using namespace poise;

TEST("every tolerance can be found by a name of its own, and changed by it") {
  Tolerances tolerances;
  std::set<std::string> names;
  std::size_t bytes = 0;
  for (const ToleranceField& field : fields_of(tolerances)) {
    names.insert(field.name);
    bytes += std::holds_alternative<double*>(field.value) ? sizeof(double) : sizeof(int);
    CHECK(std::visit([](auto* value) { return *value > 0; }, field.value));
  }
  CHECK(names.size() == fields_of(tolerances).size());
  // No field is left out: the rest is what the compiler pads after ints that stand before doubles. A field that changes
  // how many ints stand there changes this number, too.
  const std::size_t padding = 20;
  CHECK(sizeof(Tolerances) - bytes == padding);
  for (const ToleranceField& field : fields_of(tolerances)) {
    if (std::string(field.name) == "trust.first_radius") *std::get<double*>(field.value) = 0.4;
  }
  CHECK(tolerances.trust.first_radius == 0.4);
}
