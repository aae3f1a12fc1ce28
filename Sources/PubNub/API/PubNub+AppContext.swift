import Dispatch

/// App Context: metadata of users and channels, and who is a member of what.
extension PubNub {
    /// The calls of App Context, to be put together step by step: `client.objects().uuidMetadata().uuid("u")` and so on, made by
    /// `performWithCompletion(_:)`.
    public var objects: () -> PNObjectsAPICallBuilder {
        { PNObjectsAPICallBuilder(self) }
    }

    /// Makes a client and connects it, so that calls can follow at once: they are sent when it is connected.
    ///
    /// - Parameter configuration: Keys, origin and behaviour.
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
