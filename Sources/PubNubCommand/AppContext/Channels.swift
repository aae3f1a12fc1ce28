import ArgumentParser
import PubNub
import PubNubWire

/// What `pubnub channels` is about.
enum Channels: EntityFamily {
    typealias Fields = ChannelFields

    static let word = "channels"
    static let abstract = "Read and change the metadata of channels."
    static let subject = "channel"
    static let example = "chat"
    static let exampleFields = "--name 'Chat' --description 'Everything else'"
    static let included = ["custom", "status", "type"]
    static let count = PNChannelFields.totalCountField.rawValue
    static let includable: [String: UInt] = [
        "custom": PNChannelFields.customField.rawValue, "status": PNChannelFields.statusField.rawValue,
        "type": PNChannelFields.typeField.rawValue,
    ]
    static let columns: [(title: String, path: [String])] = [
        ("ID", ["id"]), ("NAME", ["name"]), ("DESCRIPTION", ["description"]), ("STATUS", ["status"]),
        ("TYPE", ["type"]), ("CUSTOM", ["custom"]), ("UPDATED", ["updated"]),
    ]

    static func page(_ query: PageQuery, from client: PubNub) async throws -> ObjectPage {
        let request = query.applied(to: PNFetchAllChannelsMetadataRequest())
        request.includeFields = PNChannelFields(rawValue: query.fields)
        return try await client.answer { once in
            client.allChannelsMetadata(with: request) { result, failure in
                once.resume(result.map { ObjectPage($0.data) }, failure?.underlyingError)
            }
        }
    }

    static func object(_ identifier: String, including fields: UInt, from client: PubNub) async throws -> JSONValue {
        let request = PNFetchChannelMetadataRequest(channel: identifier)
        request.includeFields = PNChannelFields(rawValue: fields)
        return try await client.answer { once in
            client.channelMetadata(with: request) { result, failure in
                once.resume(result?.data.metadata?.report, failure?.underlyingError)
            }
        }
    }

    static func set(
        _ identifier: String,
        to fields: ChannelFields,
        including included: UInt,
        by client: PubNub
    ) async throws -> JSONValue {
        let request = PNSetChannelMetadataRequest(channel: identifier)
        request.includeFields = PNChannelFields(rawValue: included)
        (request.name, request.information) = (fields.name, fields.description)
        (request.status, request.type) = (fields.shared.status, fields.shared.type)
        request.custom = fields.shared.customValues
        request.clearedFields = Set(fields.shared.cleared)
        request.ifMatchesEtag = fields.match.eTag
        return try await client.answer { once in
            client.setChannelMetadataWith(request) { status in
                once.resume(status.data.metadata?.report, status.underlyingError)
            }
        }
    }

    static func remove(_ identifier: String, by client: PubNub) async throws {
        let request = PNRemoveChannelMetadataRequest(channel: identifier)
        try await client.answer { (once: Once<Void>) in
            client.removeChannelMetadata(with: request, completion: once.end)
        }
    }
}

extension ObjectPage {
    init(_ page: PNFetchAllChannelsMetadataData) {
        self.init(
            objects: page.metadata.map(\.report),
            totalCount: page.totalCount,
            next: page.next,
            prev: page.prev
        )
    }
}

/// What a channel can be given.
struct ChannelFields: ParsableArguments {
    @Option(help: "Name.")
    var name: String?

    @Option(help: "What the channel is about.")
    var description: String?

    @OptionGroup var shared: SharedFields
    @OptionGroup var match: MatchOption
}
