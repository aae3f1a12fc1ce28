/// Columns as wide as their widest cell.
struct Table {
    private var lines = [["what", "reach", "floor or base", "here", "ratio", "reached"]]

    mutating func add(_ cells: [String]) {
        lines.append(cells)
    }

    var text: String {
        let widths = (0..<lines[0].count).map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { cells in
            zip(cells, widths).map { cell, width in cell + String(repeating: " ", count: width - cell.count) }
                .joined(separator: "  ")
        }.joined(separator: "\n")
    }
}
