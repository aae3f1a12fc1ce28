/// The rule for the type that a publisher gives a message.
package enum CustomMessageType {
    /// The rule, for errors.
    package static let rule =
        "A custom message type has 3 to 50 letters, digits, - and _, begins with a letter or a digit, and not with pn_ or pn-."

    /// Whether a message may have a type.
    ///
    /// - Parameter type: The type.
    /// - Returns: Whether it has 3 to 50 ASCII letters, digits, `-` and `_`, begins with a letter or a digit, and does not begin with `pn_` or `pn-`,
    ///   which the service reserves.
    package static func isValid(_ type: String) -> Bool {
        let bytes = type.utf8
        guard (3...50).contains(bytes.count), let first = bytes.first, isLetterOrDigit(first) else { return false }
        guard !type.hasPrefix("pn_"), !type.hasPrefix("pn-") else { return false }
        return bytes.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}
