import PubNub
import PubNubWire

/// Memberships of a user, or members of a channel.
protocol RelationFamily: ObjectFamily {
    /// What is on the other side: `channel` or `uuid`, as the service names it.
    static var otherKey: String { get }
    /// The other side for people: `channel` or `user`.
    static var other: String { get }
    /// Identifiers of the other side, for examples.
    static var otherExamples: [String] { get }

    static func page(of identifier: String, _ query: PageQuery, from client: PubNub) async throws -> ObjectPage
    static func change(
        of identifier: String,
        set entries: [[String: Any]],
        removed: [String],
        _ query: PageQuery,
        by client: PubNub
    ) async throws -> ObjectPage
}
