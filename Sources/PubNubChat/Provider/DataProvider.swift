public import Dispatch
public import PubNub

/// Moves chat data between the service and the store: what an app asks the service for, and what it tells the service.
///
/// Get it from ``ChatProvider/dataProvider``. Every action comes twice: with closures, which run on the callback queue of the
/// provider, and as an `async` function. What the service answers is stored before either is told.
public final class DataProvider<ModelData: ChatCustomData, ManagedEntities: ManagedChatEntities>: Sendable {
    /// Where the data is kept.
    public let store: ChatStore
    /// The client that talks to the service.
    public let pubnubProvider: PubNub
    /// Where closures run.
    public let callbackQueue: DispatchQueue

    init(store: ChatStore, pubnubProvider: PubNub, callbackQueue: DispatchQueue) {
        self.store = store
        self.pubnubProvider = pubnubProvider
        self.callbackQueue = callbackQueue
    }
}
