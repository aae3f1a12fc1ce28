import Dispatch
import Foundation
import PubNub
import PubNubChat

/// Stores channels of a server in a file until it is killed: `test-process chat-store HOST:PORT DIRECTORY CHANNEL...`.
///
/// It prints `subscribed` after the subscription, and `up to date CHANNEL` when nothing is missing in a channel. It
/// runs the commands that it reads from standard input; see ``ProcessCommand``. With `hold`, `open` or `provide` as the
/// first argument, ``StoreHolder`` runs instead. The keys come from the environment variables of the command line
/// tool; the default is `demo`.
enum ChatStoreProcess {
    static func run(_ arguments: [String]) async throws {
        guard arguments.count >= 3 else { throw ChatError.missingRequiredData("HOST:PORT DIRECTORY CHANNEL...") }
        let isReporting = arguments.contains(StoredRows.argument)
        let channels = arguments[2...].filter { $0 != StoredRows.argument }
        let provider = try ProcessProvider(
            pubnubProvider: client(of: arguments[0]),
            datastoreConfiguration: DatastoreConfiguration(storageDirectlyURL: URL(fileURLWithPath: arguments[1])),
            cacheProvider: MemoryCacheProvider(),
            callbackQueue: DispatchQueue(label: "chat store process")
        )
        let events = provider.syncEvents()
        if isReporting { try await StoredRows.report(provider) }
        try await provider.waitUntilConnected()
        try await provider.subscribe(to: channels)
        say("subscribed")
        if isReporting { StoredRows.sync(provider, channels) }
        Task { try await ProcessCommand.runAll(provider) }
        for await event in events {
            if case .upToDate(let channels) = event { for channel in channels { say("up to date \(channel)") } }
        }
    }

    private static func client(of origin: String) -> PubNub {
        let environment = ProcessInfo.processInfo.environment
        let configuration = PNConfiguration(
            origin: origin,
            publishKey: environment["PUBNUB_PUBLISH_KEY"] ?? "demo",
            subscribeKey: environment["PUBNUB_SUBSCRIBE_KEY"] ?? "demo",
            secretKey: nil,
            cipherKey: nil,
            authorizationKey: environment["PUBNUB_AUTH_KEY"]
        )
        configuration.shouldUseSecureConnection = false
        configuration.callbackQueue = DispatchQueue(label: "chat store process client")
        let client = PubNub(configuration: configuration)
        client.setClientIdentifier("copy")
        return client
    }
}
