import PubNubWire

/// What the query of a call says about a list.
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
        let (start, end) = (Self.cursor("start", of: call, &details), Self.cursor("end", of: call, &details))
        if let text = call.query.json("filter") {
            do throws(FilterError) {
                var parser = try ObjectFilterParser(text, of: collection, limits: limits)
                query.filter = try parser.parse()
            } catch {
                details.append(ObjectsRefusal.Detail(message: error.message, location: "filter", place: .query))
            }
        }
        if let text = call.query.json("sort") {
            do throws(ObjectSort.Fault) {
                query.sort = try ObjectSort(text, of: collection)
            } catch {
                let message = "Cannot sort by \(error.part)"
                details.append(ObjectsRefusal.Detail(message: message, location: "sort", place: .query))
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
        if let limit = Int(text), (1...limits.objectPage).contains(limit) { return limit }
        let message = "Limit must be between 1 and \(limits.objectPage)."
        details.append(ObjectsRefusal.Detail(message: message, location: "limit", place: .query))
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
        details.append(ObjectsRefusal.Detail(message: message, location: name, place: .query))
        return nil
    }
}
