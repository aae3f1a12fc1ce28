import ArgumentParser
import PubNub
import PubNubWire

/// The commands of `pubnub channels`.
enum ChannelCommands: EntityFamily {
    typealias Fields = ChannelArguments

    static let word = "channels"
    static let abstract = "Print and change the metadata of channels."
    static let subject = "channel"
    static let example = "chat"
    static let exampleFields = "--name 'Chat' --description 'Everything else'"
    static let included = ["custom", "status", "type"]
    static let clearable: [PNMetadataField] = [.name, .information, .status, .type, .custom]
    static let count = PNChannelFields.totalCountField.rawValue
    static let includable: [String: UInt] = [
        "custom": PNChannelFields.customField.rawValue, "status": PNChannelFields.statusField.rawValue,
        "type": PNChannelFields.typeField.rawValue,
    ]
    static let columns: [(title: String, path: [String])] = [
        ("ID", ["id"]), ("NAME", ["name"]), ("DESCRIPTION", ["description"]), ("STATUS", ["status"]),
        ("TYPE", ["type"]), ("CUSTOM", ["custom"]), ("UPDATED", ["updated"]),
    ]

    static func page(_ query: PageQuery, from client: PubNub) async throws -> PageReport {
        let request = query.applied(to: PNFetchAllChannelsMetadataRequest())
        request.includeFields = PNChannelFields(rawValue: query.fields)
        return PageReport(try await client.value(of: request), \.report)
    }

    static func object(_ identifier: String, including fields: UInt, from client: PubNub) async throws -> JSON {
        let request = PNFetchChannelMetadataRequest(channel: identifier)
        request.includeFields = PNChannelFields(rawValue: fields)
        return try await client.value(of: request).report
    }

    static func set(
        _ identifier: String,
        to fields: ChannelArguments,
        including included: UInt,
        by client: PubNub
    ) async throws -> JSON {
        let request = PNSetChannelMetadataRequest(channel: identifier)
        request.includeFields = PNChannelFields(rawValue: included)
        request.name = fields.name
        request.information = fields.description
        request.status = fields.shared.status
        request.type = fields.shared.type
        request.custom = fields.shared.customValues
        request.clearedFields = Set(fields.shared.cleared)
        request.ifMatchesEtag = fields.match.eTag
        return try await client.value(of: request).report
    }

    static func remove(_ identifier: String, by client: PubNub) async throws {
        try await client.value(of: PNRemoveChannelMetadataRequest(channel: identifier))
    }
}

/// The options that set the metadata of a channel.
struct ChannelArguments: ParsableArguments {
    @Option(help: "Name of the channel.")
    var name: String?

    @Option(help: "Description of the channel.")
    var description: String?

    @OptionGroup var shared: SharedFields<ChannelCommands>
    @OptionGroup var match: MatchOption
}
