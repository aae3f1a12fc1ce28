import PubNubMachines
import PubNubWire

/// Strings of an app that are JSON already (3.7.8 README, "Publishing Messages").
enum JSONText {
    /// The JSON that a string contains.
    ///
    /// - Parameters:
    ///   - text: The string.
    ///   - isEnabled: Whether strings may be JSON. It is evaluated for a string that looks like JSON.
    /// - Returns: The JSON, as it was written; `nil` for a string that does not begin and end like JSON of an object, an
    ///   array or a string.
    /// - Throws: 112 for a string that does, and is not valid JSON. The error does not contain the string.
    static func json(_ text: String, if isEnabled: @autoclosure () -> Bool) throws(Failure) -> RawJSON? {
        guard looksLikeJSON(text), isEnabled() else { return nil }
        let bytes = Array(text.utf8)
        do throws(JSONError) {
            // A shorter text cannot have more values than can be read.
            if bytes.count > ReplyLimits.values { _ = try JSON(parsing: bytes) }
            return try RawJSON(validating: bytes)
        } catch {
            throw Failure(
                unsent: ErrorCode.invalidJSON,
                "The string begins and ends like JSON and is not valid JSON (\(error.reason), byte \(error.offset)).",
                suggestion: "Correct the JSON, or send strings unchanged with shouldSendTextAsJSON = false."
            )
        }
    }

    private static func looksLikeJSON(_ text: String) -> Bool {
        let closing: UInt8
        switch text.utf8.first {
        case UInt8(ascii: "{"): closing = UInt8(ascii: "}")
        case UInt8(ascii: "["): closing = UInt8(ascii: "]")
        case UInt8(ascii: "\""): closing = UInt8(ascii: "\"")
        default: return false
        }
        return text.utf8.last == closing
    }
}
