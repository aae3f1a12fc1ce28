import Foundation
import PubNubWire

/// The members of an object from the service, which are read one by one. A missing required member is an error; an
/// invalid optional member is left out.
struct WireFields {
    /// All members in their order.
    let members: [RawJSON.Member]
    /// The fields of a wrong type.
    private(set) var defaulted: [String] = []
    private let prefix: String

    /// - Parameters:
    ///   - text: The object.
    ///   - name: Its name in errors; empty for a whole payload.
    /// - Throws: ``ChatError`` if it is not an object.
    init(_ text: RawJSON, name: String = "") throws(ChatError) {
        guard let members = text.members() else {
            let field = name.isEmpty ? "payload" : name
            throw text.value().isNull ? .missingRequiredData(field) : .wrongContentType(field)
        }
        self.members = members
        prefix = name.isEmpty ? "" : name + "."
    }

    /// The JSON of a member; nil if it is absent.
    func text(_ key: String) -> RawJSON? { members.last { $0.key == key }?.value }

    /// A required object.
    func object(_ key: String) throws(ChatError) -> WireFields {
        guard let text = text(key) else { throw .missingRequiredData(prefix + key) }
        return try WireFields(text, name: prefix + key)
    }

    /// A required string.
    func requiredString(_ key: String) throws(ChatError) -> String {
        guard let value = text(key)?.value(), !value.isNull else { throw .missingRequiredData(prefix + key) }
        guard let string = value.string else { throw .wrongContentType(prefix + key) }
        return string
    }

    /// A required date.
    func requiredDate(_ key: String) throws(ChatError) -> Date {
        guard let date = ISODate.date(of: try requiredString(key)) else { throw .wrongContentType(prefix + key) }
        return date
    }

    /// A string; nil if it is absent, null or of another type.
    mutating func string(_ key: String) -> String? {
        guard let value = text(key)?.value(), !value.isNull else { return nil }
        if let string = value.string { return string }
        defaulted.append(prefix + key)
        return nil
    }

    /// The change of a string; no change if the member has another type.
    mutating func change(_ key: String) -> OptionalChange<String> {
        guard let value = text(key)?.value() else { return .noChange }
        if value.isNull { return .none }
        if let string = value.string { return .some(string) }
        defaulted.append(prefix + key)
        return .noChange
    }

    /// Custom data with its JSON; the default value if the member is absent.
    mutating func custom<Custom: CustomData>(_ key: String, _: Custom.Type) -> Sourced<Custom> {
        guard let text = text(key) else { return Sourced(value: Custom(), source: SourceJSON()) }
        let read = SourceJSON.read(Custom.self, from: Data(text.bytes), named: prefix + key)
        defaulted += read.source.defaulted
        return read
    }

    /// The change of custom data.
    mutating func customChange<Custom: CustomData>(
        _ key: String,
        _ type: Custom.Type
    ) -> Sourced<OptionalChange<Custom>> {
        guard let text = text(key) else { return Sourced(value: .noChange, source: SourceJSON()) }
        guard !text.value().isNull else { return Sourced(value: .none, source: SourceJSON()) }
        let read = custom(key, type)
        return Sourced(value: .some(read.value), source: read.source)
    }
}

/// A value with the JSON that it was read from.
struct Sourced<Value> {
    var value: Value
    var source: SourceJSON
}

extension SourceJSON {
    /// Reads custom data field by field.
    ///
    /// - Parameters:
    ///   - type: The type of the custom data.
    ///   - text: Its JSON.
    ///   - name: The name by which invalid fields are reported.
    /// - Returns: The value, with its JSON and the invalid fields.
    static func read<Custom: CustomData>(
        _ type: Custom.Type,
        from text: Data,
        named name: String
    ) -> Sourced<Custom> {
        guard text != Data("null".utf8) else { return Sourced(value: Custom(), source: SourceJSON(text: text)) }
        let read = CustomCoder.lenient(type, from: text)
        let fields = read.defaulted.map { $0.isEmpty ? name : "\(name).\($0)" }
        return Sourced(value: read.value, source: SourceJSON(text: text, defaulted: fields))
    }
}
