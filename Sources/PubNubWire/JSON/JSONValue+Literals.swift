// No nil literal: where an optional value is meant, nil would silently become null.
extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(booleanLiteral value: Bool) {
        self = .bool(value)
    }

    package init(integerLiteral value: Int64) {
        self = .integer(value)
    }

    package init(floatLiteral value: Double) {
        self = .double(value)
    }

    package init(stringLiteral value: String) {
        self = .string(value)
    }

    package init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }

    /// Of two equal keys the last one is kept.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { $1 })
    }

    /// Any whole number, in the case it belongs to.
    package init(_ number: some FixedWidthInteger) {
        if let integer = Int64(exactly: number) {
            self = .integer(integer)
        } else if let unsigned = UInt64(exactly: number) {
            self = .unsigned(unsigned)
        } else {
            self = .decimal(JSONNumber(checked: String(number)))
        }
    }
}
