import Dispatch
import Foundation
import PubNub
import PubNubChat

/// Copies channels of an origin into a file until it is killed: `chat-copy HOST:PORT DIRECTORY CHANNEL...`.
///
/// It prints `subscribed` once the channels are, and `whole CHANNEL` whenever nothing is missing in one. What it reads from standard input, it
/// does: see ``Order``. With `hold` or `open` as the first argument it does what ``Bystander`` says. The keys are those of the environment, as the command line has them, and `demo` without.
@main
enum ChatCopy {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if try Bystander.run(arguments) { return }
        guard arguments.count >= 3 else { throw ChatError.missingRequiredData("HOST:PORT DIRECTORY CHANNEL...") }
        let isReporting = arguments.contains(StoredRows.argument)
        let channels = arguments[2...].filter { $0 != StoredRows.argument }
        let provider = try CopyProvider(
            pubnubProvider: client(of: arguments[0]),
            datastoreConfiguration: DatastoreConfiguration(storageDirectlyURL: URL(fileURLWithPath: arguments[1])),
            cacheProvider: MemoryCacheProvider(),
            callbackQueue: DispatchQueue(label: "chat copy")
        )
        let news = provider.news()
        if isReporting { try await StoredRows.report(provider) }
        try await provider.connect()
        try await provider.subscribe(to: channels)
        say("subscribed")
        if isReporting { StoredRows.sync(provider, channels) }
        Task { try await Order.obeyAll(provider) }
        for await item in news {
            if case .whole(let channels) = item { for channel in channels { say("whole \(channel)") } }
        }
    }

    static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
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
        configuration.callbackQueue = DispatchQueue(label: "chat copy client")
        let client = PubNub(configuration: configuration)
        client.setClientIdentifier("copy")
        return client
    }
}
