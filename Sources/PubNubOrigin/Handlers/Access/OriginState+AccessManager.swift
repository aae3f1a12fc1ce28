import PubNubWire

extension OriginState {
    /// Gives or revokes rights. With the access manager off this changes nothing, and the response says so. The signature was
    /// checked on arrival.
    mutating func grant(_ call: OriginCall, at now: Moment) -> OriginResponse {
        let access = AccessCall(call)
        if let refusal = sizeRefusal(of: access) { return refusal }
        guard let asked = Self.minutes(of: call) else { return AccessResponse.invalidDuration }
        let rights = Self.rights(of: call)
        // The service reports one minute for a revocation, for any time that was given with it.
        let minutes = rights.isEmpty ? 1 : asked
        let writer = AccessResponse(call: access)
        let payload = writer.granted(rights, minutes: minutes)
        let isEnabled = keysets.hasAccessManager(call.keyset)
        let response = writer.response(payload, isEnabled: isEnabled)
        guard isEnabled else { return response }
        let expiry = minutes == 0 ? nil : now.date + UInt64(minutes) * 600_000_000
        let records = access.records(AccessGrant(rights: rights, expiry: expiry))
        let counted = keysets.countsTogether ? nil : call.keyset
        guard self.access.makeRoom(for: records, of: counted, at: now.date) else {
            return AccessResponse.tooManyGrants
        }
        if let most = keysets.quota(.grants, of: call.keyset) {
            let count = self.access.count(after: records, keyset: call.keyset, most: most, at: now.date)
            guard rights.isEmpty || allows(count, .grants, call.keyset) else { return AccessResponse.grantQuota }
        }
        if records.contains(where: { self.access.isReduced(by: $0, at: now.date) }) {
            effects.reducedKeysets.insert(call.keyset)
        }
        for record in records { make(.access(record), at: now) }
        return response
    }

    /// Lists rights.
    func audit(_ call: OriginCall, at now: Moment) -> OriginResponse {
        let access = AccessCall(call)
        let writer = AccessResponse(call: access)
        return grantRefusal(of: call, at: now)
            ?? writer.response(
                writer.audit(self.access, at: now.date),
                isEnabled: keysets.hasAccessManager(call.keyset)
            )
    }

    /// Why a call may not be made with the rights that its client has; nil when it may.
    func accessRefusal(of arrived: ParsedCall, at now: Moment) -> OriginResponse? {
        keysets.hasAccessManager(arrived.call.keyset) ? refusal(of: arrived, at: now) : nil
    }

    private func refusal(of arrived: ParsedCall, at now: Moment) -> OriginResponse? {
        let call = arrived.call
        let missing: OriginResponse?
        switch arrived.token {
        case .signed(let secretKey) where isValid(secretKey, of: call.keyset, at: now):
            return nil
        case .none, .signed:
            let requirements = AccessRequirement.all(of: call, limits: limits)
            missing = refusal(of: requirements, keyset: call.keyset, key: call.query.text("auth"), at: now)
        case .use(let use):
            if let refusal = refusal(of: use.token, at: now) { return refusal }
            missing = refusal(of: use.missing, keyset: call.keyset, key: nil, at: now)
        case .refused(let response):
            return response
        case .issued, .revocable:
            return nil
        }
        guard missing != nil, call.route.endpoint.family == .objects else { return missing }
        return ObjectsRefusal.forbidden.response
    }

    /// Whether the secret key with which a call was signed still holds for a keyset.
    private func isValid(_ secretKey: String, of keyset: String, at now: Moment) -> Bool {
        keysets[keyset]?.hasSecretKey(secretKey, at: now.date) == true
    }

    /// Whether the client of a call may read a channel without an access token.
    func mayRead(_ channel: String, _ call: OriginCall, _ token: TokenArrival, at now: Moment) -> Bool {
        guard keysets.hasAccessManager(call.keyset) else { return true }
        if let secretKey = token.secretKey, isValid(secretKey, of: call.keyset, at: now) { return true }
        let target = AccessTarget(keyset: call.keyset, scope: .channel(channel))
        return access.allows(.read, on: target, key: call.query.text("auth"), at: now.date)
    }

