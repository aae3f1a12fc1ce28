import PubNubWire

/// A request with everything that can be decided without the state, so that the lock is not held for it.
enum ParsedRequest: Sendable {
    case refused(OriginResponse)
    case call(ParsedCall)

    /// A request as this server sees it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - limits: The limits of the server.
    ///   - partition: The part of the cluster that the server serves. All of it by default.
    ///   - token: Finds the access token that the call names, asks for or revokes; by default it finds none.
    init(
        _ request: OriginRequest,
        limits: OriginLimits,
        partition: ClusterPartition = .whole,
        token: (OriginCall, Endpoint.TokenRole) -> TokenArrival = { _, _ in .none }
    ) {
        guard request.target.utf8.count <= limits.maximumURLBytes else {
            self = .refused(ErrorResponse.uriTooLong)
            return
        }
        guard request.body.count <= limits.bodyBytes(of: request.target, method: request.method) else {
            self = .refused(ErrorResponse.entityTooLarge)
            return
        }
        guard let call = request.call else {
            self = .refused(request.routeRefusal)
            return
        }
        guard !call.hasInvalidCallback else {
            self = .refused(ErrorResponse.badRequest)
            return
        }
        if let refusal = call.refusal(partition) {
            self = .refused(refusal.wrapped(in: call.callback))
            return
        }
        let endpoint = call.route.endpoint
        self = .call(
            ParsedCall(
                call: call,
                endpoint: endpoint,
                publication: Self.publication(of: call, endpoint, limits: limits),
                namesFault: call.namesFault(limits),
                token: token(call, endpoint.token),
                states: endpoint.givesStates ? call.requestedStates : [],
                filter: Result { () throws(FilterError) in try call.filter(limits) }
            )
        )
    }

    private static func publication(
        of call: OriginCall,
        _ endpoint: Endpoint,
        limits: OriginLimits
    ) -> Result<Publication, PublishFault>? {
        guard case .publication(let form) = endpoint.kind else { return nil }
        do throws(PublishFault) {
            return .success(try Publication(call, form, limits: limits))
        } catch {
            return .failure(error)
        }
    }

    /// The same request, with the reason why its message is refused if the keyset has a quota of stored bytes and no room for it.
    /// The machine, which has the quotas, counts the refusal.
    func fitting(_ machine: OriginMachine, _ storedBytes: (String) -> Int) -> ParsedRequest {
        guard case .call(let arrived) = self, case .success(let publication)? = arrived.publication,
            !publication.message.isTransient, machine.state.keysets.quota(.storedBytes, of: arrived.call.keyset) != nil
        else { return self }
        let keyset = arrived.call.keyset
        let size = storedBytes(keyset) + publication.message.contentBytes
        if machine.state.keysets.allows(size, .storedBytes, keyset) { return self }
        machine.local.quotaRefusals.add(.storedBytes)
        let refused = ParsedCall(
            call: arrived.call,
            endpoint: arrived.endpoint,
            publication: .failure(.storageFull),
            namesFault: arrived.namesFault,
            token: arrived.token,
            states: arrived.states,
            filter: arrived.filter
        )
        return .call(refused)
    }
}

/// A call with what was found out about it on its arrival.
///
/// It is a class, as it is handed on several times and never changes.
final class ParsedCall: Sendable {
    let call: OriginCall
    /// How the call is served.
    let endpoint: Endpoint
    /// The message of a publish call or a signal, or the reason why it is refused; nil for other calls.
    let publication: Result<Publication, PublishFault>?
    /// The error in the names of the call; nil if they are valid.
    let namesFault: String?
    /// The access token of the call.
    let token: TokenArrival
    /// The states that the call gives its client; empty for calls that give none.
    let states: [RequestedState]
    /// The filter of a subscribe call, nil for all messages, or the error in it.
    let filter: Result<FilterExpression?, FilterError>

    /// Whether the call publishes a message or a signal.
    var publishes: Bool { publication != nil }

    init(
        call: OriginCall,
        endpoint: Endpoint,
        publication: Result<Publication, PublishFault>?,
        namesFault: String?,
        token: TokenArrival,
        states: [RequestedState],
        filter: Result<FilterExpression?, FilterError>
    ) {
        self.call = call
        self.endpoint = endpoint
        self.publication = publication
        self.namesFault = namesFault
        self.token = token
        self.states = states
        self.filter = filter
    }
}
