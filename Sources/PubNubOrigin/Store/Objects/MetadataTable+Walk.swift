extension MetadataTable {
    /// A page of the records at some places of the index of the sort's first field, in the order of that index.
    ///
    /// - Parameters:
    ///   - candidates: the places, all of them wanted or not.
    ///   - query: the query.
    ///   - countsAll: whether to go on behind the page, to count.
    /// - Returns: the page; its total is the count, or that of the candidates if the query asks for it.
    func walk(_ candidates: Candidates, _ query: ObjectQuery, countsAll: Bool) -> StoredObjectPage<MetadataRecord> {
        var walk = Walk(table: self, candidates: candidates, query: query, countsAll: countsAll)
        walk.run()
        let count = countsAll ? walk.seen : candidates.total
        return StoredObjectPage(entries: walk.entries, total: query.countsAll ? count : nil)
    }

    /// The way through an index. Records of equal values make a run, which further fields of the sort put in order.
    private struct Walk {
        let table: MetadataTable
        let index: SortedIndex<IndexKey>
        let candidates: Candidates
        let query: ObjectQuery
        let countsAll: Bool
        /// The filter; nil if all candidates are known to match.
        let test: ObjectFilter?
        /// Wanted records that were passed, those jumped over among them.
        var seen = 0
        var entries: [MetadataRecord] = []

        init(table: MetadataTable, candidates: Candidates, query: ObjectQuery, countsAll: Bool) {
            self.table = table
            self.candidates = candidates
            self.query = query
            self.countsAll = countsAll
            index = table.index(candidates.index)
            test = candidates.isExact ? nil : query.filter
        }

        private var isDone: Bool { !countsAll && entries.count >= query.limit }

        mutating func run() {
            let isDescending = query.sort.keys.first?.isDescending ?? false
            guard query.sort.keys.count > 1 || isDescending else {
                return visit(jump(over: candidates.positions))
            }
            if isDescending { downwards() } else { upwards() }
        }

        /// The rest of a range of matching places after those before the page.
        private mutating func jump(over positions: Range<Int>) -> Range<Int> {
            guard test == nil, seen < query.offset else { return positions }
            let jumped = min(positions.count, query.offset - seen)
            seen += jumped
            return positions.lowerBound + jumped..<positions.upperBound
        }

        private mutating func upwards() {
            var position = candidates.positions.lowerBound
            if test == nil,
                let key = index.element(at: min(position + query.offset, candidates.positions.upperBound - 1))
            {
                let start = max(position, index.position { $0.value.order(key.value) >= 0 })
                seen = start - position
                position = start
            }
            while position < candidates.positions.upperBound, !isDone, let key = index.element(at: position) {
                let end = min(index.position { $0.value.order(key.value) > 0 }, candidates.positions.upperBound)
                visit(run: position..<end)
                position = end
            }
        }

        private mutating func downwards() {
            var position = candidates.positions.upperBound
            let first = candidates.positions.lowerBound
            if test == nil, let key = index.element(at: max(position - 1 - query.offset, first)) {
                let end = min(position, index.position { $0.value.order(key.value) > 0 })
                seen = position - end
                position = end
            }
            while position > first, !isDone, let key = index.element(at: position - 1) {
                let start = max(index.position { $0.value.order(key.value) >= 0 }, first)
                visit(run: start..<position)
                position = start
            }
        }

        private mutating func visit(run positions: Range<Int>) {
            guard query.sort.keys.count > 1, positions.count > 1 else { return visit(jump(over: positions)) }
            if test == nil, seen + positions.count <= query.offset {
                seen += positions.count
                return
            }
            var records: [MetadataRecord] = []
            index.visit(positions) { key in
                if let record = table.record(key.id, test) { records.append(record) }
                return true
            }
            for record in records.sorted(by: query.sort.isOrdered) where !isDone { take(record) }
        }

        private mutating func visit(_ positions: Range<Int>) {
            var isDone = isDone
            guard !isDone else { return }
            index.visit(positions) { key in
                if let record = table.record(key.id, test) {
                    take(record)
                    isDone = self.isDone
                }
                return !isDone
            }
        }

        private mutating func take(_ record: MetadataRecord) {
            if seen >= query.offset, entries.count < query.limit { entries.append(record) }
            seen += 1
        }
    }
}
