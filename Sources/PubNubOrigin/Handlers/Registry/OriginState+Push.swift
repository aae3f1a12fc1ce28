import PubNubWire

extension Endpoint {
    static let pushChannels = Endpoint(
        .push,
        .right(.read, on: .pushed),
        .readOrChange { $0.pushChannels($1, at: $2) }
    )
    static let pushRemoval = Endpoint(.push, .right(.read, on: .pushed), .change { $0.removePush($1, at: $2) })
}

extension OriginState {
    /// The channels that a device gets notifications of, or a change of them.
    mutating func pushChannels(_ call: OriginCall, at moment: Moment) -> OriginResponse {
        do throws(PushRefusal) {
            let device = try device(of: call)
            guard call.query["add"] != nil || call.query["remove"] != nil else {
                return PushResponse.channels(page(of: device, for: call))
            }
            let added = call.query.list("add").withoutRepetitions()
            let removed = call.query.list("remove").withoutRepetitions()
            try check(adding: added, removing: removed, device)
            // PubNub's Swift SDK sends both in one request, with the labels `byRemoving:thenAdding:`.
            make(.push(.remove(removed, from: device)), at: moment)
            make(.push(.add(added, to: device)), at: moment)
            return PushResponse.modified
        } catch {
            return error.response
        }
    }

    /// The device gets no notifications any more.
    mutating func removePush(_ call: OriginCall, at moment: Moment) -> OriginResponse {
        do throws(PushRefusal) {
            make(.push(.removeDevice(try device(of: call))), at: moment)
            return PushResponse.removed
        } catch {
            return error.response
        }
    }

    /// The channels of a device that follow the one named by `start`, as many as `count` says.
    private func page(of device: PushDevice, for call: OriginCall) -> ArraySlice<String> {
        let count = call.query.integer("count") ?? ServiceLimits.pushPage
        let channels = push.channels(of: device)
        let start = call.query.text("start").flatMap { last in
            channels.firstIndex { last.precedesInBytes($0) } ?? channels.endIndex
        }
        return channels[(start ?? 0)...].prefix(min(max(count, 1), ServiceLimits.maxPushPage))
    }

    private mutating func check(
        adding added: [String],
        removing removed: [String],
        _ device: PushDevice
    ) throws(PushRefusal) {
        guard !added.isEmpty || !removed.isEmpty else { throw PushRefusal(response: PushResponse.noChannels) }
        guard limits.acceptLengths(of: added + removed) else {
            throw PushRefusal(response: PushResponse.nameTooLong)
        }
        let growth = push.countNew(added, on: device)
        guard hasCapacity(forRegistering: growth, keyset: device.keyset) else {
            throw PushRefusal(response: PushResponse.tooMany)
        }
        guard allowsRegistering(growth, keyset: device.keyset) else {
            throw PushRefusal(response: PushResponse.quotaReached)
        }
    }

    private func device(of call: OriginCall) throws(PushRefusal) -> PushDevice {
        let token = call[.token] ?? ""
        guard call.route == .pushChannelsV2 || call.route == .pushRemovalV2 else {
            // Clients of 2014 send no type. The service of today refuses that.
            guard let service = PushGateway(type: call.query["type"] ?? "apns") else {
                throw PushRefusal(response: PushResponse.invalidType)
            }
            try check(token, of: service, call)
            return PushDevice(keyset: call.keyset, service: service, token: service.stored(token))
        }
        try check(token, of: .apns2, call)
        let environment = call.query.text("environment") ?? "development"
        guard ["development", "production"].contains(environment) else {
            throw PushRefusal(response: PushResponse.invalidEnvironment)
        }
        guard let topic = call.query.text("topic") else { throw PushRefusal(response: PushResponse.missingTopic) }
        guard topic.utf8.count <= limits.deviceTopicLength else {
            throw PushRefusal(response: PushResponse.invalidTopic)
        }
        return PushDevice(
            keyset: call.keyset,
            service: .apns2,
            token: PushGateway.apns2.stored(token),
            topic: topic,
            environment: environment
        )
    }

    /// Checks the token of a call that adds channels. Any other call succeeds with any token: no device has it.
    private func check(_ token: String, of service: PushGateway, _ call: OriginCall) throws(PushRefusal) {
        guard call.query["add"] != nil else { return }
        let isValid =
            switch service {
            case .apns, .apns2:
                Self.isHex(token) && token.utf8.count % 2 == 0 && Self.appleTokenLength.contains(token.utf8.count)
            // The tokens of other services are strings in any format.
            case .fcm, .mpns: !token.isEmpty && token.utf8.count <= limits.deviceTokenLength
            }
        guard isValid else { throw PushRefusal(response: PushResponse.invalidToken) }
    }

    /// The digits of a token of Apple. The service takes 16 and 64; Apple says that tokens may become longer.
    private static let appleTokenLength = 2...200

    private static func isHex(_ token: String) -> Bool {
        token.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
                UInt8(ascii: "A")...UInt8(ascii: "F"):
                true
            default: false
            }
        }
    }
}

/// The responses of the service that registers devices for notifications.
enum PushResponse {
    static let modified = OriginResponse(text: "[1, \"Modified Channels\"]")
    static let removed = OriginResponse(text: "[1, \"Removed Device\"]")
    static let invalidToken = refusal("Invalid device token")
    static let invalidType = refusal("Invalid type argument")
    static let invalidEnvironment = refusal("Invalid environment argument")
    static let missingTopic = refusal("Missing topic argument")
    static let invalidTopic = refusal("Invalid topic argument")
    static let noChannels = refusal("Missing channels to add or remove")
    static let nameTooLong = refusal("Name Too Long")
    static let tooMany = refusal("Too Many Channels")
    static let quotaReached = refusal("Too Many Channels", status: 429)

    static func channels(_ names: some Sequence<String>) -> OriginResponse {
        OriginResponse(text: RegistryResponse.list(Array(names)))
    }

    private static func refusal(_ text: String, status: Int = 400) -> OriginResponse {
        OriginResponse(status: status, text: "{\"error\":\(EnvelopeWriter.quoted(text))}")
    }
}

/// Why a call about a device is refused.
struct PushRefusal: Error {
    let response: OriginResponse
}
