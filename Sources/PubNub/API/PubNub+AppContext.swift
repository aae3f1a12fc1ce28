import Dispatch

/// App Context: metadata of users and channels, and who is a member of what.
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

/// Making calls whose ends are told by a status.
extension ClientEngine {
    /// How a call ended, and what makes it again.
    typealias Ending<Value> = (Result<Value, PNError>, _ again: @escaping @Sendable () -> Void) -> Void

    /// Makes a call.
    ///
    /// - Parameters:
    ///   - make: Makes the call for a client with this identifier, or says what is wrong with it. It runs before this returns.
    ///   - ending: Told on the callback queue how the call ended, and again each time it is made again.
    func call<Value: Sendable>(
        _ make: (_ identifier: String) throws(PNError) -> Call<Value>,
        ending: @escaping Ending<Value>
    ) {
        let box = CallbackBox(ending)
        do throws(PNError) {
            send(.success(try make(read { $0.identifier })), box)
        } catch {
            send(.failure(error), box)
        }
    }

    private func send<Value: Sendable>(_ call: Result<Call<Value>, PNError>, _ box: CallbackBox<Ending<Value>>) {
        let again = { @Sendable [weak self] () -> Void in self?.send(call, box) }
        let finish = { @Sendable [self] (result: Result<Value, PNError>) -> Void in
            // nil once the application has released it; the call ends all the same.
            let client = client
            hub.post { withExtendedLifetime(client) { box.value(result, again) } }
        }
        switch call {
        case .success(let call): submit(call, completion: finish)
        case .failure(let error): finish(.failure(error))
        }
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
