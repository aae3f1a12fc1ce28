import PubNubWire

/// Lists of objects as a reader of the documentation would compute them: from the responses to the requests that set the
/// objects, by a full scan for every query. It shares no code with the origin.
struct PlainObjects {
    /// The value of a field. Dates are strings of one length, so that they compare as strings.
    enum Value: Equatable {
        case text(String)
        case number(Double)
        case flag(Bool)
        case moment(String)

        var kind: Int {
            switch self {
            case .text: 0
            case .number: 1
            case .flag: 2
            case .moment: 3
            }
        }

        /// Negative, 0 or positive if this value is less than, equal to or greater than another of its kind.
        func order(_ other: Value) -> Int {
            switch (self, other) {
            case (.text(let left), .text(let right)), (.moment(let left), .moment(let right)):
                let left = Array(left.unicodeScalars)
                let right = Array(right.unicodeScalars)
                return left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
            case (.number(let left), .number(let right)): return left == right ? 0 : left < right ? -1 : 1
            case (.flag(let left), .flag(let right)): return left == right ? 0 : left ? 1 : -1
            default: return kind - other.kind
            }
        }
    }

    /// One entry of a list, its fields by their dotted names.
    struct Entry {
        let id: String
        var fields: [String: Value] = [:]
    }

    var entries: [Entry] = []

    /// The identifiers of a query's page and the total count; nil if the filter compares values that cannot be
    /// compared.
    func answer(
        filter: PlainFilter?,
        sort: [(field: String, isDescending: Bool)],
        offset: Int,
        limit: Int
    ) -> (ids: [String], total: Int)? {
        for test in filter?.tests ?? [] where test.field.contains("custom.") {
            guard let operand = test.operand else { continue }
            let kinds = entries.compactMap { $0.fields[test.field]?.kind }
            if kinds.contains(where: { $0 != operand.kind }) { return nil }
        }
        let found = entries.filter { filter?.truth($0) ?? true }.sorted { left, right in
            for key in sort {
                let order = Self.order(left.fields[key.field], right.fields[key.field])
                if order != 0 { return key.isDescending ? order > 0 : order < 0 }
            }
            return Self.order(.text(left.id), .text(right.id)) < 0
        }
        return (found.dropFirst(offset).prefix(limit).map(\.id), found.count)
    }

    /// Missing values come last.
    private static func order(_ left: Value?, _ right: Value?) -> Int {
        guard let left, let right else { return left == nil && right == nil ? 0 : left == nil ? 1 : -1 }
        return left.order(right)
    }

    /// The fields of an object in a response.
    static func fields(_ object: JSON, prefix: String = "") -> [String: Value] {
        var fields: [String: Value] = [:]
        for (name, value) in object.object ?? [:] where name != "eTag" {
            switch value {
            case .string(let text) where name == "updated" && !prefix.hasSuffix("custom."):
                fields[prefix + name] = .moment(moment(text))
            case .string(let text): fields[prefix + name] = .text(text)
            case .bool(let flag): fields[prefix + name] = .flag(flag)
            case .object where ["custom", "uuid", "channel"].contains(name):
                fields.merge(self.fields(value, prefix: prefix + name + ".")) { $1 }
            default: fields[prefix + name] = value.double.map { .number($0) }
            }
        }
        return fields
    }

    /// A date with nine fractional digits.
    static func moment(_ text: String) -> String {
        let parts = text.dropLast().split(separator: ".")
        let fraction = parts.count > 1 ? String(parts[1]) : ""
        return parts[0] + "." + fraction + String(repeating: "0", count: 9 - fraction.count)
    }
}
