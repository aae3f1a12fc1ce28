import PubNubWire

/// Compares a response of the origin with the recorded one.
enum RecordedShape {
    /// Whether the response contains all members of the recording; a current response may have more.
    static func contains(_ answer: JSON, _ recorded: JSON) -> Bool {
        switch (answer, recorded) {
        case (.object(let answer), .object(let recorded)):
            recorded.allSatisfy { name, value in answer[name].map { contains($0, value) } ?? false }
        case (.array(let answer), .array(let recorded)):
            answer.count == recorded.count && zip(answer, recorded).allSatisfy { contains($0, $1) }
        default:
            answer == recorded
        }
    }

    /// Whether a value is a current timetoken, as a string or as a number.
    static func isTimetoken(_ value: JSON?, quoted: Bool) -> Bool {
        guard let value, (value.string != nil) == quoted else { return false }
        return Timetoken(value).map { $0.rawValue > 10_000_000_000_000_000 } ?? false
    }
}
