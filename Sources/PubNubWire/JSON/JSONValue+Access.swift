extension JSONValue {
    /// True for `null`.
    package var isNull: Bool {
        self == .null
    }

    /// The text of a string; nil for anything else.
    package var stringValue: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The flag of a boolean; nil for anything else.
    package var boolValue: Bool? {
        guard case .bool(let flag) = self else { return nil }
        return flag
    }

    /// A number that is exactly an `Int64`, in whatever form it was written; nil for anything else.
    package var int64Value: Int64? {
        switch self {
        case .integer(let number): number
        case .double(let number): Int64(exactly: number)
        case .decimal(let number): number.int64Value
        case .null, .bool, .unsigned, .string, .array, .object: nil
        }
    }

    /// A number that is exactly an `Int64`, which services also write as a text of digits; nil for anything else.
    package var wholeNumber: Int64? { int64Value ?? stringValue.flatMap { Int64($0) } }

    /// A number that is exactly a `UInt64`, in whatever form it was written; nil for anything else.
    package var uint64Value: UInt64? {
        switch self {
        case .integer(let number): UInt64(exactly: number)
        case .unsigned(let number): number
        case .double(let number): UInt64(exactly: number)
        case .decimal(let number): number.uint64Value
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// Any number, rounded to the nearest `Double`, which is infinite beyond its range; nil for anything else.
    package var doubleValue: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .unsigned(let number): Double(number)
        case .double(let number): number
        case .decimal(let number): number.doubleValue
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// The elements of an array; nil for anything else.
    package var arrayValue: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The members of an object; nil for anything else.
    package var objectValue: [String: JSONValue]? {
        guard case .object(let members) = self else { return nil }
        return members
    }

    /// The member of an object; nil when there is none or the value is not an object.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    /// The element of an array; nil when there is none or the value is not an array.
    package subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}
