import PubNubWire

/// The order of a list. Where its fields are equal, identifiers decide.
struct ObjectSort: Sendable, Equatable {
    struct Key: Sendable, Equatable {
        let path: ObjectPath
        var isDescending = false
    }

    /// The fields in the order of their weight.
    var keys: [Key] = []

    /// By identifier.
    init() {}

    /// Reads `name:desc,updated`.
    ///
    /// - Parameters:
    ///   - text: what a client gave.
    ///   - collection: what is listed.
    /// - Throws: the part that cannot be understood.
    init(_ text: String, of collection: ObjectCollection) throws(Fault) {
        for part in text.split(at: ",", keepsEmpty: true) {
            let (name, direction) = part.cut(at: ":")
            guard let path = collection.sortPath(String(name)),
                direction == nil || direction == "asc" || direction == "desc"
            else { throw Fault(part: String(part)) }
            guard !keys.contains(where: { $0.path == path }) else { continue }
            keys.append(Key(path: path, isDescending: direction == "desc"))
        }
    }

    struct Fault: Error, Equatable {
        let part: String
    }

    /// Whether one entry comes before another one; they are given by their values and identifiers.
    func isOrdered(
        _ left: (id: String, value: (ObjectPath) -> ObjectValue),
        _ right: (id: String, value: (ObjectPath) -> ObjectValue)
    ) -> Bool {
        for key in keys {
            let order = left.value(key.path).order(right.value(key.path))
            if order != 0 { return key.isDescending ? order > 0 : order < 0 }
        }
        return TextOrder.compare(left.id, right.id) < 0
    }
}

/// The kinds of lists, with the fields that filter and sort each.
enum ObjectCollection: Sendable, Hashable {
    case users
    case channels
    /// The channels of a user.
    case memberships
    /// The users of a channel.
    case members

    /// The kind of the objects, or of those that the relations lead to.
    var kind: ObjectKind { self == .users || self == .members ? .user : .channel }

    /// Whether the entries are relations.
    var isRelations: Bool { self == .memberships || self == .members }

    /// The path that names stand for; nil for an unknown field.
    func path(_ names: [String]) -> ObjectPath? {
        guard isRelations else { return Self.field(names, kind.fields).map { ObjectPath(field: $0) } }
        if names.first == kind.wireName {
            return Self.field(Array(names.dropFirst()), kind.fields).map { ObjectPath(isRelated: true, field: $0) }
        }
        guard names != ["id"] else { return nil }
        return Self.field(names, [.type, .status]).map { ObjectPath(field: $0) }
    }

    /// The path of a field to sort by; nil when lists cannot be sorted by it.
    func sortPath(_ name: String) -> ObjectPath? {
        var names = name.split(at: ".", keepsEmpty: true).map(String.init)
        // A relation has neither of its own; they are those of the object at its other end.
        if isRelations, names == ["id"] || names == ["name"] { names.insert(kind.wireName, at: 0) }
        guard let path = path(names) else { return nil }
        switch path.field {
        case .id, .updated, .text(.name), .text(.type), .text(.status): return path
        case .text, .custom: return nil
        }
    }

    private static func field(_ names: [String], _ texts: [MetadataField]) -> ObjectPath.Field? {
        if names.count == 2, names[0] == "custom" { return .custom(names[1]) }
        guard names.count == 1 else { return nil }
        switch names[0] {
        case "id": return .id
        case "updated": return .updated
        default: return MetadataField(rawValue: names[0]).flatMap { texts.contains($0) ? .text($0) : nil }
        }
    }
}
