/// The three texts of an error.
struct ErrorText: Sendable, Equatable {
    var description: String
    var reason: String
    var suggestion: String

    /// The texts of a code; those of `kPNUnknownError` for a number that is no code.
    static func text(for code: Int) -> ErrorText {
        table[code] ?? unknown
    }

    static let unknown = ErrorText(
        description: "The service reported an error this client does not know.",
        reason: "The service gave no reason that the client understands.",
        suggestion: "Read the description; if it does not help, turn logging on and repeat the call."
    )

    /// Every code with its texts.
    static let table = connection.merging(service) { first, _ in first }
        .merging(input) { first, _ in first }
        .merging(outbox) { first, _ in first }
        .merging([kPNUnknownError: unknown]) { first, _ in first }
}
