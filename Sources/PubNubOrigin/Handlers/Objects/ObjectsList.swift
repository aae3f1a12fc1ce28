import PubNubCodec
import PubNubWire

/// The parameters of a list in the query of a call.
struct ObjectsList: Sendable {
    let collection: ObjectCollection
    let include: ObjectsInclude
    let query: ObjectQuery
    /// What `prev` is to say; nil leaves it out.
    let previous: Int?

    /// - Parameters:
    ///   - call: a call that lists something.
    ///   - collection: what it lists.
    ///   - limits: how much may be asked for.
    /// - Throws: all that is wrong with the query.
    init(_ call: OriginCall, of collection: ObjectCollection, limits: OriginLimits) throws(ObjectsRefusal) {
        self.collection = collection
        include = ObjectsInclude(call.query.list("include"), related: collection.kind)
        var details: [ObjectsRefusal.Detail] = []
        var query = ObjectQuery()
        query.countsAll = ["1", "true"].contains(call.query["count"]?.lowercased())
        query.limit = Self.limit(of: call, limits, &details)
        let start = Self.cursor("start", of: call, &details)
        let end = Self.cursor("end", of: call, &details)
        if let text = call.query.json("filter") {
            do throws(FilterError) {
                var parser = try ObjectFilterParser(text, of: collection, limits: limits)
                query.filter = try parser.parse()
            } catch {
                details.append(ObjectsRefusal.Detail(message: error.message, location: "filter", locationType: .query))
            }
        }
        if let text = call.query.json("sort") {
            do throws(ObjectSort.Fault) {
                query.sort = try ObjectSort(text, of: collection)
            } catch {
                let message = "Cannot sort by \(error.part)"
                details.append(ObjectsRefusal.Detail(message: message, location: "sort", locationType: .query))
            }
        }
        guard details.isEmpty else { throw .invalid(details) }
        if let start {
            query.offset = start
            previous = start
        } else if let end {
            query.offset = max(0, end - query.limit)
            query.limit = end - query.offset
            previous = query.offset > 0 ? query.offset : nil
        } else {
            previous = nil
        }
        self.query = query
    }

    private static func limit(
        of call: OriginCall,
        _ limits: OriginLimits,
        _ details: inout [ObjectsRefusal.Detail]
    ) -> Int {
        guard let text = call.query.text("limit") else { return limits.objectPage }
        // The service documents no refusal of a longer page, so such a call gets the longest one.
        if let limit = Int(text), limit >= 1 { return min(limit, limits.objectPage) }
        let message = "Limit must be at least 1."
        details.append(ObjectsRefusal.Detail(message: message, location: "limit", locationType: .query))
        return limits.objectPage
    }

    private static func cursor(
        _ name: String,
        of call: OriginCall,
        _ details: inout [ObjectsRefusal.Detail]
    ) -> Int? {
        guard let text = call.query.text(name) else { return nil }
        if let offset = ObjectsCursor.offset(text) { return offset }
        let message = "The cursor is not one of this service."
        details.append(ObjectsRefusal.Detail(message: message, location: name, locationType: .query))
        return nil
    }
}

/// Where a page begins, as clients carry it from one to the next: how many entries come before it, in base64.
///
/// It says nothing of the list that it was made for. In another one it is the same number of entries.
enum ObjectsCursor {
    static func text(of offset: Int) -> String { Base64.encode(Array("\(offset)".utf8), padded: false) }

    /// The number in a cursor; nil if it is not one.
    static func offset(_ text: String) -> Int? {
        guard let digits = Base64.decode(text), (1...15).contains(digits.count),
            digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}

/// The optional fields that a call asks for. Unknown words are ignored.
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
