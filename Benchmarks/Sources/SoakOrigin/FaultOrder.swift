import PubNubOrigin

/// One line of input from the soak run: `FAMILY ACTION COUNT`, such as `subscribe reset 3`.
struct FaultOrder {
    let plan: FaultPlan

    init?(_ line: String) {
        let words = line.split(separator: " ")
        guard words.count == 3, let family = FaultFamily(rawValue: String(words[0])), let count = Int(words[2]),
            let action = Self.action(words[1])
        else { return nil }
        plan = FaultPlan(rules: [FaultRule(action, family: family, occurrence: .first(count))])
    }

    private static func action(_ name: Substring) -> FaultAction? {
        switch name {
        case "drop": .drop
        case "drop-answer": .dropResponse
        case "truncate": .truncate(bytes: 7)
        case "reset": .reset
        default: nil
        }
    }
}
