public import Dispatch
import Logging
public import PubNub

/// The chat of an app: a local store of its users, channels, members, messages and reactions, and a client that keeps
/// the store up to date.
///
/// Apps read and observe ``store``, and change data through ``dataProvider``. Real-time events are stored
/// automatically, and everything that was missed during an absence is fetched: see ``connect()`` and
/// ``subscribe(to:withPresence:)``. ``syncEvents()`` reports the progress. A provider that is released also releases
/// its client and its observers.
public final class ChatProvider<ModelData: ChatCustomData, ManagedEntities: ManagedChatEntities>: Sendable {
    /// The local store.
    public let store: ChatStore
    /// The client that talks to the service.
    public let pubnubProvider: PubNub
    /// Exchanges data between the service and the local store.
    public let dataProvider: DataProvider<ModelData, ManagedEntities>
    /// Stores the identifier of the current user, which is not part of the local store.
    public let cacheProvider: any ChatCacheProvider
    /// Tracks who is typing on which channel.
    public let typing: TypingService

    let live: StoreSync<ModelData, ManagedEntities>
    let arrivalFeed: ArrivalFeed<ModelData>
    private let ownsClient: Bool

    /// Opens the local store and connects it to an existing client.
    ///
    /// - Parameters:
    ///   - pubnubProvider: The client. Its delegate and observers do not change, and it may have several providers.
    ///   - datastoreConfiguration: The location of the local store; a file for each application, keyset and user by
    ///     default.
    ///   - cacheProvider: Stores the identifier of the current user; `UserDefaults` by default.
    ///   - callbackQueue: The queue on which closures run; the main queue by default.
    ///   - backfillPolicy: The limit of missed messages that are fetched automatically; the newest 10,000 messages of
    ///     each channel by default.
    ///   - sendsAutomatically: Whether queued messages are sent with each connection and when they are queued; true by
    ///     default. Otherwise ``DataProvider/sendOutbox()`` sends them.
    ///   - changePolicy: The users whose edits and deletions of a message count in addition to those of its author;
    ///     only the author's by default. The store follows the policy of the provider that opened it last.
    ///   - interop: The changes to announce to clients of PubNub's Chat SDK; none by default.
    /// - Throws: ``ChatError/cannotOpenStore(_:)`` if the file cannot be used, for example because it holds the data of
    ///   another keyset or user.
    public convenience init(
        pubnubProvider: PubNub,
        datastoreConfiguration: DatastoreConfiguration = DatastoreConfiguration(),
        cacheProvider: any ChatCacheProvider = UserDefaultsCacheProvider(),
        callbackQueue: DispatchQueue = .main,
        backfillPolicy: ChatBackfillPolicy = ChatBackfillPolicy(),
        sendsAutomatically: Bool = true,
        changePolicy: ChatChangePolicy = ChatChangePolicy(),
        interop: ChatInterop = ChatInterop()
    ) throws {
        try self.init(
            pubnubProvider,
            datastoreConfiguration,
            cacheProvider,
            callbackQueue,
            backfillPolicy,
            sendsAutomatically,
            changePolicy,
            interop,
            ownsClient: false
        )
    }

    /// Opens the local store and creates a client for it, which is not connected yet.
    ///
    /// - Parameters:
    ///   - service: The service that the client uses.
    ///   - userId: The identifier of the current user. If nil, the stored identifier, or a new one if none is stored.
    ///   - datastoreConfiguration: The location of the local store; a file for each application, keyset and user by
    ///     default.
    ///   - cacheProvider: Stores the identifier of the current user; `UserDefaults` by default.
    ///   - callbackQueue: The queue on which closures run; the main queue by default.
    ///   - backfillPolicy: The limit of missed messages that are fetched automatically; the newest 10,000 messages of
    ///     each channel by default.
    ///   - sendsAutomatically: Whether queued messages are sent with each connection and when they are queued; true by
    ///     default. Otherwise ``DataProvider/sendOutbox()`` sends them.
    ///   - changePolicy: The users whose edits and deletions of a message count in addition to those of its author;
    ///     only the author's by default. The store follows the policy of the provider that opened it last.
    ///   - interop: The changes to announce to clients of PubNub's Chat SDK; none by default.
    /// - Throws: ``ChatError/cannotOpenStore(_:)`` if the file cannot be used, for example because it holds the data of
    ///   another keyset or user.
    public convenience init(
        service: ChatServiceAddress,
        userId: String? = nil,
        datastoreConfiguration: DatastoreConfiguration = DatastoreConfiguration(),
        cacheProvider: any ChatCacheProvider = UserDefaultsCacheProvider(),
        callbackQueue: DispatchQueue = .main,
        backfillPolicy: ChatBackfillPolicy = ChatBackfillPolicy(),
        sendsAutomatically: Bool = true,
        changePolicy: ChatChangePolicy = ChatChangePolicy(),
        interop: ChatInterop = ChatInterop()
    ) throws {
        let client = service.client(of: userId ?? cacheProvider.string(forKey: ChatCacheKey.senderId) ?? "")
        try self.init(
            client,
            datastoreConfiguration,
            cacheProvider,
            callbackQueue,
            backfillPolicy,
            sendsAutomatically,
            changePolicy,
            interop,
            ownsClient: true
        )
    }

