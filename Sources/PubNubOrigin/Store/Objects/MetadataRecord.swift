/// A user or a channel.
struct MetadataRecord: Sendable, Equatable {
    let id: String
    var content = ObjectContent()
    /// The timetoken of its last change.
    var updated: UInt64
    /// The version, which no other change anywhere has had.
    var eTag: String
}
