import PubNubWire

/// What requests that change memberships or members have in common. The answer is a page of all that there are then.
public class PNBaseObjectsMembershipRequest: PNObjectsPaginatedRequest {
    /// Reads what is to be set and removed. Of entries with the same identifier the last one counts; an empty identifier
    /// is passed over.
    static func change(
        set: [[String: Any]],
        removed: [String],
        of kind: Validation.Identified
    ) throws(PNError) -> RelationChange {
        var change = RelationChange()
        var places: [String: Int] = [:]
        for fields in set {
            let entry = try entry(fields, of: kind)
            guard !entry.identifier.isEmpty else { continue }
            if let place = places[entry.identifier] {
                change.set[place] = entry
            } else {
                places[entry.identifier] = change.set.count
                change.set.append(entry)
            }
        }
        var seen: Set<String> = []
        for name in removed where !name.isEmpty && seen.insert(name).inserted {
            change.removed.append(try Validation.identifier(name, of: kind))
        }
        return change
    }

    private static func entry(
        _ fields: [String: Any],
        of kind: Validation.Identified
    ) throws(PNError) -> RelationChange.Entry {
        guard let identifier = fields[kind.rawValue] as? String else {
            throw PNError(input: "An entry has no text '\(kind.rawValue)'.")
        }
        var entry = RelationChange.Entry(identifier: identifier)
        guard !identifier.isEmpty else { return entry }
        _ = try Validation.identifier(identifier, of: kind)
        for (name, value) in fields where name != kind.rawValue {
            let field = "\(name) of \(identifier)"
            guard ["custom", "status", "type"].contains(name) else {
                throw PNError(input: "'\(field)' is no field of a membership.")
            }
            entry.members[name] = try member(name, value, field)
        }
        try Validation.record(entry.members, "The entry of \(identifier)")
        return entry
    }

    /// A field of an entry; nil for what is empty, as if it were not there.
    private static func member(_ name: String, _ value: Any, _ field: String) throws(PNError) -> JSONValue? {
        if (try? JSONBridge.value(value))?.isNull == true { return .null }
        if name == "custom" {
            guard let custom = value as? [String: Any] else {
                throw PNError(input: "'\(field)' is not a dictionary.", code: kPNInvalidJSONError)
            }
            return custom.isEmpty ? nil : try Validation.custom(custom, field)
        }
        guard let text = value as? String else {
            throw PNError(input: "'\(field)' is not a text.", code: kPNInvalidJSONError)
        }
        return text.isEmpty ? nil : try Validation.text(text, field, limit: ServiceLimits.maxObjectTag)
    }
}
