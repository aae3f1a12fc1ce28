/// Which values of a route's requests and replies a log may show.
///
/// The lists name what may be shown. Everything else is masked, so that a placeholder or a query item that nobody thought of
/// stays out of the log. Publish and subscribe keys may be shown: they are in every application, and tell keysets apart.
package struct LoggableParts: Sendable, Hashable {
    /// The placeholders of the path that may be shown.
    package let path: Set<String>
    /// The query items whose values may be shown.
    package let query: Set<String>
    /// The members of a JSON reply that hold secrets, at any depth.
    package let secretMembers: Set<String>

    private static let usualPlaceholders: Set = ["sub", "pub", "callback"]
    private static let usualItems: Set = ["uuid", "pnsdk", "callback", "timestamp"]

    /// The parts that every route may show, and these.
    ///
    /// - Parameters:
    ///   - path: further placeholders of the path, separated by spaces.
    ///   - query: further query items, separated by spaces.
    ///   - secretMembers: members of the reply that hold secrets, separated by spaces.
    init(path: String = "", query: String = "", secretMembers: String = "") {
        func words(_ text: String) -> Set<String> { Set(text.split(at: " ").map(String.init)) }
        self.path = words(path).union(Self.usualPlaceholders)
        self.query = words(query).union(Self.usualItems)
        self.secretMembers = words(secretMembers)
    }
}
