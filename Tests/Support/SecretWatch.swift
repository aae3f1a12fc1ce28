package import Foundation
package import PubNub
import PubNubSupport

/// Searches all log lines, at any level, and all notifications of the clients of this process for the secrets of every
/// client that a fixture created, when they are written or posted. A single find ends the process with a failure.
package final class SecretWatch: Sendable {
    /// The watch of this process; it starts with the first use.
    package static let shared = SecretWatch()

    private struct State {
        var search = SecretSearch()
        var finds: [SecretSearch.Find] = []
        var searched = 0
    }

    private let state = Locked(State())

    private init() {
        PNLogger.watch { SecretWatch.shared.look(at: $0, in: "a log record") }
        // The observer lives as long as the process.
        _ = NotificationCenter.default.addObserver(forName: nil, object: nil, queue: nil) { note in
            guard let payload = note.userInfo?[kPNNotificationPayloadKey] else { return }
            SecretWatch.shared.look(atAll: payload, in: "the notification \(note.name.rawValue)")
        }
        atexit { SecretWatch.shared.settle() }
    }

    /// Searches for the secrets of a configuration from now on.
    package func add(_ configuration: PNConfiguration) {
        state.withLock { state in
            state.search.add(configuration.secretKey, "secret key")
            state.search.add(configuration.cipherKey, "cipher key")
            state.search.add(configuration.authorizationKey, "authorization key")
        }
    }

    /// Searches for a push token from now on.
    package func add(pushToken: Data?) {
        guard let pushToken else { return }
        state.withLock { $0.search.add(pushToken: pushToken) }
    }

    /// Returns the same push token, and searches for it from now on.
    package func watched(pushToken: Data) -> Data {
        add(pushToken: pushToken)
        return pushToken
    }

    /// The number of searched strings so far.
    package var searched: Int { state.withLock { $0.searched } }

    /// Searches all descriptions of an event, an error or any payload of a notification.
    package func look(atAll value: Any, in place: String) {
        for text in Self.texts(of: value) { look(at: text, in: place) }
    }

    /// Searches one string.
    package func look(at text: String, in place: String) {
        let find = state.withLock { state -> SecretSearch.Find? in
            state.searched += 1
            guard let find = state.search.find(in: text) else { return nil }
            state.finds.append(find)
            return find
        }
        if let find { Self.say("SECRET: \(find.kind) in \(place): \(find.masked.prefix(500))") }
    }

    /// All descriptions of a value that a program may print.
    package static func texts(of value: Any) -> [String] {
        var texts = ["\(value)", String(reflecting: value)]
        guard let error = value as? PNError else { return texts }
        texts += [error.localizedDescription, error.localizedFailureReason, error.localizedRecoverySuggestion]
            .compactMap(\.self)
        texts += error.userInfo.values.map { "\($0)" }
        if let object = error.associatedObject { texts.append("\(object)") }
        return texts
    }

    private func settle() {
        let finds = state.withLock { $0.finds }
        guard !finds.isEmpty else { return }
        Self.say("SECRET: \(finds.count) texts held a secret; see the lines above that begin with this word")
        _exit(1)
    }

    private static func say(_ line: String) {
        FileHandle.standardError.write(Data("\(line)\n".utf8))
    }
}
