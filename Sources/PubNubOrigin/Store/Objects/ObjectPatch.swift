import PubNubWire

/// A change of some fields. What it does not name stays as it is.
struct ObjectPatch: Sendable, Equatable {
    /// What becomes of a field.
    enum Change<Value: Sendable & Equatable>: Sendable, Equatable {
        case set(Value)
        case clear
    }

    var texts: [MetadataField: Change<String>] = [:]
    /// nil leaves `custom` alone; it is replaced as a whole.
    var custom: Change<[String: JSONValue]>?

    func applied(to old: ObjectContent) -> ObjectContent {
        var content = old
        for (field, change) in texts {
            switch change {
            case .set(let text): content[field] = text
            case .clear: content[field] = nil
            }
        }
        switch custom {
        case .set(let members): content.custom = members
        case .clear: content.custom = nil
        case nil: break
        }
        return content
    }
}
