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
