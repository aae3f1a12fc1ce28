public import Foundation
package import PubNubWire

// Unchecked because others derive from it: it has only constants of Sendable types.

/// What users, channels, memberships and members have in common.
///
/// A property is nil when it is not set, and when the answer was not asked to contain it. In an event nil means that the
/// change was not about it; what was cleared is in ``clearedFields``.
public class PNBaseAppContextObject: @unchecked Sendable {
    private let customValues: [String: JSONValue]?

    /// When the object changed last.
    public let updated: Date?

    /// Names the state of the object, for changes that are to happen only while nobody else has changed it; see
    /// ``PNSetUUIDMetadataRequest/ifMatchesEtag`` and ``PNSetChannelMetadataRequest/ifMatchesEtag``.
    public let eTag: String?

    /// The status that the application gave it.
    public let status: String?

    /// The type that the application gave it.
    public let type: String?

    /// The fields that are there without a value: in an event, those that the change cleared.
    public let clearedFields: Set<PNMetadataField>

    init(members: [String: JSONValue]) {
        customValues = members["custom"]?.objectValue
        updated = members["updated"]?.stringValue.flatMap { ServiceDate($0)?.date }
        eTag = members["eTag"]?.stringValue
        status = members["status"]?.stringValue
        type = members["type"]?.stringValue
        clearedFields = Set(PNMetadataField.allCases.filter { members[$0.rawValue]?.isNull == true })
    }

    /// The custom values as JSON text, with all digits of their numbers; nil where there are none.
    package var customText: RawJSON? {
        customValues.map { RawJSON(.object($0)) }
    }

    /// The custom values: texts, numbers and booleans by name.
    public var custom: [String: Any]? {
        customValues?.mapValues { JSONBridge.any($0) }
    }
}
