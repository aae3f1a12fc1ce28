/// What the service said when it refused a call of App Context.
struct ServiceAnswer: Error, Sendable, Equatable {
    /// The HTTP status, or the status that the answer itself claims.
    let status: Int
    /// Its words, and below them what it found wrong, one thing a line.
    var information: String
}
