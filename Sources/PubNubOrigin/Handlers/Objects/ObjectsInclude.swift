import PubNubWire

/// What a call wants beside the fields that are always there. Words that are none of these ask for nothing.
struct ObjectsInclude: Sendable, Equatable {
    enum Field: String, Sendable, Hashable {
        case custom, status, type
    }

    var own: Set<Field> = []
    /// Those of the other end of a relation; nil leaves only its identifier.
    var related: Set<Field>?

    /// - Parameters:
    ///   - words: the item `include`, as a list.
    ///   - kind: the kind of the other end.
    init(_ words: [String], related kind: ObjectKind) {
        for word in words {
            let (name, part) = word.cut(at: ".")
            if name == kind.wireName {
                let field = part.flatMap { Field(rawValue: String($0)) }
                guard part == nil || field != nil else { continue }
                related = (related ?? []).union([field].compactMap(\.self))
            } else if let field = Field(rawValue: word) {
                own.insert(field)
            }
        }
    }
}
