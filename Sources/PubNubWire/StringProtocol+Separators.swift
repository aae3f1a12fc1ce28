/// Separators of the protocol as what they are in it: bytes.
///
/// Swift compares characters, and takes a separator and a combining mark behind it for one of them: `?` is not the first
/// character of `?` followed by U+0301. In a URL and in a list it separates all the same.
extension StringProtocol where SubSequence == Substring {
    /// The parts between ASCII separators; empty ones are left out unless `keepsEmpty` says otherwise.
    package func split(at separator: Unicode.Scalar, maxSplits: Int = .max, keepsEmpty: Bool = false) -> [Substring] {
        self[...].utf8
            .split(separator: UInt8(ascii: separator), maxSplits: maxSplits, omittingEmptySubsequences: !keepsEmpty)
            .map { Substring($0) }
    }

    /// What is before and behind the first ASCII separator; nil behind it when there is none.
    package func cut(at separator: Unicode.Scalar) -> (before: Substring, behind: Substring?) {
        let parts = split(at: separator, maxSplits: 1, keepsEmpty: true)
        return (parts.first ?? "", parts.count > 1 ? parts[1] : nil)
    }

    /// Whether the ASCII character is anywhere in the text.
    package func holds(_ separator: Unicode.Scalar) -> Bool {
        utf8.contains(UInt8(ascii: separator))
    }
}
