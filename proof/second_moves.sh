# White's second moves after h8, but for the board's symmetries: to be sourced.
second_moves=()
columns=(h i j k l m n o)
for row in {9..15}; do
  for ((column = 0; column <= row - 8; ++column)); do second_moves+=("h8${columns[column]}$row"); done
done
