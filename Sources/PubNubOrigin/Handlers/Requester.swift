import PubNubWire

/// The client that waits for an entry to be applied.
struct Requester: Sendable {
    let id: OriginRequestID
    /// The route of the call, which decides the form of its responses.
    let route: Route
    /// The JSONP function of the call; nil for plain JSON.
    let callback: String?
    /// The timetoken that the client wants in its response, in place of that of the message; nil for that of the message.
    var namedTimetoken: UInt64?

    /// The response of an applied entry.
    func response(to outcome: EntryOutcome) -> OriginResponse {
        let response =
            switch outcome {
            case .published(let timetoken): Self.sent(namedTimetoken ?? timetoken)
            case .response(let response): response
            case .applied: route == .leave ? PresenceResponse.left : PresenceResponse.ok
            }
        return response.wrapped(in: callback)
    }

    private static func sent(_ timetoken: UInt64) -> OriginResponse {
        var body: [UInt8] = []
        body.reserveCapacity(32)
        body.append("[1,\"Sent\",\"")
        body.append(decimal: timetoken)
        body.append("\"]")
        return OriginResponse(body: body)
    }

    /// The response if the entry could not be committed. Nothing has changed, unless the failure says that this is not known.
    func response(to failure: LogFailure) -> OriginResponse {
        let response =
            switch failure {
            case .storage, .behind, .closed: failed(nil)
            case .unavailable:
                failed("The cluster stores no changes at present. Nothing was changed. Send the request again.")
            case .unknown:
                failed("The cluster has not confirmed the change. It may have been stored all the same.")
            }
        return response.wrapped(in: callback)
    }

    /// The error of the storage or, with a message, the refusal of a server of a cluster, after which the client may reach another one.
    private func failed(_ message: String?) -> OriginResponse {
        var response =
            switch route.endpoint.family {
            case .history: message.map { StorageResponse.unavailable($0) } ?? StorageResponse.failed
            case .messageActions:
                (message.map { ActionRefusal(status: 503, message: $0) } ?? .storageFailed).response
            case .objects:
                (message.map { ObjectsRefusal(status: 503, message: $0) } ?? .storageFailed).response
            case .time, .publish, .subscribe, .leave, .heartbeat, .hereNow, .state, .registry, .push, .accessManager,
                .files:
                message.map { ErrorResponse.unavailable($0) } ?? ErrorResponse.storageFailed
            }
        if message != nil { response.closesConnection = true }
        return response
    }
}
