/// What the table says about one route.
package struct RouteRow: Sendable, Hashable {
    /// The HTTP method.
    package let verb: Verb
    /// The path that clients send.
    package let template: RouteTemplate
    /// Other spellings of the path that a server must accept.
    package let aliases: [RouteTemplate]
    /// The connections it travels on.
    package let lane: Lane
    /// Where a JSONP callback is named.
    package let callback: CallbackPlace
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
        callback: CallbackPlace,
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
