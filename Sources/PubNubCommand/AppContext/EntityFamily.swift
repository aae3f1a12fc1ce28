import ArgumentParser
import PubNub
import PubNubWire

/// Users or channels: what has metadata of its own.
protocol EntityFamily: ObjectFamily {
    /// The options that set the metadata.
    associatedtype Fields: ParsableArguments

    /// Options of `set`, for an example.
    static var exampleFields: String { get }

    static func page(_ query: PageQuery, from client: PubNub) async throws -> ObjectPage
    static func object(_ identifier: String, including fields: UInt, from client: PubNub) async throws -> JSONValue
    static func set(
        _ identifier: String,
        to fields: Fields,
        including included: UInt,
        by client: PubNub
    ) async throws -> JSONValue
    static func remove(_ identifier: String, by client: PubNub) async throws
}
