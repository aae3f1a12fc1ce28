@testable import PubNub
@testable import PubNubCore
import PubNubMachines
import PubNubWire

/// Responses to all requests but the long poll.
enum ReplyTargets {
    static let all = [
        FuzzTarget(name: "replies-messages", dictionary: "json") { try check($0, messages) },
        FuzzTarget(name: "replies-presence", dictionary: "json") { try check($0, presence) },
        FuzzTarget(name: "replies-registry", dictionary: "json") { try check($0, registry + push) },
        FuzzTarget(name: "replies-access", dictionary: "json") { try check($0, access) },
        FuzzTarget(name: "replies-objects", dictionary: "json") { try check($0, objects) },
        FuzzTarget(name: "error-replies", dictionary: "json", check: errors),
    ]

    static let statuses = [200, 400, 403, 404, 413, 414, 429, 500, 503, 204, 304, 402, 401, 481, 999]

    typealias Reading = @Sendable (TransportResponse) throws -> Void

    private static func check(_ bytes: [UInt8], _ readings: [Reading]) throws {
        var input = FuzzInput(bytes)
        let reading = input.choice(readings)
        let status = input.choice(statuses)
        try reading(TransportResponse(status: status, body: input.bytes))
    }

    /// Any response to any operation.
    private static func errors(_ bytes: [UInt8]) throws {
        var input = FuzzInput(bytes)
        let status = input.choice(Array(statuses.dropFirst()))
        for reading in messages + presence + registry + push + access + objects {
            try reading(TransportResponse(status: status, body: input.bytes))
        }
    }

    /// The documented error codes of the service.
    private static let documented: Set<Int> = [
        kPNUnknownError, kPNPresenceAPINotAvailableError, kPNInvalidJSONError, kPNInvalidSubscribeOrPublishKeyError,
        kPNTooLongMessageError, kPNRestrictedCharacterInChannelGroupNameError,
        kPNRestrictedCharacterInChannelGroupNamespaceNameError, kPNRestrictedCharacterInChannelNameError,
        kPNEmptyChannelGroupError, kPNEmptyChannelGroupSizeExceededError, kPNChannelGroupNotEnabledError,
        kPNAPIUnauthorizedAccessError, kPNAPIAccessForbiddenError, kPNAPINotAvailableOrNotEnabledError,
        kPNPushNotificationsNotEnabledError, kPNSecretKeyNotSpecifiedError, kPNStorageNotEnabledError,
        kPNAPIRateExceededError, kPNResponseEncodingError, kPNResponseMalformedJSONError, kPNEntityTagMismatchError,
    ]

    /// The properties of every result: it is the same each time, a failing status never succeeds, an error is documented.
    static func checkResult<Value>(
        _ result: Result<Value, Failure>,
        again: Result<Value, Failure>,
        status: Int
    ) throws {
        switch (result, again) {
        case (.success(let first), .success(let second)):
            try require(status < 400, "a failing status is a failure")
            if let first = first as? any Equatable {
                try require(isEqual(first, second), "the same reply gives the same result")
            }
        case (.failure(let first), .failure(let second)):
            try require(documented.contains(first.code), "code \(first.code) is documented for replies")
            try require(first == second, "it is the same error")
            try require(!PNError(first).localizedDescription.isEmpty, "an error says what happened")
        default:
            throw BrokenProperty(description: "the same reply gives the same result")
        }
    }

    private static func isEqual<First: Equatable>(_ first: First, _ second: Any) -> Bool {
        second as? First == first
    }

    static func reading<Value>(
        _ call: Call<Value>,
        _ check: @escaping @Sendable (Value) throws -> Void = { _ in }
    ) -> Reading {
        { response in
            let result = call.decode(response)
            try checkResult(result, again: call.decode(response), status: response.status)
            if case .success(let value) = result { try check(value) }
        }
    }
}

extension ReplyTargets {
    private static let messages: [Reading] =
        [
            reading(TimeEndpoints.time()),
            reading(MessagingEndpoints.publish(payload: Array("1".utf8), channel: "a")),
        ]
        + [false, true].map { includesTokens in
            reading(HistoryEndpoints.page(channel: "a", includeToken: includesTokens)) { page in
                try require(page.items.allSatisfy { RawJSON.isValid($0.message.bytes) }, "a stored message is JSON")
                try require(includesTokens || page.items.allSatisfy { $0.timetoken == nil }, "times are asked for")
            }
        }

    private static let presence: [Reading] =
        [
            PresenceEndpoints.hereNow(channels: ["a"]), PresenceEndpoints.hereNow(channels: ["a", "b"]),
            PresenceEndpoints.hereNowGlobal(),
        ]
        .map { call in
            reading(call) { page in
                let isCounted = page.channels.values.allSatisfy { $0.occupancy >= $0.participants.count }
                try require(isCounted, "who is named is counted")
            }
        } + [
            reading(PresenceEndpoints.leave(channels: ["a"])), reading(PresenceEndpoints.heartbeat(channels: ["a"])),
            reading(StateEndpoints.whereNow("u")),
            reading(StateEndpoints.state(of: "u", on: SubscriptionTarget(name: "a", isGroup: false))),
            reading(StateEndpoints.state(of: "u", on: SubscriptionTarget(name: "g", isGroup: true))),
            reading(StateEndpoints.update([:], of: "u", on: SubscriptionTarget(name: "a", isGroup: false))) { state in
                try require(state.object != nil, "a state is an object")
            },
        ]

    private static let registry: [Reading] = [
        reading(ChannelRegistryEndpoints.groups(namespace: nil)),
        reading(ChannelRegistryEndpoints.namespaces()),
        reading(ChannelRegistryEndpoints.removeNamespace("n")),
        reading(ChannelRegistryEndpoints.removeGroup(GroupAddress(name: "g"))),
        reading(ChannelRegistryEndpoints.channels(of: GroupAddress(name: "g", namespace: "n"))),
        reading(ChannelRegistryEndpoints.add(["a"], to: GroupAddress(name: "g"))),
    ]

    private static let device = RegisteredDevice(token: [1, 2, 3])

    private static let push: [Reading] = [
        reading(PushEndpoints.channels(of: device)), reading(PushEndpoints.add(["a"], on: device)),
        reading(PushEndpoints.removeAll(from: device)),
    ]

    private static let access: [Reading] = [
        options(["a", "b"], keys: []), options([], keys: []), options(["a"], keys: ["k"]),
    ]
    .flatMap { options in
        let subjects = options.channels.map(\.name)
        let about: AccessManagerEndpoints.Subjects = subjects.isEmpty ? .application : .channels(subjects)
        let keys = options.clientsAuthorizationKeys
        return [
            AccessManagerEndpoints.grant(.allAccessRights, on: about, to: keys, minutes: 1, timestamp: 1),
            AccessManagerEndpoints.audit(about, of: keys, timestamp: 1),
        ]
        .map { call in
            reading(call) { reply in
                let collection = PNAccessRightsCollection(reply, respondingTo: options)
                try require(!collection.description.isEmpty, "rights can be described")
                try require(reply.joined(with: reply) == reply, "joining a reply with itself changes nothing")
            }
        }
    }

    private static func options(_ channels: [String], keys: [String]) -> PNAccessRightOptions {
        PNAccessRightOptions(
            applicationKey: "sub",
            rights: .allAccessRights,
            channels: PNChannel.channels(withNames: channels),
            clientsAuthorizationKeys: keys
        )
    }
}
