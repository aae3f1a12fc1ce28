import Dispatch
import Foundation
import PubNubChat

/// Opens a store, or holds its locks, without storing data.
enum StoreHolder {
    /// Runs `hold FILE`, `open DIRECTORY` or `provide USER`, until standard input ends.
    ///
    /// `hold` takes the locks next to a store, prints `alone` or `shared`, and runs the commands `share` and `release`
    /// of standard input. `open` opens a store, and `provide` that of a provider in the default location; both print
    /// `opened`, or `failed` with the reason.
    ///
    /// - Returns: Whether the arguments are one of these commands.
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
        say(hold.isAlone ? "alone" : "shared")
        while let line = readLine() {
            if line == "share" { try hold.share() } else { hold.release() }
            say("done \(line)")
        }
    }

    private static func open<Opened>(_ make: () throws -> Opened) {
        do {
            let opened = try make()
            say("opened")
            while readLine() != nil {}
            withExtendedLifetime(opened) {}
        } catch {
            say("failed \(error)")
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
            callbackQueue: DispatchQueue(label: "store holder")
        )
    }
}
