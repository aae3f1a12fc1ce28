import PubNubWire

/// The calls that the secret key signs.
extension Endpoint {
    static let grant = Endpoint(
        .accessManager,
        .anyone,
        .machine({ $0.grant($1.call, id: $2, at: $3) }, change: { $0.grant($1, at: $2) }),
        token: .none
    )
    static let audit = Endpoint(.accessManager, .anyone, .read { $0.audit($1, at: $2) }, token: .none)
    static let tokenGrant = Endpoint(
        .accessManager,
        .anyone,
        .machine { machine, arrived, id, _ in machine.changeTokens(arrived, id: id) },
        token: .issue
    )
    static let tokenRevocation = Endpoint(
        .accessManager,
        .anyone,
        .machine(
            { machine, arrived, id, _ in machine.changeTokens(arrived, id: id) },
            change: { $0.revokeToken($1, at: $2) }
        ),
        token: .revocation
    )
}

extension OriginMachine {
    fileprivate mutating func grant(_ call: OriginCall, id: OriginRequestID, at now: Moment) -> [OriginAction] {
        if let refusal = state.grantRefusal(of: call, at: now) { return [.respond(to: call, id, refusal)] }
        guard state.keysets.hasAccessManager(call.keyset) else {
            return [.respond(to: call, id, state.grant(call, at: now))]
        }
        return change(call, id: id)
    }

    /// A token was issued, or refused, on arrival: the state does not contain it. It contains revocations.
    fileprivate mutating func changeTokens(_ arrived: ParsedCall, id: OriginRequestID) -> [OriginAction] {
        switch arrived.token {
        case .issued(let response), .refused(let response): [.respond(to: arrived.call, id, response)]
        case .revocable: change(arrived.call, id: id)
        case .none, .use, .signed: [.respond(to: arrived.call, id, TokenResponse.notEnabled)]
        }
    }
}
