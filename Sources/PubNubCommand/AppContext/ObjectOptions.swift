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

/// Which objects are wanted, and in which order.
struct PageOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only what this expression is true of: \"name LIKE 'A*'\".", valueName: "expression"))
    var filter: String?

    @Option(help: ArgumentHelp("Fields to sort by, such as status,updated:desc.", valueName: "fields"))
    var sort: String?

    @Option(help: "Objects at most, 1 to 100.")
    var limit: UInt = 100

    @Option(help: ArgumentHelp("Begin here: next of the page before.", valueName: "cursor"))
    var start: String?

    @Option(help: ArgumentHelp("End here: prev of the page after.", valueName: "cursor"))
    var end: String?

    func validate() throws {
        guard (1...100).contains(limit) else { throw ValidationError("--limit takes a number from 1 to 100.") }
        if start != nil, end != nil { throw ValidationError("--start and --end do not go together.") }
    }

    /// What is asked for, with these fields of each object.
    func query(including fields: UInt) -> PageQuery {
        PageQuery(
            filter: filter,
            sort: sort?.split(separator: ",").map(String.init),
            limit: limit,
            start: start,
            end: end,
            fields: fields
        )
    }
}

/// What is told of each object beside what always is.
struct IncludeOption<Family: ObjectFamily>: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What to print of each besides: \(IncludeOption.choice); by default \(IncludeOption.usual), '' for none.",
            valueName: "fields"
        )
    )
    var include: String?

    func validate() throws {
        if let unknown = names.first(where: { Family.includable[$0] == nil }) {
            throw ValidationError("--include does not know '\(unknown)'; choose from \(Self.choice).")
        }
    }

    /// The bits of the fields, and of the count.
    var fields: UInt { names.reduce(Family.count) { $0 | (Family.includable[$1] ?? 0) } }

    private var names: [String] {
        include.map { $0.split(separator: ",").map(String.init) } ?? Family.included
    }

    private static var usual: String { Family.included.joined(separator: ",") }

    private static var choice: String { Family.includable.keys.sorted().joined(separator: ", ") }
}

/// A field to clear, as the service names it.
struct ClearedField: ExpressibleByArgument, Sendable {
    let field: PNMetadataField

    init?(argument: String) {
        guard let field = PNMetadataField(rawValue: argument) else { return nil }
        self.field = field
    }

    static var allValueStrings: [String] { PNMetadataField.allCases.map(\.rawValue) }
}

/// Whether a change is bound to a state of its object.
struct MatchOption: ParsableArguments {
    @Option(
        name: .customLong("if-match"),
        help: ArgumentHelp("Change nothing unless this is its eTag.", valueName: "etag")
    )
    var eTag: String?
}
