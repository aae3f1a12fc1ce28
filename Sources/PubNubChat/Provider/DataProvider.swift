public import Dispatch
public import PubNub
import PubNubMachines

/// Moves chat data between the service and the store: what an app asks the service for, and what it tells the service.
///
/// Get it from ``ChatProvider/dataProvider``. Every action comes twice: with closures, which run on the callback queue of the
/// provider, and as an `async` function. What the service answers is stored before either is told.
///
/// Closures are called once. Actions with closures that concern the store alone are done in the order in which they are called, and
/// messages to one channel are sent in that order. An `async` action whose task is cancelled ends with `CancellationError`; nothing
/// of it is stored then, but the service may have done what it was asked for.
///
/// Errors are ``ChatError``, or what the client of the service says: `PNError`.
public final class DataProvider<ModelData: ChatCustomData, ManagedEntities: ManagedChatEntities>: Sendable {
    /// Where the data is kept.
    public let store: ChatStore
    /// The client that talks to the service.
    public let pubnubProvider: PubNub
    /// Where closures run.
    public let callbackQueue: DispatchQueue

    /// Who is typing where.
    let typing: TypingService
    /// What happens while the service is asked.
    let journal = ChangeJournal<ModelData, ManagedEntities>()
    /// Keeps actions on the store that have closures in their order.
    let line = ActionQueue()
    /// Keeps those who send what is not sent yet from sending it twice.
    let sendings = ActionQueue()
    /// The clients of requests with a configuration of their own.
    let configured = ConfiguredClients()

    /// Waits before a message is sent again.
    let sendingPause: @Sendable (_ attempt: Int, _ retryAfter: Duration?) async throws -> Void

    init(
        store: ChatStore,
        pubnubProvider: PubNub,
        callbackQueue: DispatchQueue,
        sendingPause: @escaping @Sendable (_ attempt: Int, _ retryAfter: Duration?) async throws -> Void = {
            attempt,
            retryAfter in
            var backoff = Backoff(seed: UInt64.random(in: .min ... .max))
            try await Task.sleep(for: backoff.delay(attempt: attempt, atLeast: retryAfter))
        }
    ) {
        self.sendingPause = sendingPause
        self.store = store
        self.pubnubProvider = pubnubProvider
        self.callbackQueue = callbackQueue
        let service = ChatService(pubnub: pubnubProvider)
        typing = TypingService {
            $0 == pubnubProvider.clientIdentifier()
        } signal: { signal, channel in
            try await service.signal(signal, on: channel)
        }
    }

    var service: ChatService { ChatService(pubnub: pubnubProvider) }

    /// The calls that a request is made with, which name it in the log.
    ///
    /// - Parameter request: The request.
    /// - Returns: The calls of the client, or of one with the configuration of the request.
    /// - Throws: ``ChatError/wrongContentType(_:)`` for the configuration of another keyset.
    func service(for request: some ServiceRequest) throws(ChatError) -> ChatService {
        var service = service
        if let config = request.config {
            service = ChatService(pubnub: try configured.client(with: config, besides: pubnubProvider))
        }
        service.requestId = request.requestId
        return service
    }
}
