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
        digest = Digest.hex(Array(Digest.sha256(Array("\(publishKey)\n\(subscribeKey)".utf8)).prefix(16)))
    }

    func isOf(_ settings: Settings) -> Bool {
        publishKey == settings.publishKey && subscribeKey == settings.subscribeKey && secretKey == settings.secretKey
    }
}
