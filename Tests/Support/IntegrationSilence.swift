/// An event that a test waited for did not arrive.
package struct IntegrationSilence: Error, CustomStringConvertible {
    /// Seconds after which a missing event fails a test instead of hanging it: far more than any machine needs.
    static let patience = 180.0

    let expected: String
    let seen: [String]

    package var description: String {
        "Nothing came\(expected.isEmpty ? "" : " for \(expected)"); before: \(seen.suffix(20).joined(separator: ", "))"
    }
}
