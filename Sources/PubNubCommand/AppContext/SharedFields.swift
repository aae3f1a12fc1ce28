import ArgumentParser
import Foundation
import PubNub

/// The options that set fields of all objects.
struct SharedFields<Family: ObjectFamily>: ParsableArguments {
    @Option(help: "Status, any string.")
    var status: String?

    @Option(help: "Type, any string.")
    var type: String?

    @Option(
        help: ArgumentHelp(
            "Custom values: a JSON object of strings, numbers and booleans. Replaces all earlier ones.",
            valueName: "json"
        )
    )
    var custom: JSONObjectArgument?

    @Option(name: .customLong("clear"), help: ArgumentHelp("Field to clear; may be repeated.", valueName: "field"))
    var clearedFields: [ClearedField<Family>] = []

    /// The fields to clear.
    var cleared: [PNMetadataField] { clearedFields.map(\.field) }

    /// The custom values in the form of the library.
    var customValues: [String: Any]? { custom?.members.mapValues(\.native) }

    /// The fields of a membership in the form of the library.
    var entry: [String: Any] {
        var fields: [String: Any] = [:]
        for field in cleared { fields[field.rawValue] = NSNull() }
        fields["status"] = status ?? fields["status"]
        fields["type"] = type ?? fields["type"]
        fields["custom"] = customValues ?? fields["custom"]
        return fields
    }
}

/// A field to clear, by the name of the service.
struct ClearedField<Family: ObjectFamily>: ExpressibleByArgument, Sendable {
    let field: PNMetadataField

    init?(argument: String) {
        guard let field = PNMetadataField(rawValue: argument), Family.clearable.contains(field) else { return nil }
        self.field = field
    }

    static var allValueStrings: [String] { Family.clearable.map(\.rawValue) }
}

/// The condition of a change.
struct MatchOption: ParsableArguments {
    @Option(
        name: .customLong("if-match"),
        help: ArgumentHelp("Change the object only if this is its entity tag (eTag).", valueName: "etag")
    )
    var eTag: String?
}
