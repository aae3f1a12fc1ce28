/// What the service said when it refused a call that ends in a status: those of App Context, message actions and stored
/// messages.
package struct ServiceAnswer: Error, Sendable, Equatable {
    /// The HTTP status, or the status that the answer itself claims.
    package let status: Int
    /// Its words, and below them what it found wrong, one thing a line.
    package var information: String

    package init(status: Int, information: String) {
        self.status = status
        self.information = information
    }
}

extension ServiceAnswer {
    /// Whether what was called is off for the subscribe key.
    package var isNotEnabled: Bool { information.contains("not enabled") }
}
