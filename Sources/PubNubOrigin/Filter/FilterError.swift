/// What is wrong with a filter expression, and where.
struct FilterError: Error, Equatable {
    let reason: String
    /// Characters before the place where it was noticed.
    let position: Int

    var message: String { "Malformed filter expression: \(reason) at position \(position)" }
}
