/// Advice on a name that does not exist.
enum NearestName {
    /// A sentence that names the most similar name, or all of them if none is similar.
    static func advice(on word: String, among names: [String]) -> String {
        let distances = names.map { name in
            (name: name, distance: word.lowercased().editDistance(to: name.lowercased()))
        }
        guard let best = distances.min(by: { $0.distance < $1.distance }) else { return "None is defined." }
        guard best.distance > max(2, word.count / 3) else { return "Did you mean '\(best.name)'?" }
        return "There are: \(names.sorted().joined(separator: ", "))."
    }
}

extension String {
    /// The number of characters to add, remove, replace or swap with their neighbour to get `other`.
    func editDistance(to other: String) -> Int {
        let left = Array(self)
        let right = Array(other)
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
