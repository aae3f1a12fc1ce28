public import Dispatch
public import PubNub

/// The chat of an app: a local copy of its users, channels, members, messages and reactions, and a client that keeps the copy
/// up to date.
///
/// Apps read ``store`` and observe it; they change things through ``dataProvider``. What arrives in real time is stored without
/// their doing.
public final class ChatProvider<ModelData: ChatCustomData, ManagedEntities: ManagedChatEntities>: Sendable {
    /// The local copy.
    public let store: ChatStore
    /// The client that talks to the service.
    public let pubnubProvider: PubNub
    /// Moves data between the service and the copy.
    public let dataProvider: DataProvider<ModelData, ManagedEntities>

    /// Opens the local copy and attaches it to a client.
    ///
    /// - Parameters:
    ///   - pubnubProvider: The client. Its delegate and observers stay the app's own.
    ///   - datastoreConfiguration: Where the copy is kept; a file in the documents directory unless told.
    ///   - callbackQueue: Where closures run; the main queue unless told.
    /// - Throws: ``ChatError/cannotOpenStore(_:)`` when the file cannot be used.
    public init(
        pubnubProvider: PubNub,
        datastoreConfiguration: DatastoreConfiguration = DatastoreConfiguration(),
        callbackQueue: DispatchQueue = .main
    ) throws {
        store = try ChatStore(configuration: datastoreConfiguration, entities: ManagedEntities.self)
        self.pubnubProvider = pubnubProvider
        dataProvider = DataProvider(store: store, pubnubProvider: pubnubProvider, callbackQueue: callbackQueue)
    }

    /// The identifier of the user of this app, as the service knows it.
    public var currentUserId: String { pubnubProvider.clientIdentifier() }
}

/// A provider with the default rows and without custom data.
public typealias PubNubChatProvider = ChatProvider<VoidCustomData, PubNubManagedChatEntities>
