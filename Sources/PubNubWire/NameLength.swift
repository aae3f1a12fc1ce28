/// The length of a name of a channel, group, namespace, object or client, which client and server count in the same way.
///
/// The documentation of the service allows 92 UTF-8 characters. Unicode scalars are counted, so a name has up to 368 bytes.
package enum NameLength {
    /// The number of Unicode scalars of a name that is too long.
    ///
    /// - Parameters:
    ///   - name: The name, without the suffix of presence.
    ///   - limit: The maximum number of Unicode scalars.
    /// - Returns: The number; `nil` for a name within the limit.
    package static func excess(of name: String, limit: Int = ServiceLimits.maxNameLength) -> Int? {
        // Counts only if the number of bytes, which is never smaller, does not suffice.
        guard name.utf8.count > limit else { return nil }
        let count = name.unicodeScalars.count
        return count > limit ? count : nil
    }

    /// Whether a name is longer than a limit.
    package static func isExceeded(by name: String, limit: Int) -> Bool {
        excess(of: name, limit: limit) != nil
    }
}
