import PubNubWire

/// How a message is sent.
struct SendOptions: Sendable {
    let apns: [String: JSONValue]?
    let gcm: [String: JSONValue]?
    let isCompressed: Bool
    let isStored: Bool
    let metadata: JSONValue?
    let hoursStored: Int?
}
