import Foundation

extension KeyedDecodingContainer {
    /// A date of ISO 8601; nil when the key is absent or null.
    func isoDateIfPresent(_ key: Key) throws -> Date? {
        guard let text = try decodeIfPresent(String.self, forKey: key) else { return nil }
        guard let date = ISODate.date(of: text) else {
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: ISODate.formProblem)
        }
        return date
    }

    /// A required ISO 8601 date.
    func isoDate(_ key: Key) throws -> Date {
        guard let date = try isoDateIfPresent(key) else {
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "no date"))
        }
        return date
    }

    /// A URL; nil if the key is absent, null or empty, or if the string is not a URL.
    func urlIfPresent(_ key: Key) throws -> URL? {
        try decodeIfPresent(String.self, forKey: key).flatMap { URL(string: $0) }
    }

    /// A three-valued field: absent, null or a value.
    func change<Value: Decodable>(_: Value.Type, _ key: Key) throws -> OptionalChange<Value> {
        guard contains(key) else { return .noChange }
        return try decodeIfPresent(Value.self, forKey: key).map { .some($0) } ?? .none
    }
}

extension KeyedEncodingContainer {
    /// Writes a date in ISO 8601 unless it is nil.
    mutating func encodeISODateIfPresent(_ date: Date?, _ key: Key) throws {
        guard let date else { return }
        guard let text = ISODate.preciseText(of: date) else {
            throw ISODate.unwritable(date, codingPath + [key])
        }
        try encode(text, forKey: key)
    }
}
