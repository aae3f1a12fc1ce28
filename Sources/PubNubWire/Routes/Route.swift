/// Every request of the protocol: the one table that client and server share.
package enum Route: String, CaseIterable, Sendable {
    /// The service's time.
    case time
    /// A message in the path.
    case publish
    /// A message in the body, compressed or not.
    case publishCompressed
    /// A small message that is never stored.
    case signal
    /// The long poll of the 3.x clients, answered with an array.
    case subscribe
    /// The long poll of today's clients, answered with an object.
    case subscribeV2
    /// Leaving channels and groups.
    case leave
    /// A message that keeps a subscriber present.
    case heartbeat
    /// One page of stored messages.
    case history
    /// A page of stored messages of each channel, as today's clients ask for it.
    case batchHistory
    /// A page of stored messages of a channel with the actions on them.
    case historyWithActions
    /// The actions on the messages of a channel.
    case messageActions
    /// Adding an action to a message.
    case messageActionAddition
    /// Removing an action from a message.
    case messageActionRemoval
    /// How many stored messages channels have after timetokens.
    case messageCounts
    /// Removing stored messages.
    case historyDeletion
    /// The clients that are present on given channels and groups.
    case hereNow
    /// The clients that are present on any channel of the subscribe key.
    case hereNowGlobal
    /// The channels that one client is present on.
    case whereNow
    /// A client's state on a channel or on the channels of a group.
    case state
    /// Changing a client's state.
    case stateUpdate
    /// The channel groups outside of namespaces.
    case channelGroups
    /// The channel groups of a namespace.
    case namespaceGroups
    /// The namespaces.
    case namespaces
    /// Removing a namespace and its groups.
    case namespaceRemoval
    /// The channels of a group: listed, or changed by the items `add` and `remove`.
    case groupChannels
    /// The same for a group of a namespace.
    case namespaceGroupChannels
    /// Removing a group.
    case groupRemoval
    /// Removing a group of a namespace.
    case namespaceGroupRemoval
    /// The channels whose notifications a device receives: listed, or changed by the items `add` and `remove`.
    case pushChannels
    /// Ending all notifications of a device.
    case pushRemoval
    /// The same as `pushChannels` over APNs by HTTP/2.
    case pushChannelsV2
    /// The same as `pushRemoval` over APNs by HTTP/2.
    case pushRemovalV2
    /// Giving and revoking access rights, with the signature of 2014.
    case grant
    /// Asking for access rights, with the signature of 2014.
    case audit
    /// Giving and revoking access rights, as today's clients do.
    case grantV2
    /// Asking for access rights, as today's clients do.
    case auditV2
    /// Issuing an access token.
    case tokenGrant
    /// Revoking an access token.
    case tokenRevocation
    /// The metadata of all users.
    case users
    /// The metadata of one user.
    case user
    /// Changing the metadata of a user, who need not exist yet.
    case userChange
    /// Removing the metadata of a user.
    case userRemoval
    /// The metadata of all channels.
    case channels
    /// The metadata of one channel.
    case channel
    /// Changing the metadata of a channel, which need not exist yet.
    case channelChange
    /// Removing the metadata of a channel.
    case channelRemoval
    /// The channels that a user is a member of.
    case memberships
    /// Setting and removing memberships of a user.
    case membershipsChange
    /// The users that are members of a channel.
    case members
    /// Setting and removing members of a channel.
    case membersChange
    /// The address and the form for the upload of a file.
    case fileUploadAddress
    /// Uploading a file, to the address of ``fileUploadAddress``.
    case fileUpload
    /// The message that tells others of a file, in the path.
    case filePublish
    /// The same in the body.
    case filePublishBody
    /// The files of a channel.
    case files
    /// The address of the content of a file.
    case fileDownload
    /// The content of a file, at the address of ``fileDownload``.
    case fileContent
    /// Removing a file.
    case fileRemoval

    /// The route's row of the table.
    package var row: RouteRow {
        Self.rows[self] ?? definition
    }

    private static let rows = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.definition) })

    private static let publishing = LoggableParts(path: "channel", query: "store ttl seqn norep")
    private static let subscribing = LoggableParts(
        path: "channels timetoken",
        query: "tt tr heartbeat channel-group"
    )
    /// In these requests `state` is a flag. In others it is the state of a client.
    private static let hereNowItems = "disable_uuids state limit offset"

    private var definition: RouteRow {
        switch self {
        case .time:
            RouteRow(.get, "/time/{callback}", callback: .path(prefix: "t"), logged: LoggableParts())
        case .publish:
            RouteRow(
                .get,
                "/publish/{pub}/{sub}/0/{channel}/{callback}/{message}",
                callback: .path(prefix: "m"),
                sendsIdentifier: true,
                logged: Self.publishing
            )
        case .publishCompressed:
            RouteRow(
                .post,
                "/publish/{pub}/{sub}/0/{channel}/{callback}",
                aliases: [
                    // Versions 5 to 7 of the Objective-C SDK send it so.
                    "/publish/{pub}/{sub}/0/{channel}/{callback}/",
                    // The Kotlin SDK sends messages above 32 KiB so.
                    "/v2/publish/{pub}/{sub}/0/{channel}/{callback}",
                    "/v2/publish/{pub}/{sub}/0/{channel}/{callback}/",
                ],
                callback: .path(prefix: "m"),
                sendsIdentifier: true,
                logged: Self.publishing
            )
        case .signal:
            RouteRow(
                .get,
                "/signal/{pub}/{sub}/0/{channel}/0/{message}",
                aliases: ["/signal/{pub}/{sub}/0/{channel}/{callback}/{message}"],
                callback: .none,
                sendsIdentifier: true,
                logged: Self.publishing
            )
        case .subscribe:
            RouteRow(
                .get,
                "/subscribe/{sub}/{channels}/{callback}/{timetoken}",
                lane: .subscribe,
                callback: .path(prefix: "s"),
                sendsIdentifier: true,
                logged: Self.subscribing
            )
        case .subscribeV2:
            RouteRow(
                .get,
                "/v2/subscribe/{sub}/{channels}/{callback}",
                aliases: ["/v2/subscribe/{sub}/{channels}/{callback}/{timetoken}"],
                lane: .subscribe,
                callback: .path(prefix: "s"),
                sendsIdentifier: true,
                logged: Self.subscribing
            )
        // On the subscribe lane it could wait behind a long poll.
        case .leave:
            Self.presence(
                "/channel/{channels}/leave",
                callback: .query(prefix: "lv"),
                sendsIdentifier: true,
                logged: ""
            )
        case .heartbeat:
            Self.presence("/channel/{channels}/heartbeat", callback: .none, sendsIdentifier: true, logged: "heartbeat")
        case .history:
            RouteRow(
                .get,
                "/v2/history/sub-key/{sub}/channel/{channel}",
                callback: .query(prefix: "h"),
                logged: LoggableParts(path: "channel", query: "start end count reverse include_token include_meta")
            )
        case .batchHistory: Self.storage(.get, "/channel/{channels}")
        case .historyWithActions: Self.storage(.get, "/channel/{channels}", service: "history-with-actions")
        case .messageActions: Self.actions(.get, "")
        case .messageActionAddition: Self.actions(.post, "/message/{message}")
        case .messageActionRemoval: Self.actions(.delete, "/message/{message}/action/{action}")
        case .messageCounts: Self.storage(.get, "/message-counts/{channels}")
        case .historyDeletion: Self.storage(.delete, "/channel/{channel}")
        case .hereNow: Self.presence("/channel/{channels}", callback: .query(prefix: "p"), logged: Self.hereNowItems)
        case .hereNowGlobal: Self.presence("", callback: .query(prefix: "p"), logged: Self.hereNowItems)
        case .whereNow: Self.presence("/uuid/{uuid}", callback: .query(prefix: "pc"), logged: "")
        case .state: Self.presence("/channel/{channels}/uuid/{uuid}", callback: .query(prefix: "mr"), logged: "")
        case .stateUpdate:
            Self.presence("/channel/{channels}/uuid/{uuid}/data", callback: .query(prefix: "mu"), logged: "")
        case .channelGroups: Self.registry("/channel-group", callback: "cga")
        case .namespaceGroups: Self.registry("/namespace/{namespace}/channel-group", callback: "cga")
        case .namespaces: Self.registry("/namespace", callback: "cgnr")
        case .namespaceRemoval: Self.registry("/namespace/{namespace}/remove", callback: "cgnd")
        case .groupChannels: Self.registry("/channel-group/{group}", callback: "cfgr")
        case .namespaceGroupChannels:
            Self.registry("/namespace/{namespace}/channel-group/{group}", callback: "cfgr")
        case .groupRemoval: Self.registry("/channel-group/{group}/remove", callback: "cgr")
        case .namespaceGroupRemoval:
            Self.registry("/namespace/{namespace}/channel-group/{group}/remove", callback: "cgr")
        case .pushChannels: Self.push("/v1/push/sub-key/{sub}/devices/{token}", callback: "pec")
        case .pushRemoval: Self.push("/v1/push/sub-key/{sub}/devices/{token}/remove", callback: "pnr")
        case .pushChannelsV2: Self.push("/v2/push/sub-key/{sub}/devices-apns2/{token}", callback: "pec")
        case .pushRemovalV2: Self.push("/v2/push/sub-key/{sub}/devices-apns2/{token}/remove", callback: "pnr")
        case .grant: Self.accessManager("/v1/auth/grant/sub-key/{sub}", callback: "arc")
        case .audit: Self.accessManager("/v1/auth/audit/sub-key/{sub}", callback: "arr")
        case .grantV2: Self.accessManager("/v2/auth/grant/sub-key/{sub}", callback: "arc")
        case .auditV2: Self.accessManager("/v2/auth/audit/sub-key/{sub}", callback: "arr")
        case .tokenGrant: Self.accessTokens(.post, "/v3/pam/{sub}/grant")
        case .tokenRevocation: Self.accessTokens(.delete, "/v3/pam/{sub}/grant/{token}")
        case .users: Self.objects(.get, "/uuids")
        case .user: Self.objects(.get, "/uuids/{id}")
        case .userChange: Self.objects(.patch, "/uuids/{id}")
        case .userRemoval: Self.objects(.delete, "/uuids/{id}")
        case .channels: Self.objects(.get, "/channels")
        case .channel: Self.objects(.get, "/channels/{id}")
        case .channelChange: Self.objects(.patch, "/channels/{id}")
        case .channelRemoval: Self.objects(.delete, "/channels/{id}")
        case .memberships: Self.objects(.get, "/uuids/{id}/channels")
        case .membershipsChange: Self.objects(.patch, "/uuids/{id}/channels")
        case .members: Self.objects(.get, "/channels/{id}/uuids")
        case .membersChange: Self.objects(.patch, "/channels/{id}/uuids")
        case .fileUploadAddress: Self.files(.post, "{sub}/channels/{channel}/generate-upload-url")
        case .fileUpload:
            Self.files(.post, "upload", aliases: ["/v1/files/upload/{sub}"], isSignedByAddress: true)
        case .filePublish:
            Self.files(
                .get,
                "publish-file/{pub}/{sub}/0/{channel}/0/{message}",
                aliases: ["/v1/files/publish-file/{pub}/{sub}/0/{channel}/{callback}/{message}"]
            )
        case .filePublishBody:
            Self.files(
                .post,
                "publish-file/{pub}/{sub}/0/{channel}/0",
                aliases: ["/v1/files/publish-file/{pub}/{sub}/0/{channel}/0/"]
            )
        case .files: Self.files(.get, "{sub}/channels/{channel}/files")
        case .fileDownload: Self.files(.get, "{sub}/channels/{channel}/files/{id}/{name}")
        case .fileContent: Self.files(.get, "content/{sub}/{channel}/{id}/{name}", isSignedByAddress: true)
        case .fileRemoval: Self.files(.delete, "{sub}/channels/{channel}/files/{id}/{name}")
        }
    }
}
