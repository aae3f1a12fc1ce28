/// The figures of all rounds.
struct Results {
    enum Side: String {
        case floor = "BenchFloor"
        case client = "BenchClient"
    }

    struct Key: Hashable {
        let side: Side
        let scenario: String
        let figure: String
    }

    private var rounds: [Key: [Double]] = [:]

    mutating func add(_ figures: [String: Double], side: Side, scenario: String) {
        for (figure, value) in figures {
            rounds[Key(side: side, scenario: scenario, figure: figure), default: []].append(value)
        }
    }

    /// The median of the rounds; nil if the figure was not measured.
    subscript(side: Side, scenario: String, figure: String) -> Double? {
        guard let values = rounds[Key(side: side, scenario: scenario, figure: figure)] else { return nil }
        return values.sorted()[values.count / 2]
    }
}
