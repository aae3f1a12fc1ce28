import Dispatch
import PubNubCore
import PubNubMachines

/// App Context: metadata of users and channels, and memberships of users in channels.
///
/// A failed call ends with a status or an error status. Its `category` is the kind of failure, and its
/// `underlyingError` has the code. The client does not send an invalid request: it ends with
/// ``PNStatusCategory/badRequestCategory`` and with ``PNErrorData/information`` that names the field. Every call can
/// fail with these categories:
///
/// | Category | Cause |
/// |---|---|
/// | ``PNStatusCategory/badRequestCategory`` | An identifier, field or setting of the request is invalid (-1, 112, 114 or 117), or the service refused it. |
/// | ``PNStatusCategory/accessDeniedCategory`` | Access rights are missing (122), or App Context is not enabled (123). |
/// | ``PNStatusCategory/networkIssuesCategory`` | The client is not connected, or the connection failed (107, 108 or 109). |
/// | ``PNStatusCategory/timeoutCategory`` | No response arrived in time (110). |
/// | ``PNStatusCategory/malformedResponseCategory`` | The response could not be read (142 or 143). |
/// | ``PNStatusCategory/unknownCategory`` | Too many requests (141), or an error of the service. |
///
/// An identifier of a user or channel has 1 to 92 characters (Unicode scalars), no comma, slash, backslash, colon, star or control
/// character, and is neither `.` nor `..`. An empty identifier of a user means this client.
extension PubNub {
    /// Builds the calls of App Context step by step: `client.objects().uuidMetadata().uuid("u")` and so on, up to
    /// `performWithCompletion(_:)`, which makes the call.
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

/// Makes calls that end with a status.
extension ClientFace {
    /// The end of a call, with a closure that repeats it.
    typealias Ending<Value> = (Result<Value, PNError>, _ again: @escaping @Sendable () -> Void) -> Void

    /// Makes a call.
    ///
    /// - Parameters:
    ///   - make: Creates the call for a client with this identifier, or throws if the request is invalid. Runs before
    ///     this function returns.
    ///   - ending: Called on the callback queue with the outcome, and again after each repetition.
    func call<Value: Sendable>(
        _ make: (_ identifier: String) throws(Failure) -> Call<Value>,
        ending: @escaping Ending<Value>
    ) {
        let box = CallbackBox(ending)
        do throws(Failure) {
            send(.success(try make(engine.identifier)), box)
        } catch {
            send(.failure(PNError(error)), box)
        }
    }

    private func send<Value: Sendable>(_ call: Result<Call<Value>, PNError>, _ box: CallbackBox<Ending<Value>>) {
        let again = { @Sendable [weak self] () -> Void in self?.send(call, box) }
        let finish = { @Sendable [self] (result: Result<Value, PNError>) -> Void in
            // `nil` once the application has released it. The call ends nevertheless.
            let client = client
            hub.post { withExtendedLifetime(client) { box.value(result, again) } }
        }
        switch call {
        case .success(let call): submit(call, at: .apart, completion: finish)
        case .failure(let error): finish(.failure(error))
        }
    }
}

extension ClientFace {
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
