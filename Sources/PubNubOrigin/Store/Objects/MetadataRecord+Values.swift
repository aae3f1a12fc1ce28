extension MetadataRecord {
    /// What a field holds.
    func value(of field: ObjectPath.Field) -> ObjectValue {
        switch field {
        case .id: .text(id)
        case .updated: .instant(Instant(timetoken: updated))
        case .text(let field): content[field].map { .text($0) } ?? .missing
        case .custom(let name): content.custom?[name].flatMap { ObjectValue($0) } ?? .missing
        }
    }
}
