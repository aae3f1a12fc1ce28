import PubNubCore

/// A position in a list of App Context. A program may store it and continue with it later, also after a restart.
///
/// It is valid for the list, the filter and the order of the page that returned it.
public struct PageCursor: RawRepresentable, Sendable, Hashable, Codable {
    private static let nextMark = "next:"
    private static let previousMark = "previous:"

    /// The position as a string, for storage.
    public let rawValue: String

    /// Makes a cursor of a stored string.
    ///
    /// - Parameter rawValue: The ``rawValue-swift.property`` of a cursor; `nil` results for any other string.
    public init?(rawValue: String) {
        let isKnown = [Self.nextMark, Self.previousMark].contains { rawValue.hasPrefix($0) && rawValue != $0 }
        guard isKnown else { return nil }
        self.rawValue = rawValue
    }

    /// The cursor of the page that begins at a position of the service; `nil` for none.
    init?(next cursor: String?) {
        guard let cursor else { return nil }
        self.init(rawValue: Self.nextMark + cursor)
    }

    /// The cursor of the page that ends at a position of the service; `nil` for none.
    init?(previous cursor: String?) {
        guard let cursor else { return nil }
        self.init(rawValue: Self.previousMark + cursor)
    }

    /// Whether its page comes after the page that returned it.
    fileprivate var isNext: Bool { rawValue.hasPrefix(Self.nextMark) }

    fileprivate var position: ObjectPageTerms.Position {
        isNext
            ? .start(String(rawValue.dropFirst(Self.nextMark.count)))
            : .end(String(rawValue.dropFirst(Self.previousMark.count)))
    }
}

/// A page of a list of App Context.
public struct ObjectPage<Element: Sendable>: Sendable {
    /// The objects, in the order of the list.
    public let items: [Element]
    /// The number of objects that the filter selects, on all pages; `nil` if the query did not ask for it.
    public let total: Int?
    /// The cursor of the next page; `nil` at the end of the list.
    public let next: PageCursor?
    /// The cursor of the page before this one; `nil` at the beginning of the list.
    public let previous: PageCursor?
    /// The cursor of the end of this page, which the service also has for the last one.
    let end: PageCursor?

    init<Record>(_ list: ObjectList<Record>, _ terms: ObjectPageTerms, _ element: (Record) -> Element) {
        items = list.items.map(element)
        total = terms.includesTotal ? Int(clamping: list.totalCount) : nil
        end = PageCursor(next: list.next)
        // Only a full page can have more after it. A page that was requested backwards has at least the page after it.
        let isBackwards = if case .end = terms.position { true } else { false }
        next = isBackwards || list.received >= terms.limit ? end : nil
        previous = PageCursor(previous: list.prev)
    }
}

extension ObjectPage: Equatable where Element: Equatable {}
extension ObjectPage: Hashable where Element: Hashable {}

/// The optional fields of the objects of a list.
public protocol IncludedFields: OptionSet, Sendable, Hashable where RawValue == Int, Element == Self {
    /// All optional fields.
    static var all: Self { get }
}

/// The optional fields of the metadata of users and channels. All others are always there.
public struct MetadataInclude: IncludedFields {
    /// The sum of the bits.
    public let rawValue: Int

    /// Makes a set from its bits.
    ///
    /// - Parameter rawValue: The sum of the bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The custom values.
    public static let custom = MetadataInclude(rawValue: 1 << 0)
    /// The status.
    public static let status = MetadataInclude(rawValue: 1 << 1)
    /// The type.
    public static let type = MetadataInclude(rawValue: 1 << 2)
    /// All optional fields.
    public static let all: MetadataInclude = [.custom, .status, .type]
}

/// The optional fields of memberships.
public struct MembershipInclude: IncludedFields {
    /// The sum of the bits.
    public let rawValue: Int

    /// Makes a set from its bits.
    ///
    /// - Parameter rawValue: The sum of the bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The custom values of the membership.
    public static let custom = MembershipInclude(rawValue: 1 << 0)
    /// The status of the membership.
    public static let status = MembershipInclude(rawValue: 1 << 1)
    /// The type of the membership.
    public static let type = MembershipInclude(rawValue: 1 << 2)
    /// The metadata of the channel, or of the user in a list of members, without their optional fields.
    public static let metadata = MembershipInclude(rawValue: 1 << 3)
    /// The metadata with its custom values.
    public static let metadataCustom = MembershipInclude(rawValue: 1 << 4)
    /// The metadata with its status.
    public static let metadataStatus = MembershipInclude(rawValue: 1 << 5)
    /// The metadata with its type.
    public static let metadataType = MembershipInclude(rawValue: 1 << 6)
    /// All optional fields.
    public static let all: MembershipInclude = [
        .custom, .status, .type, .metadata, .metadataCustom, .metadataStatus, .metadataType,
    ]
}

/// A query for a list of App Context: selection, order, page and fields.
public struct ListQuery<Include: IncludedFields>: Sendable, Hashable {
    /// An expression that selects objects, for example `"name LIKE 'A*'"`; `nil` for all.
    public var filter: String?
    /// The order, for example `["name", "updated:desc"]`; empty for that of the service, which is by identifier.
    public var sort: [String]
    /// The maximum number of objects of a page: 1 to 100.
    public var limit: Int
    /// The page at which the list begins; `nil` for the first one.
    public var cursor: PageCursor?
    /// The optional fields of the objects.
    public var include: Include
    /// Whether pages have the total number of objects.
    public var includesTotal: Bool

    /// Makes a query.
    ///
    /// - Parameters:
    ///   - filter: An expression that selects objects; `nil`, the default, for all.
    ///   - sort: The order; that of the service by default.
    ///   - limit: The maximum number of objects of a page: 1 to 100, the default.
    ///   - cursor: The page at which the list begins; `nil`, the default, for the first one.
    ///   - include: The optional fields of the objects; all by default.
    ///   - includesTotal: Whether pages have the total number of objects; `true` by default.
    public init(
        filter: String? = nil,
        sort: [String] = [],
        limit: Int = 100,
        cursor: PageCursor? = nil,
        include: Include = .all,
        includesTotal: Bool = true
    ) {
        self.filter = filter
        self.sort = sort
        self.limit = limit
        self.cursor = cursor
        self.include = include
        self.includesTotal = includesTotal
    }

    var terms: ObjectPageTerms {
        var terms = ObjectPageTerms()
        terms.filter = filter
        terms.sort = sort
        terms.limit = limit
        terms.position = cursor?.position ?? .first
        terms.included = include.bits
        terms.includesTotal = includesTotal
        return terms
    }
}

/// A query for users or channels.
public typealias MetadataQuery = ListQuery<MetadataInclude>

/// A query for memberships of a user or members of a channel.
public typealias MembershipQuery = ListQuery<MembershipInclude>

extension IncludedFields {
    /// The fields as the engine requests them: the bits of both types are those of `ObjectFieldBits`.
    var bits: ObjectFieldBits { ObjectFieldBits(rawValue: UInt(clamping: rawValue)) }
}

extension PubNubClient {
    /// A list of objects in pages, which begins at the cursor of the query.
    func paged<Element, Include>(
        _ query: ListQuery<Include>,
        _ page: @escaping @Sendable (ListQuery<Include>) async throws(PubNubError) -> ObjectPage<Element>
    ) -> PagedSequence<Element> {
        var query = query
        query.includesTotal = false
        return PagedSequence { [query] cursor async throws(PubNubError) in
            var query = query
            if let cursor { query.cursor = PageCursor(rawValue: cursor) }
            let found = try await page(query)
            return .init(items: found.items, next: found.end?.rawValue)
        }
    }
}
