import Dispatch
import Foundation
import PubNub
import PubNubChat

/// Copies channels of an origin into a file until it is killed: `chat-copy HOST:PORT DIRECTORY CHANNEL...`.
///
/// It prints `subscribed` once the channels are, and `whole CHANNEL` whenever nothing is missing in one.
@main
enum ChatCopy {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 3 else { throw ChatError.missingRequiredData("HOST:PORT DIRECTORY CHANNEL...") }
        let channels = Array(arguments[2...])
        let provider = try PubNubChatProvider(
            service: ChatServiceAddress(
                publishKey: "demo",
                subscribeKey: "demo",
                origin: arguments[0],
                isSecure: false
            ),
            userId: "copy",
            datastoreConfiguration: DatastoreConfiguration(storageDirectlyURL: URL(fileURLWithPath: arguments[1])),
            cacheProvider: MemoryCacheProvider(),
            callbackQueue: DispatchQueue(label: "chat copy")
        )
        let news = provider.news()
        try await provider.connect()
        try await provider.subscribe(to: channels)
        say("subscribed")
        for await item in news {
            if case .whole(let channels) = item { for channel in channels { say("whole \(channel)") } }
        }
    }

    private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