    /// Why a waiting subscriber may not have what comes next; nil when it may.
    func accessRefusal(of poll: HeldPoll, at now: Moment) -> OriginResponse? {
        // All subscriptions of a poll are of one keyset.
        let keyset = poll.keyset
        guard keysets.hasAccessManager(keyset) else { return nil }
        if let secretKey = poll.terms.secretKey, isValid(secretKey, of: keyset, at: now) { return nil }
        if let use = poll.terms.token {
            return refusal(of: use.token, at: now) ?? refusal(of: use.missing, keyset: keyset, key: nil, at: now)
        }
        let scopes = poll.terms.subscriptions.map { subscription -> AccessTarget.Scope in
            let name = subscription.topic.name
            return subscription.kind == .group ? .group(name) : .channel(name)
        }
        let requirement = AccessRequirement(right: .read, scopes: scopes)
        return refusal(of: [requirement], keyset: keyset, key: poll.terms.key, at: now)
    }

    /// Why an access token gives no rights any more; nil when it does.
    func refusal(of token: VerifiedToken, at now: Moment) -> OriginResponse? {
        guard token.isSigned(by: keysets[token.keyset], at: now) else { return AccessResponse.invalidToken }
        guard token.expiry > now.date else { return AccessResponse.expiredToken }
        return revokedTokens.contains(token.id, keyset: token.keyset) ? AccessResponse.revokedToken : nil
    }

    /// The refusal of what a call needs and no grant allows, the first lack only; nil when all of it is allowed.
    private func refusal(
        of requirements: [AccessRequirement],
        keyset: String,
        key: String?,
        at now: Moment
    ) -> OriginResponse? {
        for requirement in requirements {
            let denied = requirement.scopes.filter { scope in
                let target = AccessTarget(keyset: keyset, scope: scope)
                return !access.allows(requirement.right, on: target, key: key, at: now.date)
            }
            if !denied.isEmpty { return AccessResponse.forbidden(denied) }
        }
        return nil
    }

    private func sizeRefusal(of access: AccessCall) -> OriginResponse? {
        guard access.size <= limits.channelsPerRequest else { return AccessResponse.tooManyGrants }
        guard limits.acceptLengths(of: access.names),
            access.keys.allSatisfy({ $0.utf8.count <= limits.authorizationKeyLength })
        else { return AccessResponse.nameTooLong }
        return nil
    }

    /// Why a call to give or list rights is refused on arrival, for its names or its signature; nil when it is not.
    func grantRefusal(of call: OriginCall, at now: Moment) -> OriginResponse? {
        let access = AccessCall(call)
        if let refusal = sizeRefusal(of: access) { return refusal }
        if call.route == .grant || call.route == .grantV2, access.isMixed { return AccessResponse.mixedGrant }
        guard keysets.hasAccessManager(call.keyset) else { return nil }
        return SignatureCheck.refusal(of: call, keyset: keysets[call.keyset], at: now)
    }

    private static func rights(of call: OriginCall) -> AccessRights {
        (AccessRights.named + AccessRights.namedLater).reduce(into: AccessRights()) { rights, known in
            if call.query.flag(known.name) { rights.insert(known.right) }
        }
    }

    /// For how long rights are to be given: 0 for ever, a day when the call does not say; nil when it says nonsense.
    /// Some clients send a negative number when the application does not say.
    private static func minutes(of call: OriginCall) -> Int? {
        guard let text = call.query.text("ttl") else { return ServiceLimits.defaultAccessMinutes }
        let isNegative = text.hasPrefix("-")
        let digits = isNegative ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return isNegative ? ServiceLimits.defaultAccessMinutes : min(Int(text) ?? .max, ServiceLimits.maxAccessMinutes)
    }
}
