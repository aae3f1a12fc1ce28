import Foundation
import PubNub
import PubNubWire

/// A value that was read field by field.
struct LenientValue<Value> {
    var value: Value
    /// The fields that did not fit the type, and have their defaults.
    var defaulted: [String] = []
}

/// Custom data with the JSON that it came from.
extension CustomCoder {
    /// How many fields may have another type before the whole value is its default.
    private static let toleratedFields = 64
    /// How many bytes are decoded again at most, in all attempts together: hostile data of 32 KiB, all of whose fields have another type, gets four attempts.
    private static let bytesToDecodeAgain = 1 << 17

    /// Reads custom data field by field: a field that is absent or has another type has the value that it has in `Custom()`, and costs no other field.
    static func lenient<Custom: CustomData>(_: Custom.Type, from text: Data) -> LenientValue<Custom> {
        guard Custom.self != VoidCustomData.self else { return LenientValue(value: Custom()) }
        if let value = try? decoder.decode(Custom.self, from: text) { return LenientValue(value: value) }
        guard var tree = try? JSONDecoder().decode(ChatJSON.self, from: text), case .object = tree else {
            return LenientValue(value: Custom(), defaulted: [""])
        }
        let defaults = (try? encoder.encode(Custom())).flatMap { try? JSONDecoder().decode(ChatJSON.self, from: $0) }
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

    /// Custom data as it is stored and sent: the JSON that it was read from while the app has not changed it. Of a value that the app changed, the fields
    /// that it changed are written anew, and the rest stays as it came, fields that the type does not have included.
    static func text(of custom: some CustomData, source: SourceJSON, isFlat: Bool) throws -> Data {
        guard let text = source.text else { return try data(of: custom, isFlat: isFlat) }
        guard source.isChanged else { return text }
        return try merged(custom, into: text, isFlat: isFlat)
    }

    /// The members of custom data with those that the type does not have.
    static func members(of custom: some CustomData, source: SourceJSON, isFlat: Bool) throws -> [String: ChatJSON] {
        guard source.text != nil else { return try members(of: custom, isFlat: isFlat) }
        let text = try text(of: custom, source: source, isFlat: isFlat)
        return try JSONDecoder().decode([String: ChatJSON]?.self, from: text) ?? [:]
    }

    /// A JSON object as the client takes it; empty for anything else.
    static func native(_ text: Data) throws -> [String: Any] {
        guard case .object(let members) = try JSONValue(parsing: Array(text)) else { return [:] }
        return members.mapValues { JSONBridge.any($0) }
    }

    /// The text of members that a decoder gave, without one of them; nil for nil.
    static func source(of members: [String: ChatJSON]?, without key: String? = nil) throws -> Data? {
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
                writer.add(member.key, value.wire.serialized()[...])
            }
        }
        let known = Set(stored.map(\.key))
        for (key, value) in now.sorted(by: { $0.key < $1.key }) where !known.contains(key) && before[key] != value {
            writer.add(key, value.wire.serialized()[...])
        }
        return writer.data
    }

    /// Where a decoder met something else than it expected, as far as that is a field and not an element of an array.
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

/// Writes an object from keys and the texts of their values.
struct RawObjectWriter {
    private var bytes = Array("{".utf8)

    mutating func add(_ key: String, _ value: some Collection<UInt8>) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        bytes += JSONValue.string(key).serialized()
        bytes.append(UInt8(ascii: ":"))
        bytes += value
    }

    /// The text of the object.
    var data: Data { Data(bytes + [UInt8(ascii: "}")]) }
}

extension ChatJSON {
    /// The value at a path of keys; nil where there is none.
    fileprivate func member(_ path: ArraySlice<String>) -> ChatJSON? {
        guard let key = path.first else { return self }
        guard case .object(let members) = self else { return nil }
        return members[key]?.member(path.dropFirst())
    }

    /// The value with another one at a path of keys; with none there for nil.
    fileprivate func replacing(_ path: ArraySlice<String>, by value: ChatJSON?) -> ChatJSON {
        guard let key = path.first, case .object(var members) = self else { return self }
        if path.count == 1 {
            members[key] = value
        } else {
            members[key] = members[key]?.replacing(path.dropFirst(), by: value)
        }
        return .object(members)
    }
}

/// The JSON text that custom data was read from, beside the typed value that the app works with.
///
/// It takes no part in comparisons: two values are equal when their typed fields are.
struct SourceJSON: Hashable, Sendable {
    /// The text as it came; nil for a value that the app made.
    var text: Data?
    /// Whether the typed value was assigned since it was read.
    var isChanged = false
    /// The fields that did not fit the type, and have their defaults.
    var defaulted: [String] = []

    static func == (left: SourceJSON, right: SourceJSON) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}
