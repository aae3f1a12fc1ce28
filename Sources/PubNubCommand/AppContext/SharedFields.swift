import ArgumentParser
import Foundation
import PubNub

/// What every object can be given.
struct SharedFields: ParsableArguments {
    @Option(help: "Status, a text of your own.")
    var status: String?

    @Option(help: "Type, a text of your own.")
    var type: String?

    @Option(help: ArgumentHelp("Custom values: a JSON object of texts, numbers and booleans.", valueName: "json"))
    var custom: JSONObjectArgument?

    @Option(name: .customLong("clear"), help: ArgumentHelp("Field to clear.", valueName: "field"))
    var clearedFields: [ClearedField] = []

    /// The fields to clear.
    var cleared: [PNMetadataField] { clearedFields.map(\.field) }

    /// The custom values as the library takes them.
    var customValues: [String: Any]? { custom?.members.mapValues(\.object) }

    /// The fields of a membership as the library takes them.
    var entry: [String: Any] {
        var fields: [String: Any] = [:]
        for field in cleared { fields[field.rawValue] = NSNull() }
        fields["status"] = status ?? fields["status"]
        fields["type"] = type ?? fields["type"]
        fields["custom"] = customValues ?? fields["custom"]
        return fields
    }
}
