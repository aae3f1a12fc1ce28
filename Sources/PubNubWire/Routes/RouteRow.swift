/// One route of the table.
package struct RouteRow: Sendable, Hashable {
    /// The HTTP method.
    package let verb: Verb
    /// The path that clients send.
    package let template: RouteTemplate
    /// Other spellings of the path that a server must accept.
    package let aliases: [RouteTemplate]
    /// The connections it travels on.
    package let lane: Lane
    /// The place of the name of a JSONP callback.
    package let callback: CallbackPosition
    /// True when the query carries the client identifier as `uuid`.
    package let sendsIdentifier: Bool
    /// True when the query carries the authorization key as `auth`, if there is one.
    package let sendsAuth: Bool
    /// True when the request must carry a signature made with the secret key.
    package let isSigned: Bool
    /// Which values of requests and replies a log may show.
    package let logged: LoggableParts

    init(
        _ verb: Verb,
        _ template: RouteTemplate,
        aliases: [RouteTemplate] = [],
        lane: Lane = .service,
        callback: CallbackPosition,
        sendsIdentifier: Bool = false,
        sendsAuth: Bool = true,
        isSigned: Bool = false,
        logged: LoggableParts
    ) {
        self.verb = verb
        self.template = template
        self.aliases = aliases
        self.lane = lane
        self.callback = callback
        self.sendsIdentifier = sendsIdentifier
        self.sendsAuth = sendsAuth
        self.isSigned = isSigned
        self.logged = logged
    }
}

/// An HTTP method.
package enum Verb: String, Sendable, Hashable, CaseIterable {
    case get = "GET"
    case post = "POST"
    case patch = "PATCH"
    case delete = "DELETE"
}

/// The group of connections that a request uses.
package enum Lane: Sendable, Hashable {
    /// Long polls, which may be held for minutes.
    case subscribe
    /// Requests that the service answers immediately.
    case service
    /// Uploads and downloads of files, which may take minutes.
    case transfer
}

/// The place of the JSONP callback that wraps the response of a request.
///
/// A callback is the prefix, `_` and five characters that identify the request.
package enum CallbackPosition: Sendable, Hashable {
    /// A segment of the path, `0` for a plain response.
    case path(prefix: String)
    /// The query item `callback`, absent for a plain response.
    case query(prefix: String)
    /// No place: the response is always plain.
    case none
}

/// Which values of a route's requests and replies a log may show.
///
/// The lists name the parts that may be shown. Everything else is masked, so that a placeholder or a query item that is
/// missing from the lists stays out of the log. Publish and subscribe keys may be shown: every application contains
/// them, and they distinguish keysets.
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
