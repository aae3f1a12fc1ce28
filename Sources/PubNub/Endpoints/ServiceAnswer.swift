/// What the service said when it refused a call that ends in a status: those of App Context, message actions and stored
/// messages.
struct ServiceAnswer: Error, Sendable, Equatable {
    /// The HTTP status, or the status that the answer itself claims.
    let status: Int
    /// Its words, and below them what it found wrong, one thing a line.
    var information: String
}

extension ServiceAnswer {
    /// Whether what was called is off for the subscribe key.
    var isNotEnabled: Bool { information.contains("not enabled") }
}
