import ArgumentParser
import PubNub
import PubNubWire

/// The commands of `pubnub users`.
enum UserCommands: EntityFamily {
    typealias Fields = UserArguments

    static let word = "users"
    static let abstract = "Print and change the metadata of users."
    static let subject = "user"
    static let example = "ann"
    static let exampleFields = "--name 'Ann Lee' --email ann@example.org"
    static let included = ["custom", "status", "type"]
    static let clearable: [PNMetadataField] = [.name, .externalId, .profileUrl, .email, .status, .type, .custom]
    static let count = PNUUIDFields.totalCountField.rawValue
    static let includable: [String: UInt] = [
        "custom": PNUUIDFields.customField.rawValue, "status": PNUUIDFields.statusField.rawValue,
        "type": PNUUIDFields.typeField.rawValue,
    ]
    static let columns: [(title: String, path: [String])] = [
        ("ID", ["id"]), ("NAME", ["name"]), ("EMAIL", ["email"]), ("STATUS", ["status"]), ("TYPE", ["type"]),
        ("CUSTOM", ["custom"]), ("UPDATED", ["updated"]),
    ]

    static func page(_ query: PageQuery, from client: PubNub) async throws -> PageReport {
        let request = query.applied(to: PNFetchAllUUIDMetadataRequest())
        request.includeFields = PNUUIDFields(rawValue: query.fields)
        return PageReport(try await client.value(of: request), \.report)
    }

    static func object(_ identifier: String, including fields: UInt, from client: PubNub) async throws -> JSON {
        let request = PNFetchUUIDMetadataRequest(uuid: identifier)
        request.includeFields = PNUUIDFields(rawValue: fields)
        return try await client.value(of: request).report
    }

    static func set(
        _ identifier: String,
        to fields: UserArguments,
        including included: UInt,
        by client: PubNub
    ) async throws -> JSON {
        let request = PNSetUUIDMetadataRequest(uuid: identifier)
        request.includeFields = PNUUIDFields(rawValue: included)
        request.name = fields.name
        request.email = fields.email
        request.externalId = fields.externalId
        request.profileUrl = fields.profileUrl
        request.status = fields.shared.status
        request.type = fields.shared.type
        request.custom = fields.shared.customValues
        request.clearedFields = Set(fields.shared.cleared)
        request.ifMatchesEtag = fields.match.eTag
        return try await client.value(of: request).report
    }

    static func remove(_ identifier: String, by client: PubNub) async throws {
        try await client.value(of: PNRemoveUUIDMetadataRequest(uuid: identifier))
    }
}

/// The options that set the metadata of a user.
struct UserArguments: ParsableArguments {
    @Option(help: "Name of the user.")
    var name: String?

    @Option(help: "Email address of the user.")
    var email: String?

    @Option(help: ArgumentHelp("Identifier of the user in another system.", valueName: "identifier"))
    var externalId: String?

    @Option(help: ArgumentHelp("Address of the user's profile.", valueName: "url"))
    var profileUrl: String?

    @OptionGroup var shared: SharedFields<UserCommands>
    @OptionGroup var match: MatchOption
}
