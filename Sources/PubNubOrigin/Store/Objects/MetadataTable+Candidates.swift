extension MetadataTable {
    /// Places of an index, among which are all records that are wanted.
    struct Candidates: Sendable, Equatable {
        let index: Index
        let places: Range<Int>
        /// Whether all of them are wanted.
        var isExact = false
        /// How many are wanted, where the index tells.
        var total: Int?
    }

    /// The fewest places that a filter allows; all places when there is none.
    func candidates(for filter: ObjectFilter?) -> Candidates {
        guard let filter else { return Candidates(index: .id, places: 0..<count, isExact: true, total: count) }
        var found = Candidates(index: .id, places: 0..<count)
        for relation in filter.necessary {
            guard let narrower = candidates(for: relation), narrower.places.count < found.places.count else { continue }
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
        func exact(_ places: Range<Int>) -> Candidates {
            Candidates(index: name, places: places, isExact: true, total: places.count)
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
                return Candidates(index: name, places: 0..<present, total: present - (high - low))
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
            return Candidates(index: name, places: low..<high)
        }
    }
}
