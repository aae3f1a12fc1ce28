import Foundation
import PubNub

/// A change of a membership: the fields and the keys of custom data that it sets or removes. Others stay as they are, so it
/// can be made to any state of the membership.
struct MembershipChange: Codable, Hashable, Sendable {
    /// The fields by their names; nil removes one.
    var fields: [String: String?] = [:]
    /// The keys of the custom data; nil removes one.
    var custom: [String: JSON?] = [:]

    var isEmpty: Bool { fields.isEmpty && custom.isEmpty }

    init() {}

    /// The change from one state to another.
    init(from before: ChatObjectFields, to after: ChatObjectFields) {
        for field in Set(before.texts.keys).union(after.texts.keys) where before.texts[field] != after.texts[field] {
            fields.updateValue(after.texts[field], forKey: field.rawValue)
        }
        for key in Set(before.custom.keys).union(after.custom.keys) where before.custom[key] != after.custom[key] {
            custom.updateValue(after.custom[key], forKey: key)
        }
    }

    /// Makes the change.
    func apply(to state: inout ChatObjectFields) {
        for (name, text) in fields {
            guard let field = PNMetadataField(rawValue: name) else { continue }
            state.texts[field] = text
        }
        for (key, value) in custom { state.custom[key] = value }
    }

    /// The part of this change that another one does not set again.
    func without(_ other: Self) -> Self {
        var part = self
        part.fields = fields.filter { other.fields[$0.key] == nil }
        part.custom = custom.filter { other.custom[$0.key] == nil }
        return part
    }

    /// The change that restores what this one replaces in a state.
    func inverse(in state: ChatObjectFields) -> Self {
        var inverse = Self()
        for name in fields.keys {
            guard let field = PNMetadataField(rawValue: name) else { continue }
            inverse.fields.updateValue(state.texts[field], forKey: name)
        }
        for key in custom.keys { inverse.custom.updateValue(state.custom[key], forKey: key) }
        return inverse
    }

    /// The part of this change for which a state has the values of another change.
    func limited(to other: Self, in state: ChatObjectFields) -> Self {
        var part = Self()
        for (name, text) in fields {
            guard let field = PNMetadataField(rawValue: name), state.texts[field] == other.fields[name] ?? nil else {
                continue
            }
            part.fields.updateValue(text, forKey: name)
        }
        for (key, value) in custom where state.custom[key] == other.custom[key] ?? nil {
            part.custom.updateValue(value, forKey: key)
        }
        return part
    }
}
