import PubNubMachines
package import PubNubWire

/// A change of one field of an object.
package enum FieldTerm: Sendable, Equatable {
    /// Sets a string, which may be empty.
    case text(String)
    /// Sets custom values, which replace all earlier ones.
    case values([String: JSON])
    /// Sends null, which clears the field.
    case clear
}

/// The fields that a request changes. Fields that are left out stay unchanged.
package typealias FieldTerms = [ObjectField: FieldTerm]

/// A membership or a member to set.
package struct RelationTerms: Sendable {
    /// The channel of a membership, or the user of a member.
    package let identifier: String
    package let fields: FieldTerms

    package init(_ identifier: String, _ fields: FieldTerms) {
        self.identifier = identifier
        self.fields = fields
    }
}

/// A page of a list of objects.
package struct ObjectPageTerms: Sendable {
    /// The position of a page in its list.
    package enum Position: Sendable, Equatable {
        case first
        /// Begins at the cursor `next` of the page before it.
        case start(String)
        /// Ends at the cursor `prev` of the page after it.
        case end(String)
    }

    /// An expression that selects objects; `nil` for all.
    package var filter: String?
    /// The fields by which the objects are sorted, most significant first.
    package var sort: [String] = []
    /// The maximum number of objects, 1 to 100.
    package var limit = ServiceLimits.objectsPage
    package var position = Position.first
    /// The optional fields of the objects.
    package var included = ObjectFieldBits()
    package var includesTotal = false

    package init() {}

    /// The query for a page of a list.
    func query(_ list: IncludeFields.List) throws(Failure) -> ObjectsQuery {
        guard (1...ServiceLimits.objectsPage).contains(limit) else {
            throw Failure(input: "'limit' is not between 1 and \(ServiceLimits.objectsPage).")
        }
        var query = ObjectsQuery(
            fields: IncludeFields(included, of: list, includesTotal: includesTotal),
            limit: limit
        )
        switch position {
        case .first: break
        case .start(let cursor): query.start = cursor
        case .end(let cursor): query.end = cursor
        }
        query.filter = filter.flatMap { $0.isEmpty ? nil : $0 }
        query.sort = sort.filter { !$0.isEmpty }
        return query
    }
}

/// Optional fields of the objects of a list: a bit for each.
package struct ObjectFieldBits: OptionSet, Sendable {
    package let rawValue: UInt

    package init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    package static let custom = ObjectFieldBits(rawValue: 1 << 0)
    package static let status = ObjectFieldBits(rawValue: 1 << 1)
    package static let type = ObjectFieldBits(rawValue: 1 << 2)
    /// The metadata of the channel of a membership, or of the user of a member.
    package static let related = ObjectFieldBits(rawValue: 1 << 3)
    package static let relatedCustom = ObjectFieldBits(rawValue: 1 << 4)
    package static let relatedStatus = ObjectFieldBits(rawValue: 1 << 5)
    package static let relatedType = ObjectFieldBits(rawValue: 1 << 6)
}

extension IncludeFields {
    /// A list, by the bit that requests its total count. The bits of its optional fields follow it.
    enum List: UInt {
        case memberships = 0
        case members = 8
        case channels = 16
        case users = 20

        /// The bits of the fields that its objects have.
        fileprivate var known: ObjectFieldBits {
            switch self {
            case .users, .channels: [.custom, .status, .type]
            case .memberships, .members:
                [.custom, .status, .type, .related, .relatedCustom, .relatedStatus, .relatedType]
            }
        }
    }

    init(_ fields: ObjectFieldBits, of list: List, includesTotal: Bool = false) {
        let bits = fields.intersection(list.known).rawValue << (list.rawValue + 1)
        self.init(bits: bits | (includesTotal ? 1 << list.rawValue : 0))
    }
}

extension FieldTerms {
    /// The members of the request.
    ///
    /// - Parameter subject: The name of the whole in an error.
    /// - Returns: The members by the names of the service.
    /// - Throws: An error that names the invalid field.
    func members(of subject: String) throws(Failure) -> [String: JSON] {
        var members: [String: JSON] = [:]
        // In a fixed order, so that the same request always fails for the same field.
        for field in ObjectField.allCases {
            switch self[field] {
            case .text(let text):
                members[field.rawValue] = try Validation.text(text, field.rawValue, limit: field.limit)
            case .values(let values): members[field.rawValue] = try Validation.custom(values, field.rawValue)
            case .clear: members[field.rawValue] = .null
            case nil: break
            }
        }
        try Validation.record(members, subject)
        return members
    }
}
