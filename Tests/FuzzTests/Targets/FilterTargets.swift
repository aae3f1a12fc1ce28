@testable import PubNubOrigin
import PubNubWire

/// Filter expressions of subscribers.
enum FilterTargets {
    static let all = [FuzzTarget(name: "filter", dictionary: "filter", longest: 1024, check: filter)]

    /// Three lines: the expression, the metadata, the message.
    private static func filter(_ bytes: [UInt8]) throws {
        let lines = FuzzInput(bytes).lines
        let text = String(decoding: lines.first ?? [], as: UTF8.self)
        let expression: FilterExpression
        do throws(FilterError) {
            expression = try FilterExpression(parsing: text, bytes: 512)
        } catch {
            try require((0...text.utf8.count).contains(error.position), "an error lies inside of its expression")
            return try require(!error.reason.isEmpty, "an error says what is wrong")
        }
        try require(text.utf8.count <= 512, "a longer expression is refused")
        try require(try FilterExpression(parsing: text) == expression, "it is read the same each time")
        let message = lines.count > 2 ? lines[2] : []
        let metadata = lines.count > 1 ? lines[1] : []
        for metadata in [metadata, nil] {
            let isWanted = expression.matches(FilterSubject(metadata: metadata, payload: message))
            let again = expression.matches(FilterSubject(metadata: metadata, payload: message))
            try require(isWanted == again, "it says the same each time")
            let negated = try? FilterExpression(parsing: "!(\(text))")
            let isUnwanted = negated?.matches(FilterSubject(metadata: metadata, payload: message)) ?? false
            try require(!(isWanted && isUnwanted), "what is true is not false as well")
        }
    }
}