    private init(
        _ client: PubNub,
        _ configuration: DatastoreConfiguration,
        _ cache: any ChatCacheProvider,
        _ callbackQueue: DispatchQueue,
        _ backfillPolicy: ChatBackfillPolicy,
        _ sendsAutomatically: Bool,
        _ changePolicy: ChatChangePolicy,
        _ interop: ChatInterop,
        ownsClient: Bool
    ) throws {
        let owner = ChatStoreOwner(
            subscribeKey: client.configuration().subscriptionKey,
            userId: client.clientIdentifier()
        )
        let store = try ChatStore(configuration: configuration, entities: ManagedEntities.self, owner: owner)
        let cipher = EditCipher(client)
        try store.write { db in
            try MessageChanges.apply(changePolicy, db)
            if let cipher { try MessageChanges.open(db, cipher.text) }
        }
        self.store = store
        self.ownsClient = ownsClient
        pubnubProvider = client
        cacheProvider = cache
        dataProvider = DataProvider(
            store: store,
            pubnubProvider: client,
            callbackQueue: callbackQueue,
            interop: interop
        )
        typing = dataProvider.typing
        let arrivalFeed = ArrivalFeed<ModelData>(store.writer, owner: owner.userId)
        self.arrivalFeed = arrivalFeed
        let noteUser: @Sendable () -> Void = { [weak client] in
            guard let client else { return }
            let id = client.clientIdentifier()
            if owner != ChatStoreOwner(subscribeKey: client.configuration().subscriptionKey, userId: id) {
                ChatLog.logger.warning("The client has another keyset or user than its store; create a new provider")
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
            policy: backfillPolicy,
            noteUser: noteUser,
            onConnection: { [weak dataProvider] in
                dataProvider?.connected()
                dataProvider?.metadata.connected()
                Task { await dataProvider?.sendPendingMarkers() }
            },
            onStored: { [weak dataProvider] in dataProvider?.metadata.note() },
            onMissingCount: { [weak dataProvider] channel in dataProvider?.countUnread(channel) },
            onMessages: { [weak arrivalFeed] channel in arrivalFeed?.note(channel) }
        )
        noteUser()
        dataProvider.metadata.begin()
        if sendsAutomatically { dataProvider.beginSending() }
    }

    /// The identifier of the user of this app at the service.
    public var currentUserId: String { pubnubProvider.clientIdentifier() }

    /// Closes the provider: stores the received events, removes its observers, and closes the store. Disconnects a
    /// client that the provider created; another client does not change.
    ///
    /// - Throws: A `DatabaseError` if a statement fails.
    public func close() async throws {
        await stop()
        try store.close()
    }

    /// Signs out: closes the provider, deletes all stored data, including unsent messages and drafts, and closes the
    /// store. Disconnects a client that the provider created; another client does not change. The identifier of the
    /// user is removed from ``cacheProvider``.
    ///
    /// - Throws: A `DatabaseError` if the data cannot be deleted. The provider is closed also then.
    public func wipe() async throws {
        await stop()
        cacheProvider.set(nil, forKey: ChatCacheKey.senderId)
        do {
            try await store.wipe(isFinal: true)
        } catch {
            try? store.close()
            throw error
        }
        try store.close()
    }

    private func stop() async {
        await dataProvider.endSending()
        await dataProvider.metadata.end()
        await live.close()
        arrivalFeed.close()
        await typing.close()
        dataProvider.configured.close()
        if ownsClient { pubnubProvider.disconnect() }
    }
}

/// A provider with the default rows and without custom data.
public typealias PubNubChatProvider = ChatProvider<VoidCustomData, PubNubManagedChatEntities>
