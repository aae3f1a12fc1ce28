import PubNubWire

/// What is to change in the metadata of a user or channel.
struct MetadataChange: Sendable, Equatable {
    /// The fields by the service's names: a value is set, null clears, what is missing stays.
    var members: [String: JSONValue]
    /// The state that the change is for; nil changes any.
    var eTag: String?
}
