extension String {
    /// How many characters have to be added, removed, replaced or swapped with their neighbour to get `other`.
    func editDistance(to other: String) -> Int {
        let (left, right) = (Array(self), Array(other))
        var rows = [Array(0...right.count)]
        for (row, character) in left.enumerated() {
            var costs = [row + 1]
            for (column, wanted) in right.enumerated() {
                let isEqual = character == wanted
                var cost = Swift.min(
                    costs[column] + 1,
                    rows[row][column + 1] + 1,
                    rows[row][column] + (isEqual ? 0 : 1)
                )
                if row > 0, column > 0, character == right[column - 1], left[row - 1] == wanted {
                    cost = Swift.min(cost, rows[row - 1][column - 1] + 1)
                }
                costs.append(cost)
            }
            rows.append(costs)
        }
        return rows[left.count][right.count]
    }
}
