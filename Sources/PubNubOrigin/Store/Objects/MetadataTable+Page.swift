import PubNubWire

extension MetadataTable {
    /// A page of the records that a query wants.
    ///
    /// It costs as much as the page where an index of the filter's fields has the count and enough of what the
    /// index of the sort's first field has in order is wanted. Otherwise the records that an index cannot exclude are
    /// gone through; with a filter of other fields those are all.
    func page(_ query: ObjectQuery) -> StoredObjectPage<MetadataRecord> {
        var candidates = candidates(for: query.filter)
        let first = query.sort.keys.first.flatMap { Index($0.path.field) } ?? .id
        if query.filter == nil || candidates.positions.count == count, !candidates.isExact || query.filter == nil {
            // Nothing is excluded, so the order is free.
            candidates = Candidates(
                index: first,
                positions: 0..<count,
                isExact: query.filter == nil,
                total: candidates.total
            )
        }
        let isCounted = !query.countsAll || candidates.total != nil
        if candidates.index == first {
            return walk(candidates, query, countsAll: !isCounted)
        }
        guard isCounted else {
            let found = records(in: candidates, query.filter)
            if sortingCost(found.count) <= walkingCost(wanted: found.count, query) {
                return StoredObjectPage(entries: slice(of: found, query), total: found.count)
            }
            var page = walk(Candidates(index: first, positions: 0..<count), query, countsAll: false)
            page.total = found.count
            return page
        }
        let wanted = candidates.total ?? candidates.positions.count
        if sortingCost(candidates.positions.count) <= walkingCost(wanted: wanted, query) {
            let found = records(in: candidates, query.filter)
            return StoredObjectPage(entries: slice(of: found, query), total: query.countsAll ? found.count : nil)
        }
        var page = walk(Candidates(index: first, positions: 0..<count), query, countsAll: false)
        page.total = query.countsAll ? candidates.total : nil
        return page
    }

    private func sortingCost(_ found: Int) -> Int { found * (found.bitWidth - found.leadingZeroBitCount + 1) }

    /// How many records of the sort's index are passed before the page is full, if those wanted are spread evenly.
    private func walkingCost(wanted: Int, _ query: ObjectQuery) -> Int {
        let needed = min(query.offset, count) + query.limit
        return wanted <= needed ? count : needed * count / wanted
    }

    private func records(in candidates: Candidates, _ filter: ObjectFilter?) -> [MetadataRecord] {
        var found: [MetadataRecord] = []
        let test = candidates.isExact ? nil : filter
        index(candidates.index).visit(candidates.positions) { key in
            if let record = record(key.id, test) { found.append(record) }
            return true
        }
        return found
    }

    /// A record, when it is wanted.
    func record(_ id: String, _ filter: ObjectFilter?) -> MetadataRecord? {
        guard let record = self[id], filter?.matches({ record.value(of: $0.field) }) ?? true else { return nil }
        return record
    }

    private func slice(of found: [MetadataRecord], _ query: ObjectQuery) -> [MetadataRecord] {
        let sorted = found.sorted(by: query.sort.isOrdered)
        return Array(sorted.dropFirst(query.offset).prefix(query.limit))
    }
}

extension ObjectSort {
    func isOrdered(_ left: MetadataRecord, _ right: MetadataRecord) -> Bool {
        isOrdered((left.id, { left.value(of: $0.field) }), (right.id, { right.value(of: $0.field) }))
    }
}

extension MetadataTable {
    /// Places of an index, among which are all records that are wanted.
    struct Candidates: Sendable, Equatable {
        let index: Index
        let positions: Range<Int>
        /// Whether all of them are wanted.
        var isExact = false
        /// How many are wanted, where the index tells.
        var total: Int?
    }

    /// The fewest places that a filter allows; all places without a filter.
    func candidates(for filter: ObjectFilter?) -> Candidates {
        guard let filter else { return Candidates(index: .id, positions: 0..<count, isExact: true, total: count) }
        var found = Candidates(index: .id, positions: 0..<count)
        for relation in filter.necessary {
            guard let narrower = candidates(for: relation), narrower.positions.count < found.positions.count else {
                continue
            }
            found = narrower
        }
        guard case .relation(let relation) = filter else {
            found.isExact = false
            found.total = nil
            return found
        }
        return candidates(for: relation) ?? found
    }

    private func candidates(for relation: ObjectRelation) -> Candidates? {
        guard let name = Index(relation.path.field) else { return nil }
        let index = index(name)
        let present = index.position { $0.value == .missing }
        func exact(_ positions: Range<Int>) -> Candidates {
            Candidates(index: name, positions: positions, isExact: true, total: positions.count)
        }
        switch relation.test {
        case .isMissing: return exact(present..<count)
        case .isPresent: return exact(0..<present)
        case .compare(let comparison, let value):
            let low = index.position { $0.value.order(value) >= 0 }
            let high = index.position { $0.value.order(value) > 0 }
            switch comparison {
            case .equal: return exact(low..<high)
            case .below: return exact(0..<low)
            case .notAbove: return exact(0..<high)
            case .above: return exact(high..<present)
            case .notBelow: return exact(low..<present)
            case .notEqual:
                return Candidates(index: name, positions: 0..<present, total: present - (high - low))
            }
        case .like(let pattern):
            let prefix = pattern.prefix
            let low = index.position { $0.value.order(.text(prefix)) >= 0 }
            let high = index.position { key in
                guard case .text(let text) = key.value else { return true }
                let isFurther = TextOrder.compare(text, prefix) > 0
                return isFurther && (pattern.isLiteral || !text.utf8.starts(with: prefix.utf8))
            }
            if pattern.isLiteral || pattern.isPrefix { return exact(low..<high) }
            return Candidates(index: name, positions: low..<high)
        }
    }
}
