import PubNubWire

extension OriginState {
    /// Gives or revokes rights. With the access manager off this changes nothing, and the response says so.
    mutating func grant(_ call: OriginCall, at now: Moment) -> [OriginAction] {
        let access = AccessCall(call)
        if let refusal = refusal(of: access, call, at: now) {
            return [.respond(call.id, refusal.wrapped(in: call.callback))]
        }
        guard let asked = Self.minutes(of: call) else {
            return [.respond(call.id, AccessResponse.invalidDuration.wrapped(in: call.callback))]
        }
        let rights = Self.rights(of: call)
        // The service reports one minute for a revocation, for any time that was given with it.
        let minutes = rights.isEmpty ? 1 : asked
        let writer = AccessResponse(call: access)
        let payload = writer.granted(rights, minutes: minutes)
        let response = writer.response(payload, isEnabled: configuration.accessManager)
        guard configuration.accessManager else { return [.respond(call.id, response.wrapped(in: call.callback))] }
        let expiry = minutes == 0 ? nil : now.date + UInt64(minutes) * 600_000_000
        let records = access.records(AccessGrant(rights: rights, expiry: expiry))
        guard self.access.makeRoom(for: records, at: now.date) else {
            return [.respond(call.id, AccessResponse.tooManyGrants.wrapped(in: call.callback))]
        }
        let kept = change(records.map(ArchiveChange.access), for: call, response: response)
        return releaseForbidden(at: now) + kept
    }

    /// Lists rights.
    func audit(_ call: OriginCall, at now: Moment) -> [OriginAction] {
        let access = AccessCall(call)
        let writer = AccessResponse(call: access)
        let response =
            refusal(of: access, call, at: now)
            ?? writer.response(writer.audit(self.access, at: now.date), isEnabled: configuration.accessManager)
        return [.respond(call.id, response.wrapped(in: call.callback))]
    }

    /// Why a call may not be made with the rights that its client has; nil when it may.
    func accessRefusal(of call: OriginCall, at now: Moment) -> OriginResponse? {
        guard configuration.accessManager else { return nil }
        for requirement in AccessRequirement.all(of: call) {
            let refusal = accessRefusal(
                of: requirement.right,
                on: requirement.scopes.map { AccessTarget(keyset: call.keyset, scope: $0) },
                key: call.query.text("auth"),
                at: now
            )
            if let refusal { return FaultFamily(call.route) == .objects ? ObjectsRefusal.forbidden.response : refusal }
        }
        return nil
    }

    /// Whether the client of a call may read a channel.
    func mayRead(_ channel: String, _ call: OriginCall, at now: Moment) -> Bool {
        guard configuration.accessManager else { return true }
        let target = AccessTarget(keyset: call.keyset, scope: .channel(channel))
        return access.allows(.read, on: target, key: call.query.text("auth"), at: now.date)
    }

    /// Why a waiting subscriber may not have what comes next; nil when it may.
    func accessRefusal(of poll: HeldPoll, at now: Moment) -> OriginResponse? {
        guard configuration.accessManager else { return nil }
        let targets = poll.subscriptions.map { subscription in
            let name = subscription.topic.name
            let scope: AccessTarget.Scope = subscription.kind == .group ? .group(name) : .channel(name)
            return AccessTarget(keyset: subscription.topic.keyset, scope: scope)
        }
        return accessRefusal(of: .read, on: targets, key: poll.key, at: now)
    }

    /// Refuses the waiting subscribers that have lost a right.
    private mutating func releaseForbidden(at now: Moment) -> [OriginAction] {
        held.all.compactMap { poll in
            guard let refusal = accessRefusal(of: poll, at: now) else { return nil }
            held.release(poll.id)
            return .respond(poll.id, refusal.wrapped(in: poll.callback))
        }
    }

    private func accessRefusal(
        of right: AccessRights,
        on targets: [AccessTarget],
        key: String?,
        at now: Moment
    ) -> OriginResponse? {
        let denied = targets.filter { !access.allows(right, on: $0, key: key, at: now.date) }
        return denied.isEmpty ? nil : AccessResponse.forbidden(denied.map(\.scope))
    }

    private func refusal(of access: AccessCall, _ call: OriginCall, at now: Moment) -> OriginResponse? {
        guard access.size <= limits.channelsPerRequest else { return AccessResponse.tooManyGrants }
        guard access.names.allSatisfy({ ChannelName.base($0).utf8.count <= limits.nameLength }),
            access.keys.allSatisfy({ $0.utf8.count <= limits.authorizationKeyLength })
        else { return AccessResponse.nameTooLong }
        guard configuration.accessManager else { return nil }
        guard let timestamp = call.query.text("timestamp").flatMap({ UInt64($0) }),
            max(timestamp, now.seconds) - min(timestamp, now.seconds) <= ServiceLimits.signatureWindowSeconds
        else { return AccessResponse.invalidTimestamp }
        guard let publishKey = configuration.publishKey, let secretKey = configuration.secretKey, !secretKey.isEmpty,
            SignatureCheck(publishKey: publishKey, secretKey: secretKey).passes(call)
        else { return AccessResponse.wrongSignature }
        return nil
    }

    private static func rights(of call: OriginCall) -> AccessRights {
        (AccessRights.named + AccessRights.namedLater).reduce(into: AccessRights()) { rights, known in
            if call.query.flag(known.name) { rights.insert(known.right) }
        }
    }

    /// For how long rights are to be given: 0 for ever, a day when the call does not say; nil when it says nonsense.
    private static func minutes(of call: OriginCall) -> Int? {
        guard let text = call.query.text("ttl") else { return ServiceLimits.defaultAccessMinutes }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return min(Int(text) ?? .max, ServiceLimits.maxAccessMinutes)
    }
}
