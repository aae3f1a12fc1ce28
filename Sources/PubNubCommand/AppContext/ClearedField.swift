import ArgumentParser
import PubNub

/// A field to clear, as the service names it.
struct ClearedField: ExpressibleByArgument, Sendable {
    let field: PNMetadataField

    init?(argument: String) {
        guard let field = PNMetadataField(rawValue: argument) else { return nil }
        self.field = field
    }

    static var allValueStrings: [String] { PNMetadataField.allCases.map(\.rawValue) }
}
