/// A place in a list of the service, as an answer of it told.
public struct ChatPage: Hashable, Sendable {
    /// Where the page begins; nil for the first one.
    public var start: String?
    /// Where the page ends, for a request for the page before another; nil for none.
    public var end: String?

    /// Makes a place.
    ///
    /// - Parameters:
    ///   - start: Where the page begins.
    ///   - end: Where the page ends.
    public init(start: String? = nil, end: String? = nil) {
        self.start = start
        self.end = end
    }
}
