// A Householder factorisation of rows, one after the other, for the general way to a step.
//
// Row i is kept as a column: Qᵀ a_i, whose entries beyond the coordinates known when it came have been turned into one.
// So row i says  Σ_{j < r} c_j y_j + c_r y_r = wanted  in the coordinates y = Qᵀ v, and decides coordinate r once those
// before are known. Rows that depend on earlier ones decide none. Rows of one level are taken in the order of their
// largest new part (QR with column pivoting: Golub & Van Loan 2013, 5.4.2).
//
//   c: a column, r: rank when it was added, block: the columns and coordinates of rows that were added together
#pragma once

#include <vector>

#include "math/reflections.hpp"

namespace poise {

constexpr double kDependent = 1e-7;  // a row whose new part is a smaller share of it than this is dependent

// Where a column comes from.
struct RowOwner {
  static constexpr int kBound = -1;      // `row` is that of a bound
  static constexpr int kDirection = -2;  // no row at all: a direction that a level keeps for itself
  int level;
  int row;
};

struct RowBlock {
  int first = 0, rank = 0;     // coordinates [first, first + rank)
  int start = 0, columns = 0;  // columns [start, start + columns)
};

class RowFactorisation {
 public:
  struct Mark {
    int rank, columns;
  };

  // Forget all rows; v has n entries from now on.
  void clear(int n);
  int size() const { return n_; }
  int rank() const { return reflections_.count(); }
  int null_space() const { return n_ - rank(); }
  const Reflections& reflections() const { return reflections_; }

  // What has been added after a mark can be taken away again.
  Mark mark() const { return {rank(), columns_}; }
  void rewind(const Mark& mark) {
    reflections_.shrink(mark.rank);
    columns_ = mark.columns;
  }

  // Room for m more columns; the first of them. `adopt` adds those that have been written there, reduced by all
  // reflectors so far, as rows of a level.
  double* more(int m);
  RowBlock adopt(int m, int level);
  // Columns that are kept beside the others but decide nothing: a block of rows to be served in given coordinates.
  int columns() const { return columns_; }

  // One row, a dense column of n entries at more(1), not reduced. Its coordinate, or −1 when it is dependent.
  int adopt_bound(int row);

  double* column(int i) { return work_.data() + static_cast<std::ptrdiff_t>(i) * n_; }
  const double* column(int i) const { return work_.data() + static_cast<std::ptrdiff_t>(i) * n_; }
  Eigen::Block<const MatX> block(const RowBlock& b) const { return work_.block(b.first, b.start, b.rank, b.columns); }

  // The row that decides a coordinate: its column, and whose it is.
  int pivot(int coordinate) const { return pivot_[static_cast<std::size_t>(coordinate)]; }
  RowOwner owner(int coordinate) const { return owner_[static_cast<std::size_t>(pivot(coordinate))]; }
  // Rows of a level that were numbered among a choice of them get the numbers of the level.
  void renumber(int level, const std::vector<int>& numbers);

  // The coordinate at which its row has the value `wanted`, those before being y.
  double decided(int coordinate, double wanted, const VecX& y) const {
    const double* c = column(pivot(coordinate));
    return (wanted - Eigen::Map<const VecX>(c, coordinate).dot(y.head(coordinate))) / c[coordinate];
  }

  // Lagrange multipliers μ of the rows that decide the coordinates [0, rank): Σ μ_i a_i = −gradient, which is given in
  // the coordinates y.
  void multipliers(const VecX& gradient, int rank, VecX& mu) const;

 private:
  void measure(const RowBlock& block);
  int next_pivot(int m) const;
  void eliminate(const RowBlock& block, int chosen);

  int n_ = 0, columns_ = 0;
  Reflections reflections_;
  MatX work_;                    // the columns, block after block
  std::vector<RowOwner> owner_;  // of every column
  std::vector<int> pivot_;       // column that decides coordinate i
  // Of the rows being added: squared length of what is new in them, of all of them, and whether they are done.
  Eigen::ArrayXd new_part_, length_;
  std::vector<char> used_;
};

}  // namespace poise
