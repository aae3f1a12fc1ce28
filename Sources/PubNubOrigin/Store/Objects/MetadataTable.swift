import PubNubWire

/// All users or all channels of a keyset, with an index for each field that lists are sorted by.
struct MetadataTable: Sendable {
    /// The fields that have an index.
    enum Index: Int, Sendable, CaseIterable {
        case id, name, updated, type, status

        var field: ObjectPath.Field {
            switch self {
            case .id: .id
            case .name: .text(.name)
            case .updated: .updated
            case .type: .text(.type)
            case .status: .text(.status)
            }
        }

        /// The index of a field; nil when it has none.
        init?(_ field: ObjectPath.Field) {
            switch field {
            case .id: self = .id
            case .text(.name): self = .name
            case .updated: self = .updated
            case .text(.type): self = .type
            case .text(.status): self = .status
            case .text, .custom: return nil
            }
        }
    }

    /// The memory that a record takes without its content, in bytes.
    private static let overhead = 1024

    private(set) var records: [NameKey: MetadataRecord] = [:]
    private(set) var bytes = 0
    private var indexes = Index.allCases.map { _ in SortedIndex<IndexKey>() }
    private var customKinds = CustomKinds()

    var count: Int { records.count }

    subscript(id: String) -> MetadataRecord? { records[id] }

    func index(_ index: Index) -> SortedIndex<IndexKey> { indexes[index.rawValue] }

    /// Puts a record in the place of an earlier one.
    mutating func set(_ record: MetadataRecord) {
        let old = records.updateValue(record, forKey: record.id)
        bytes += record.content.bytes + Self.overhead - (old.map { $0.content.bytes + Self.overhead } ?? 0)
        if let old { customKinds.remove(old.content) }
        customKinds.add(record.content)
        for index in Index.allCases {
            let value = record.value(of: index.field)
            if let old {
                guard old.value(of: index.field).order(value) != 0 else { continue }
                indexes[index.rawValue].remove(IndexKey(value: old.value(of: index.field), id: old.id))
            }
            indexes[index.rawValue].insert(IndexKey(value: value, id: record.id))
        }
    }

    mutating func remove(_ id: String) {
        guard let old = records.removeValue(forKey: id) else { return }
        bytes -= old.content.bytes + Self.overhead
        customKinds.remove(old.content)
        for index in Index.allCases {
            indexes[index.rawValue].remove(IndexKey(value: old.value(of: index.field), id: old.id))
        }
    }

    /// A comparison in a filter with a value of another kind than some record has there; nil if all kinds agree.
    func mismatch(in filter: ObjectFilter?) -> ObjectRelation? {
        filter?.relations.first { relation in
            guard case .custom(let name) = relation.path.field, let kind = relation.kind else { return false }
            return customKinds.holds(others: kind, for: name)
        }
    }
}

/// A user or a channel.
package struct MetadataRecord: Sendable, Equatable {
    package let id: String
    package var content = ObjectContent()
    /// The timetoken of its last change.
    package var updated: UInt64
    /// The version, which no other change anywhere has had.
    package var eTag: String

    package init(id: String, content: ObjectContent = ObjectContent(), updated: UInt64, eTag: String) {
        self.id = id
        self.content = content
        self.updated = updated
        self.eTag = eTag
    }
}

/// A field of metadata whose value is a string.
package enum MetadataField: String, Sendable, Hashable, CaseIterable {
    case name
    case externalId
    case profileUrl
    case email
    case description
    case type
    case status
}

extension MetadataRecord {
    func value(of field: ObjectPath.Field) -> ObjectValue {
        switch field {
        case .id: .text(id)
        case .updated: .instant(Instant(timetoken: updated))
        case .text(let field): content[field].map { .text($0) } ?? .missing
        case .custom(let name): content.custom?[name].flatMap { ObjectValue($0) } ?? .missing
        }
    }
}
