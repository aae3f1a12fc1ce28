import Foundation

/// The JSON text that custom data was read from, beside the typed value that the app works with.
///
/// It takes no part in comparisons: two values are equal when their typed fields are.
struct SourceJSON: Hashable, Sendable {
    /// The text as it came; nil for a value that the app made.
    var text: Data?
    /// Whether the typed value was assigned since it was read.
    var isChanged = false
    /// The fields that did not fit the type, and have their defaults.
    var defaulted: [String] = []

    static func == (left: SourceJSON, right: SourceJSON) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}
