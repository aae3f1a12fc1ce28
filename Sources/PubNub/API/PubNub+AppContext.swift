/// App Context: metadata of users and channels, and memberships.
extension PubNub {
    /// The calls of App Context, which are assembled step by step: `client.objects().uuidMetadata().uuid("u")` and so on,
    /// and made by `performWithCompletion(_:)`.
    public var objects: () -> PNObjectsAPICallBuilder {
        { PNObjectsAPICallBuilder(self) }
    }

    /// Creates a client and connects it. Calls can follow immediately; they are sent when the client is connected.
    ///
    /// - Parameter configuration: The keys, the origin and the settings.
    /// - Returns: The client, which is connecting.
    public static func clientWithConfiguration(_ configuration: PNConfiguration) -> PubNub {
        connectingClient(with: configuration)
    }
}

extension ClientEngine {
    /// Makes a call that fetches something.
    ///
    /// - Parameters:
    ///   - request: The request, which is read before this returns.
    ///   - block: Called on the callback queue with the outcome or the error.
    ///   - outcome: Makes the outcome from the content of the response.
    func fetch<Request: CallRequest, Outcome>(
        _ request: Request,
        _ block: @escaping (Outcome?, (any PNErrorStatus)?) -> Void,
        _ outcome: @escaping (PNStatusContent, Request.Reply) -> Outcome
    ) {
        call(request.call) { result, again in
            let content = PNStatusContent(error: result.failure, again: again)
            guard let reply = result.value else { return block(nil, ErrorStatus(content)) }
            block(outcome(content, reply), nil)
        }
    }

    /// Makes a call that changes something.
    ///
    /// - Parameters:
    ///   - request: The request, which is read before this returns.
    ///   - block: Called on the callback queue with the status. Pass `nil` to ignore it.
    ///   - status: Makes the status; the content of the response is `nil` if the call failed.
    func change<Request: CallRequest, Status>(
        _ request: Request,
        _ block: ((Status) -> Void)?,
        _ status: @escaping (PNStatusContent, Request.Reply?) -> Status
    ) {
        call(request.call) { result, again in
            block?(status(PNStatusContent(error: result.failure, again: again), result.value))
        }
    }

    /// Makes a call whose response has no content.
    func change<Request: CallRequest>(_ request: Request, _ block: ((any PNAcknowledgmentStatus) -> Void)?) {
        change(request, block) { content, _ in AcknowledgmentStatus(content) }
    }
}
