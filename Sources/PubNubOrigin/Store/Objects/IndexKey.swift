/// Where an object stands in an index: by a value, and among equal ones by its identifier.
struct IndexKey: Sendable, Comparable {
    let value: ObjectValue
    let id: String

    static func == (left: IndexKey, right: IndexKey) -> Bool { left.order(right) == 0 }

    static func < (left: IndexKey, right: IndexKey) -> Bool { left.order(right) < 0 }

    private func order(_ other: IndexKey) -> Int {
        let order = value.order(other.value)
        return order == 0 ? TextOrder.compare(id, other.id) : order
    }
}
