/// What becomes of a request's connection.
enum OriginReply: Sendable, Equatable {
    /// An answer is sent.
    case response(OriginResponse, manner: Manner)
    /// The connection is closed.
    case close
    /// The connection is reset.
    case reset

    /// How an answer is sent.
    enum Manner: Sendable, Equatable {
        case whole
        /// Cut after this many bytes of the body, and the connection closed.
        case truncated(bytes: Int)
        /// Named gzip and sent plain.
        case wronglyEncoded
        /// In pieces with a pause before each.
        case slow(bytes: Int, every: Duration)
    }
}
