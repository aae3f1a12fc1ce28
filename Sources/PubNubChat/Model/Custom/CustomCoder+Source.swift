import Foundation
import PubNub
import PubNubWire

/// A value that was read field by field.
struct LenientValue<Value> {
    var value: Value
    /// The fields that did not fit the type, and have their default values.
    var defaulted: [String] = []
}

/// Custom data with its original JSON.
extension CustomCoder {
    /// The number of fields that may have a wrong type before the whole value has its default.
    private static let toleratedFields = 64
    /// The maximum number of bytes that are decoded again in all attempts. Hostile data of 32 KiB whose fields all have
    /// a wrong type gets four attempts.
    private static let bytesToDecodeAgain = 1 << 17

    /// Reads custom data field by field. A field that is absent or has a wrong type has its value in `Custom()`, and
    /// does not affect the other fields.
    static func lenient<Custom: CustomData>(_: Custom.Type, from text: Data) -> LenientValue<Custom> {
        guard Custom.self != VoidCustomData.self else { return LenientValue(value: Custom()) }
        if let value = try? decoder.decode(Custom.self, from: text) { return LenientValue(value: value) }
        guard var tree = try? JSONDecoder().decode(JSON.self, from: text), case .object = tree else {
            return LenientValue(value: Custom(), defaulted: [""])
        }
        let defaults = (try? encoder.encode(Custom())).flatMap { try? JSONDecoder().decode(JSON.self, from: $0) }
        var defaulted: [String] = []
        var tried: Set<[String]> = []
        for _ in 0..<min(toleratedFields, max(1, bytesToDecodeAgain / max(1, text.count))) {
            do {
                let value = try decoder.decode(Custom.self, from: encoder.encode(tree))
                return LenientValue(value: value, defaulted: defaulted)
            } catch let error as DecodingError {
                var path = path(of: error)
                while !path.isEmpty, tried.contains(path) { path.removeLast() }
                guard let field = path.first else { break }
                tried.insert(path)
                if !defaulted.contains(field) { defaulted.append(field) }
                tree = tree.replacing(path[...], by: defaults?.member(path[...]))
            } catch {
                break
            }
        }
        return LenientValue(value: Custom(), defaulted: [""])
    }

    /// Custom data as it is stored and sent: the original JSON unless the app changed it. After a change, only the
    /// changed fields are written anew; the rest stays, including fields that the type lacks.
    static func text(of custom: some CustomData, source: SourceJSON, isFlat: Bool) throws -> Data {
        guard let text = source.text else { return try data(of: custom, isFlat: isFlat) }
        guard source.isChanged else { return text }
        return try merged(custom, into: text, isFlat: isFlat)
    }

    /// The members of custom data, including those that the type lacks.
    static func members(of custom: some CustomData, source: SourceJSON, isFlat: Bool) throws -> [String: JSON] {
        guard source.text != nil else { return try members(of: custom, isFlat: isFlat) }
        let text = try text(of: custom, source: source, isFlat: isFlat)
        return try JSONDecoder().decode([String: JSON]?.self, from: text) ?? [:]
    }

    /// A JSON object as the client accepts it; empty for any other value.
    static func native(_ text: Data) throws -> [String: Any] {
        guard case .object(let members) = try JSON(parsing: Array(text)) else { return [:] }
        return members.mapValues { JSONBridge.any($0) }
    }

    /// The JSON of decoded members, without one of them; nil for nil.
    static func source(of members: [String: JSON]?, without key: String? = nil) throws -> Data? {
        try members.map { try encoder.encode($0.filter { $0.key != key }) }
    }

    private static func merged<Custom: CustomData>(_ custom: Custom, into text: Data, isFlat: Bool) throws -> Data {
        guard let stored = try? RawJSON(validating: Array(text)).members() else {
            return try data(of: custom, isFlat: isFlat)
        }
        let before = try members(of: lenient(Custom.self, from: text).value, isFlat: false)
        let now = try members(of: custom, isFlat: isFlat)
        var writer = RawObjectWriter()
        for member in stored {
            if now[member.key] == before[member.key] {
                writer.add(member.key, member.value.bytes)
            } else if let value = now[member.key] {
                writer.add(member.key, value.bytes[...])
            }
        }
        let known = Set(stored.map(\.key))
        for (key, value) in now.sorted(by: { $0.key < $1.key }) where !known.contains(key) && before[key] != value {
            writer.add(key, value.bytes[...])
        }
        return writer.data
    }

    /// The path at which a decoder found an unexpected value, if it is a field and not an element of an array.
    private static func path(of error: DecodingError) -> [String] {
        let keys: [any CodingKey] =
            switch error {
            case .keyNotFound(let key, let context): context.codingPath + [key]
            case .valueNotFound(_, let context), .typeMismatch(_, let context), .dataCorrupted(let context):
                context.codingPath
            @unknown default: []
            }
        return keys.prefix { $0.intValue == nil }.map(\.stringValue)
    }
}

/// Writes an object from keys and the JSON of their values.
struct RawObjectWriter {
    private var bytes = Array("{".utf8)

    mutating func add(_ key: String, _ value: some Collection<UInt8>) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        bytes += JSON.string(key).bytes
        bytes.append(UInt8(ascii: ":"))
        bytes += value
    }

    /// The JSON of the object.
    var data: Data { Data(bytes + [UInt8(ascii: "}")]) }
}

extension JSON {
    /// The value at a path of keys; nil if none exists.
    fileprivate func member(_ path: ArraySlice<String>) -> JSON? {
        guard let key = path.first else { return self }
        guard case .object(let members) = self else { return nil }
        return members[key]?.member(path.dropFirst())
    }

    /// The value with the member at a path of keys replaced; removes the member for nil.
    fileprivate func replacing(_ path: ArraySlice<String>, by value: JSON?) -> JSON {
        guard let key = path.first, case .object(var members) = self else { return self }
        if path.count == 1 {
            members[key] = value
        } else {
            members[key] = members[key]?.replacing(path.dropFirst(), by: value)
        }
        return .object(members)
    }
}

/// The original JSON of custom data, in addition to the typed value that the app uses.
///
/// Comparisons ignore it: two values are equal if their typed fields are.
struct SourceJSON: Hashable, Sendable {
    /// The original JSON; nil for a value that the app created.
    var text: Data?
    /// Whether the typed value was assigned since it was read.
    var isChanged = false
    /// The fields that did not fit the type, and have their default values.
    var defaulted: [String] = []

    static func == (left: SourceJSON, right: SourceJSON) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}
