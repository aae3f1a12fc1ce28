import ArgumentParser
import PubNub
import PubNubWire

/// A kind of object of App Context, for the commands that all kinds share.
protocol ObjectFamily: SendableMetatype {
    /// The command, such as `users`.
    static var word: String { get }
    /// The abstract of the command.
    static var abstract: String { get }
    /// The kind of the identifier that the commands expect: `user` or `channel`.
    static var subject: String { get }
    /// An identifier of that kind, for examples.
    static var example: String { get }
    /// The fields of `--include`, by name.
    static var includable: [String: UInt] { get }
    /// The default of `--include`: all fields of the object itself.
    static var included: [String] { get }
    /// The values of `--clear`.
    static var clearable: [PNMetadataField] { get }
    /// The field for the total count.
    static var count: UInt { get }
    /// The columns for people: a title, and the path of members to the value.
    static var columns: [(title: String, path: [String])] { get }
}

/// Users or channels, which have metadata of their own.
protocol EntityFamily: ObjectFamily {
    /// The options that set the metadata.
    associatedtype Fields: ParsableArguments

    /// Options of `set` for an example.
    static var exampleFields: String { get }

    static func page(_ query: PageQuery, from client: PubNub) async throws -> PageReport
    static func object(_ identifier: String, including fields: UInt, from client: PubNub) async throws -> JSON
    static func set(
        _ identifier: String,
        to fields: Fields,
        including included: UInt,
        by client: PubNub
    ) async throws -> JSON
    static func remove(_ identifier: String, by client: PubNub) async throws
}

/// Memberships of a user, or members of a channel.
protocol RelationFamily: ObjectFamily {
    /// The entry of the list, such as `membership`.
    static var entry: String { get }
    /// The other side of the relation by the name of the service: `channel` or `uuid`.
    static var otherKey: String { get }
    /// The other side of the relation for people: `channel` or `user`.
    static var other: String { get }
    /// Identifiers of the other side, for examples.
    static var otherExamples: [String] { get }

    static func page(of identifier: String, _ query: PageQuery, from client: PubNub) async throws -> PageReport
    static func change(
        of identifier: String,
        set entries: [[String: Any]],
        removed: [String],
        _ query: PageQuery,
        by client: PubNub
    ) async throws -> PageReport
}

extension RelationFamily {
    static var clearable: [PNMetadataField] { [.status, .type, .custom] }
}
