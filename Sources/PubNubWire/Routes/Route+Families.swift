/// The functions that make the rows of each family of routes.
extension Route {
    /// A row of the presence service, whose paths older clients spell with `sub_key`.
    ///
    /// - Parameters:
    ///   - rest: the path below the subscribe key.
    ///   - position: where a callback is named.
    ///   - sendsIdentifier: whether the query carries the client identifier.
    ///   - query: the query items that a log may show, in addition to `channel-group`.
    /// - Returns: the row.
    static func presence(
        _ rest: String,
        callback position: CallbackPosition,
        sendsIdentifier: Bool = false,
        logged query: String
    ) -> RouteRow {
        RouteRow(
            .get,
            RouteTemplate("/v2/presence/sub-key/{sub}" + rest),
            aliases: [RouteTemplate("/v2/presence/sub_key/{sub}" + rest)],
            callback: position,
            sendsIdentifier: sendsIdentifier,
            logged: LoggableParts(path: "channels uuid", query: "channel-group " + query)
        )
    }

    /// A row of version 3 of the storage service, which came after the JSONP clients.
    ///
    /// - Parameters:
    ///   - verb: the HTTP method.
    ///   - rest: the path below the subscribe key.
    ///   - service: the first part of the path behind the version.
    /// - Returns: the row.
    static func storage(_ verb: Verb, _ rest: String, service: String = "history") -> RouteRow {
        RouteRow(
            verb,
            RouteTemplate("/v3/\(service)/sub-key/{sub}" + rest),
            callback: .none,
            sendsIdentifier: true,
            logged: LoggableParts(
                path: "channel channels",
                query: "start end max timetoken channelsTimetoken include_meta include_message_type include_uuid"
                    + " include_custom_message_type"
            )
        )
    }

    /// A row of the channel registry.
    ///
    /// - Parameters:
    ///   - rest: the path below the subscribe key.
    ///   - prefix: the prefix of a callback. For a path that lists, it is the prefix of lists; requests with `add` and
    ///     `remove` use `cgac` and `cgrc` instead.
    /// - Returns: the row.
    static func registry(_ rest: String, callback prefix: String) -> RouteRow {
        RouteRow(
            .get,
            RouteTemplate("/v1/channel-registration/sub-key/{sub}" + rest),
            callback: .query(prefix: prefix),
            logged: LoggableParts(path: "namespace group", query: "add remove")
        )
    }

    /// A row of the registration of devices for notifications.
    ///
    /// - Parameters:
    ///   - template: the path.
    ///   - prefix: the prefix of a callback. For a path that lists, it is the prefix of lists; requests with `add` and
    ///     `remove` use `cpe` and `cpd` instead.
    /// - Returns: the row.
    static func push(_ template: RouteTemplate, callback prefix: String) -> RouteRow {
        RouteRow(
            .get,
            template,
            callback: .query(prefix: prefix),
            sendsIdentifier: true,
            logged: LoggableParts(query: "add remove start count type environment topic")
        )
    }

    /// The rows of the access manager. `auth` lists the keys that the rights apply to, so the client's own key is not
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

    /// The rows of access tokens. The secret key signs the requests; the client's own key or token is not sent.
    static func accessTokens(_ verb: Verb, _ template: RouteTemplate) -> RouteRow {
        RouteRow(
            verb,
            template,
            callback: .none,
            sendsIdentifier: true,
            sendsAuth: false,
            isSigned: true,
            logged: LoggableParts(secretMembers: "token")
        )
    }

    /// The third line of the string that a 2014 signature covers: `grant` or `audit`; `nil` for other calls, which have no
    /// such signature.
    package var signedOperation: String? {
        switch self {
        case .grant, .grantV2: "grant"
        case .audit, .auditV2: "audit"
        default: nil
        }
    }

    /// A row of the service that stores message actions.
    ///
    /// - Parameters:
    ///   - verb: the HTTP method.
    ///   - rest: the path below the channel.
    /// - Returns: the row.
    static func actions(_ verb: Verb, _ rest: String) -> RouteRow {
        RouteRow(
            verb,
            RouteTemplate("/v1/message-actions/{sub}/channel/{channel}" + rest),
            callback: .none,
            sendsIdentifier: true,
            // Here `{message}` is the timetoken of a message, not its content.
            logged: LoggableParts(path: "channel message action", query: "start end limit")
        )
    }

    /// A row of App Context. `{id}` is the object of the request; the query item `uuid` names the client.
    ///
    /// - Parameters:
    ///   - verb: the HTTP method.
    ///   - rest: the path below the subscribe key.
    /// - Returns: the row.
    static func objects(_ verb: Verb, _ rest: String) -> RouteRow {
        RouteRow(
            verb,
            RouteTemplate("/v2/objects/{sub}" + rest),
            callback: .none,
            sendsIdentifier: true,
            logged: LoggableParts(path: "id", query: "include count limit start end sort")
        )
    }

    /// A row of the files service.
    ///
    /// - Parameters:
    ///   - verb: the HTTP method.
    ///   - rest: the path below the version and the name of the service.
    ///   - aliases: other spellings of the whole path.
    ///   - isSignedByAddress: whether the address or the form is a right by itself, so that nothing is sent about the client.
    /// - Returns: the row.
    static func files(
        _ verb: Verb,
        _ rest: String,
        aliases: [RouteTemplate] = [],
        isSignedByAddress: Bool = false
    ) -> RouteRow {
        RouteRow(
            verb,
            RouteTemplate("/v1/files/" + rest),
            aliases: aliases,
            lane: isSignedByAddress ? .transfer : .service,
            callback: .none,
            sendsIdentifier: !isSignedByAddress,
            sendsAuth: !isSignedByAddress,
            logged: LoggableParts(path: "channel id name", query: "store ttl seqn norep limit next")
        )
    }
}
