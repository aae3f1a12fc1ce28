import Foundation
import PubNub

/// A user, a channel or a membership as it was read from the service or from the store, which a later change starts from.
/// It does not affect equality.
struct ReadValue: Hashable, Sendable {
    private let content: (any Sendable)?

    init(_ content: (any Sendable)? = nil) {
        self.content = content
    }

    /// The value; nil for one that the app made itself.
    func value<Value>(of _: Value.Type) -> Value? { content as? Value }

    static func == (left: Self, right: Self) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}

/// An object that several clients change: a user or a channel.
protocol SharedObject: Sendable {
    var id: String { get }
    var eTag: String? { get }
    /// The JSON from which the custom data was read.
    var customSource: SourceJSON { get }
    /// The value as it was read.
    var base: ReadValue { get set }

    /// The fields by the names of the service.
    func fields() throws -> ChatObjectFields
}

extension SharedObject {
    /// The value, which later changes start from.
    var asRead: Self {
        var value = self
        value.base = ReadValue()
        value.base = ReadValue(value)
        return value
    }
}

extension ChatMember {
    /// The value, which later changes start from.
    var asRead: Self {
        var value = self
        value.base = ReadValue()
        value.base = ReadValue(value)
        return value
    }
}

/// The fields of a user, a channel or a membership. A field without a value is absent.
struct ChatObjectFields: Hashable, Sendable {
    var texts: [PNMetadataField: String] = [:]
    var custom: [String: JSON] = [:]

    init() {}

    /// - Parameters:
    ///   - strings: Each field as a string; empty strings count as absent, except a name.
    ///   - custom: The custom data as JSON.
    /// - Throws: A `DecodingError` if the custom data is not an object.
    init(_ strings: [PNMetadataField: String?], custom: Data) throws {
        for case (let field, let text?) in strings where !text.isEmpty || field == .name { texts[field] = text }
        self.custom = try JSONDecoder().decode([String: JSON]?.self, from: custom) ?? [:]
    }

    /// The change that makes these fields of others.
    func change(from base: Self) -> FieldsChange {
        var change = FieldsChange()
        change.texts = texts.filter { base.texts[$0.key] != $0.value }
        change.cleared = Set(base.texts.keys.filter { texts[$0] == nil })
        if custom != base.custom { change.custom = custom }
        return change
    }

    /// Merges three versions: what this client changed applies, and otherwise what the service has.
    ///
    /// - Parameters:
    ///   - service: The fields of the service now.
    ///   - base: The fields before both changes.
    /// - Returns: The fields, and the names of those that both changed to different values.
    func merged(with service: Self, from base: Self) -> (fields: Self, conflicts: [String]) {
        var (merged, conflicts): (Self, [String]) = (service, [])
        for field in Set(texts.keys).union(base.texts.keys) where texts[field] != base.texts[field] {
            let other = service.texts[field]
            if other != base.texts[field], other != texts[field] { conflicts.append(field.rawValue) }
            merged.texts[field] = texts[field]
        }
        for key in Set(custom.keys).union(base.custom.keys) where custom[key] != base.custom[key] {
            let other = service.custom[key]
            if other != base.custom[key], other != custom[key] { conflicts.append("custom.\(key)") }
            merged.custom[key] = custom[key]
        }
        return (merged, conflicts.sorted())
    }
}

/// A change of a user, a channel or a membership. Other fields stay.
struct FieldsChange: Hashable, Sendable {
    var texts: [PNMetadataField: String] = [:]
    var cleared: Set<PNMetadataField> = []
    /// All custom data after the change, because the service replaces it as a whole; nil if it stays.
    var custom: [String: JSON]?

    var isEmpty: Bool { texts.isEmpty && cleared.isEmpty && custom == nil }

    /// Whether fields have the values of the change.
    func isDone(in fields: ChatObjectFields) -> Bool {
        texts.allSatisfy { fields.texts[$0.key] == $0.value } && cleared.allSatisfy { fields.texts[$0] == nil }
            && (custom ?? fields.custom) == fields.custom
    }
}

extension FieldsChange {
    /// Sets the fields that users and channels share.
    func apply(to request: PNSetMetadataRequest) {
        request.name = texts[.name]
        request.status = texts[.status]
        request.type = texts[.type]
        request.clearedFields = cleared
        guard let custom else { return }
        if custom.isEmpty {
            request.clearedFields.insert(.custom)
        } else {
            request.custom = custom.native
        }
    }

    /// The entry that sets a membership.
    ///
    /// - Parameters:
    ///   - key: The key of the other side: `uuid` or `channel`.
    ///   - id: The identifier of the other side.
    /// - Returns: The entry.
    func entry(_ key: String, _ id: String) -> [String: Any] {
        var entry: [String: Any] = [key: id]
        for (field, text) in texts { entry[field.rawValue] = text }
        for field in cleared { entry[field.rawValue] = NSNull() }
        if let custom { entry["custom"] = custom.isEmpty ? NSNull() : custom.native as Any }
        return entry
    }
}
