/// A membership as one of its ends lists it.
struct RelationEntry: Sendable {
    let record: MembershipRecord
    /// The other end.
    let id: String
    /// What is known of the other end; nil when nobody has said anything of it.
    let related: MetadataRecord?

    func value(at path: ObjectPath) -> ObjectValue {
        guard path.isRelated else {
            switch path.field {
            case .id: return .missing
            case .updated: return .instant(Instant(timetoken: record.updated))
            case .text(let field): return record.content[field].map { .text($0) } ?? .missing
            case .custom(let name): return record.content.custom?[name].flatMap { ObjectValue($0) } ?? .missing
            }
        }
        return path.field == .id ? .text(id) : related?.value(of: path.field) ?? .missing
    }
}
