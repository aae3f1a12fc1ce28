import PubNub

/// Where to connect and as whom; an empty text means that nothing was given.
struct Settings: Sendable {
    let origin: OriginName
    let publishKey: String
    let subscribeKey: String
    let secretKey: String
    let cipherKey: String
    let encryptionFormat: PNEncryptionFormat
    let authKey: String
    let identifier: String
    /// nil to reach the origin directly.
    let proxy: PNProxy?
}
