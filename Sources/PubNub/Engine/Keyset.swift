import PubNubCodec

/// The keys of one configuration. Two are the same if they are the same object.
final class Keyset: Sendable {
    let publishKey: String
    let subscribeKey: String
    let secretKey: String?
    /// Stands for publish and subscribe key in files, where the keys themselves must not be.
    let digest: String

    init(_ settings: Settings) {
        publishKey = settings.publishKey
        subscribeKey = settings.subscribeKey
        secretKey = settings.secretKey
        digest = Self.digest(of: Array("\(publishKey)\n\(subscribeKey)".utf8))
    }

    /// If the crypto library computes no SHA-256, no file of an outbox can be opened either. Only this process compares the
    /// digest then, so that a hash of its own is enough.
    private static func digest(of keys: [UInt8]) -> String {
        guard let digest = try? Digest.sha256(keys) else {
            var hasher = Hasher()
            hasher.combine(keys)
            return "process-\(hasher.finalize())"
        }
        return Digest.hex(Array(digest.prefix(16)))
    }

    func isOf(_ settings: Settings) -> Bool {
        publishKey == settings.publishKey && subscribeKey == settings.subscribeKey && secretKey == settings.secretKey
    }
}
