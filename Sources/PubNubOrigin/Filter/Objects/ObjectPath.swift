/// A field that a filter or a sort speaks of.
struct ObjectPath: Sendable, Hashable {
    enum Field: Sendable, Hashable {
        case id
        case text(MetadataField)
        case updated
        case custom(String)
    }

    /// Whether it is a field of the user or channel at the other end of a membership.
    var isRelated = false
    let field: Field
}
