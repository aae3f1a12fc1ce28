public import Dispatch
import Logging
public import PubNub

/// The chat of an app: a local copy of its users, channels, members, messages and reactions, and a client that keeps the local store
/// up to date.
///
/// Apps read ``store`` and observe it; they change things through ``dataProvider``. What arrives in real time is stored without
/// their doing, and what was sent while they were away is fetched: see ``connect()`` and ``subscribe(to:withPresence:)``.
/// ``news()`` tells how that goes. A provider that is released lets its client go, with all that watched it.
public final class ChatProvider<ModelData: ChatCustomData, ManagedEntities: ManagedChatEntities>: Sendable {
    /// The local copy.
    public let store: ChatStore
    /// The client that talks to the service.
    public let pubnubProvider: PubNub
    /// Moves data between the service and the local store.
    public let dataProvider: DataProvider<ModelData, ManagedEntities>
    /// Keeps what is not in the local store: the identifier of the current user.
    public let cacheProvider: any ChatCacheProvider
    /// Who is typing where.
    public let typing: TypingService

    let live: StoreSync<ModelData, ManagedEntities>
    private let ownsClient: Bool

    /// Opens the local copy and attaches it to a client.
    ///
    /// - Parameters:
    ///   - pubnubProvider: The client. Its delegate and observers stay the app's own, and it may have several providers.
    ///   - datastoreConfiguration: Where the local store is kept; a file of its own for each application, keyset and user by default.
    ///   - cacheProvider: Keeps the identifier of the current user; the defaults of the user by default.
    ///   - callbackQueue: Where closures run; the main queue by default.
    ///   - fillPolicy: How much of what was sent while the client was away is fetched by itself; the newest 10,000 messages of each channel by default.
    /// - Throws: ``ChatError/cannotOpenStore(_:)`` when the file cannot be used, also because it holds the data of another keyset or user.
    public convenience init(
        pubnubProvider: PubNub,
        datastoreConfiguration: DatastoreConfiguration = DatastoreConfiguration(),
        cacheProvider: any ChatCacheProvider = UserDefaultsCacheProvider(),
        callbackQueue: DispatchQueue = .main,
        fillPolicy: ChatFillPolicy = ChatFillPolicy()
    ) throws {
        try self.init(
            pubnubProvider,
            datastoreConfiguration,
            cacheProvider,
            callbackQueue,
            fillPolicy,
            ownsClient: false
        )
    }

    /// Opens the local copy and makes a client for it, which is not connected yet.
    ///
    /// - Parameters:
    ///   - service: Which service the client talks to.
    ///   - userId: The identifier of the current user; the one of the last time when nil, and a new one when there is none.
    ///   - datastoreConfiguration: Where the local store is kept; a file of its own for each application, keyset and user by default.
    ///   - cacheProvider: Keeps the identifier of the current user; the defaults of the user by default.
    ///   - callbackQueue: Where closures run; the main queue by default.
    ///   - fillPolicy: How much of what was sent while the client was away is fetched by itself; the newest 10,000 messages of each channel by default.
    /// - Throws: ``ChatError/cannotOpenStore(_:)`` when the file cannot be used, also because it holds the data of another keyset or user.
    public convenience init(
        service: ChatServiceAddress,
        userId: String? = nil,
        datastoreConfiguration: DatastoreConfiguration = DatastoreConfiguration(),
        cacheProvider: any ChatCacheProvider = UserDefaultsCacheProvider(),
        callbackQueue: DispatchQueue = .main,
        fillPolicy: ChatFillPolicy = ChatFillPolicy()
    ) throws {
        let client = service.client(of: userId ?? cacheProvider.string(forKey: ChatCacheKey.senderId) ?? "")
        try self.init(client, datastoreConfiguration, cacheProvider, callbackQueue, fillPolicy, ownsClient: true)
    }

    private init(
        _ client: PubNub,
        _ configuration: DatastoreConfiguration,
        _ cache: any ChatCacheProvider,
        _ callbackQueue: DispatchQueue,
        _ fillPolicy: ChatFillPolicy,
        ownsClient: Bool
    ) throws {
        let owner = ChatStoreOwner(
            subscribeKey: client.configuration().subscriptionKey,
            userId: client.clientIdentifier()
        )
        let store = try ChatStore(configuration: configuration, entities: ManagedEntities.self, owner: owner)
        self.store = store
        self.ownsClient = ownsClient
        pubnubProvider = client
        cacheProvider = cache
        dataProvider = DataProvider(store: store, pubnubProvider: client, callbackQueue: callbackQueue)
        typing = dataProvider.typing
        let noteUser: @Sendable () -> Void = { [weak client] in
            guard let client else { return }
            let id = client.clientIdentifier()
            if owner != ChatStoreOwner(subscribeKey: client.configuration().subscriptionKey, userId: id) {
                ChatLog.logger.warning("The client has another keyset or user than its store; make a new provider")
            }
            guard cache.string(forKey: ChatCacheKey.senderId) != id else { return }
            cache.set(id, forKey: ChatCacheKey.senderId)
        }
        live = StoreSync(
            client: client,
            store: store,
            source: ServiceSource(service: dataProvider.service),
            journal: dataProvider.journal,
            typing: typing,
            policy: fillPolicy,
            noteUser: noteUser
        )
        noteUser()
    }

    /// The identifier of the user of this app, as the service knows it.
    public var currentUserId: String { pubnubProvider.clientIdentifier() }

    /// Ends the provider: stores what arrived, stops to listen, and closes the store. A client that the provider made is disconnected; another is left
    /// as it is.
    ///
    /// - Throws: A `DatabaseError` if a statement fails.
    public func close() async throws {
        await live.close()
        typing.close()
        dataProvider.configured.close()
        if ownsClient { pubnubProvider.disconnect() }
        try store.close()
    }
}

/// A provider with the default rows and without custom data.
public typealias PubNubChatProvider = ChatProvider<VoidCustomData, PubNubManagedChatEntities>
