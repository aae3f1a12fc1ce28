import Dispatch
import Foundation
import PubNubChat

/// A program that has a store open, or is opening it, without copying anything.
enum Bystander {
    /// - Returns: Whether the arguments were for this: `hold FILE` takes the locks beside a store, prints `alone` or `beside`, and does what
    ///   standard input says: `share` or `release`. `open DIRECTORY` opens a store, and `provide USER` that of a provider in the default
    ///   place; both print `opened`, or `failed` with the reason. All of them end with standard input.
    static func run(_ arguments: [String]) throws -> Bool {
        guard arguments.count == 2 else { return false }
        switch arguments[0] {
        case "hold": try hold(arguments[1])
        case "open":
            let directory = URL(fileURLWithPath: arguments[1])
            open { try ChatStore(configuration: DatastoreConfiguration(storageDirectlyURL: directory)) }
        case "provide": open { try provider(arguments[1]) }
        default: return false
        }
        return true
    }

    private static func hold(_ path: String) throws {
        let hold = try StoreLock(path)
        ChatCopy.say(hold.isAlone ? "alone" : "beside")
        while let line = readLine() {
            if line == "share" { try hold.share() } else { hold.release() }
            ChatCopy.say("done \(line)")
        }
    }

    private static func open<Opened>(_ make: () throws -> Opened) {
        do {
            let opened = try make()
            ChatCopy.say("opened")
            while readLine() != nil {}
            withExtendedLifetime(opened) {}
        } catch {
            ChatCopy.say("failed \(error)")
        }
    }

    private static func provider(_ userId: String) throws -> PubNubChatProvider {
        try PubNubChatProvider(
            service: ChatServiceAddress(
                publishKey: "demo",
                subscribeKey: "demo",
                origin: "127.0.0.1:1",
                isSecure: false
            ),
            userId: userId,
            cacheProvider: MemoryCacheProvider(),
            callbackQueue: DispatchQueue(label: "bystander")
        )
    }
}
