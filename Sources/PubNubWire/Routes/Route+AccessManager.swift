extension Route {
    /// The rows of the access manager. Here `auth` names the keys that rights are about, so that a client's own is not
    /// sent.
    static func accessManager(_ template: RouteTemplate, callback prefix: String) -> RouteRow {
        RouteRow(
            .get,
            template,
            callback: .query(prefix: prefix),
            sendsAuth: false,
            isSigned: true,
            // `auth` and `auths` are the authorization keys of other clients.
            logged: LoggableParts(query: "channel channel-group r w m d ttl", secretMembers: "auths")
        )
    }

    /// What the third line of the text of a 2014 signature says: `grant` or `audit`; nil for other calls.
    package var signedOperation: String? {
        switch self {
        case .grant, .grantV2: "grant"
        case .audit, .auditV2: "audit"
        default: nil
        }
    }
}
