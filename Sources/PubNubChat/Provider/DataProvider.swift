public import Dispatch
public import PubNub
import PubNubSupport
import PubNubMachines

/// Exchanges chat data between the service and the store.
///
/// Get it from ``ChatProvider/dataProvider``. Every action exists twice: with closures, which run on the callback queue
/// of the provider, and as an `async` function. The response of the service is stored before either reports its result.
///
/// Closures are called once. Actions with closures that use only the store run in the order of the calls, and messages
/// to one channel are sent in that order. An `async` action whose task is cancelled throws `CancellationError`; it
/// stores nothing, but the service may have processed the request.
///
/// Errors are ``ChatError``, or the `PNError` of the client.
public final class DataProvider<ModelData: ChatCustomData, ManagedEntities: ManagedChatEntities>: Sendable {
    /// The local store.
    public let store: ChatStore
    /// The client that talks to the service.
    public let pubnubProvider: PubNub
    /// The queue on which closures run.
    public let callbackQueue: DispatchQueue

    /// Tracks who is typing on which channel.
    let typing: TypingService
    /// Records changes while requests are in flight.
    let journal = ChangeJournal<ModelData, ManagedEntities>()
    /// Runs store actions with closures in order.
    let storeQueue = ActionQueue()
    /// Orders the sending of the outbox by channel.
    let sendOrder = SendOrder()
    /// The results of changes for which calls wait.
    let outboxWaits = OutboxWaits()
    /// The entries and turns of the outbox that could not be released.
    let outboxReleases = OutboxReleases()
    /// The automatic sending of queued messages.
    let sending = Locked(AutomaticSending())
    /// Runs the changes of memberships one after the other: each reads, merges and writes.
    let memberships = ActionQueue()
    /// The channels whose unread messages are to be counted at the service, and whether that is being done.
    let counting = Locked<(channels: Set<String>, isRunning: Bool)>(([], false))
    /// Limits how often the read marker of a channel is sent.
    let markers = MarkerPace()
    /// The clients of requests with their own configuration.
    let configured = ConfiguredClients()

    /// The authorization key of the last connection; nil before the first one.
    let lastKey = Locked<ConnectionKey?>(nil)
    /// Fetches the metadata of users and channels of which only the identifier is stored.
    let metadata: MetadataCompleter<ModelData, ManagedEntities>

    /// The changes to announce to clients of PubNub's Chat SDK.
    let interop: ChatInterop

    /// Waits before a message is sent again.
    let sendingPause: @Sendable (_ attempt: Int, _ retryAfter: Duration?) async throws -> Void
    /// Waits before the next read marker of a channel is sent.
    let markerPause: @Sendable () async throws -> Void
    /// Waits before the provider looks for entries again that are left marked as being sent.
    let watchPause: @Sendable () async throws -> Void

    init(
        store: ChatStore,
        pubnubProvider: PubNub,
        callbackQueue: DispatchQueue,
        sendingPause: @escaping @Sendable (_ attempt: Int, _ retryAfter: Duration?) async throws -> Void = {
            attempt,
            retryAfter in
            var backoff = Backoff(seed: UInt64.random(in: .min ... .max))
            try await Task.sleep(for: backoff.delay(attempt: attempt, atLeast: retryAfter))
        },
        markerPause: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(1)) },
        watchPause: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(5)) },
        interop: ChatInterop = ChatInterop()
    ) {
        self.interop = interop
        self.markerPause = markerPause
        self.watchPause = watchPause
        self.sendingPause = sendingPause
        self.store = store
        self.pubnubProvider = pubnubProvider
        self.callbackQueue = callbackQueue
        metadata = MetadataCompleter(store: store, journal: journal) {
            ChatService(pubnub: pubnubProvider)
        } isConnected: {
            pubnubProvider.isConnected()
        }
        let service = ChatService(pubnub: pubnubProvider)
        typing = TypingService {
            $0 == pubnubProvider.clientIdentifier()
        } signal: { signal, channel in
            try await service.signal(signal, on: channel)
        }
    }

    deinit {
        for task in sending.withLock({ $0.takeTasks() }) { task.cancel() }
    }

    var service: ChatService { ChatService(pubnub: pubnubProvider) }

    /// The service calls for a request, which log its identifier.
    ///
    /// - Parameter request: The request.
    /// - Returns: The calls of the client, or of one with the configuration of the request.
    /// - Throws: ``ChatError/wrongContentType(_:)`` if the configuration is for another keyset.
    func service(for request: some ServiceRequest) throws(ChatError) -> ChatService {
        var service = service
        if let config = request.config {
            service = ChatService(pubnub: try configured.client(with: config, besides: pubnubProvider))
        }
        service.requestId = request.requestId
        return service
    }
}
