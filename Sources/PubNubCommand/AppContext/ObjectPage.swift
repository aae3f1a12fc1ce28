import PubNubWire

/// A page of objects, as the service names its parts.
struct ObjectPage: Sendable {
    let objects: [JSONValue]
    let totalCount: UInt
    let next: String?
    let prev: String?

    var json: JSONValue {
        .object([
            "data": .array(objects), "totalCount": .integer(Int64(clamping: totalCount)), "next": .text(next),
            "prev": .text(prev),
        ])
    }
}
