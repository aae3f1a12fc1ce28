import Foundation
import PubNubWire

/// Identifiers, fields and pages of App Context.
extension Validation {
    /// The kind of object that an identifier refers to.
    enum Identified: String {
        case uuid, channel
    }

    /// An identifier that the service takes.
    static func identifier(_ name: String, of kind: Identified) throws(PNError) -> String {
        let code = kind == .channel ? kPNRestrictedCharacterInChannelNameError : kPNUnknownError
        guard !name.isEmpty else { throw PNError(input: "The \(kind.rawValue) is missing.") }
        if let count = NameLength.excess(of: name) {
            throw PNError(input: "The \(kind.rawValue) \(quoted(name)) \(tooLong(count)).", code: code)
        }
        guard name.utf8.allSatisfy(isAllowed) else {
            let what = "a comma, slash, backslash, colon, star or control character"
            throw PNError(input: "The \(kind.rawValue) \(quoted(name)) has \(what).", code: code)
        }
        guard !isDotSegment(name) else {
            throw PNError(input: "The \(kind.rawValue) is \(dotSegments).", code: code)
        }
        return name
    }

    /// The user of a request; the client's own identifier if the request does not name a user.
    static func user(_ name: String?, _ identifier: String) throws(PNError) -> String {
        try self.identifier(name.flatMap { $0.isEmpty ? nil : $0 } ?? identifier, of: .uuid)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<0x20, 0x7F: false
        case UInt8(ascii: ","), UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: ":"), UInt8(ascii: "*"): false
        default: true
        }
    }

    /// Checks that a string is not longer than the service accepts. The service may count characters in another way.
    static func text(_ text: String, _ field: String, limit: Int) throws(PNError) -> JSONValue {
        guard text.count <= limit else { throw PNError(input: "'\(field)' has more than \(limit) characters.") }
        return .string(text)
    }

    /// Checks custom values: strings, numbers and booleans by name.
    static func custom(_ values: [String: Any], _ field: String = "custom") throws(PNError) -> JSONValue {
        var members: [String: JSONValue] = [:]
        for (name, value) in values {
            members[name] = try scalar(value, "\(field).\(name)")
        }
        return .object(members)
    }

    private static func scalar(_ value: Any, _ field: String) throws(PNError) -> JSONValue {
        let fault = PNError(input: "'\(field)' is not a string, number or boolean.", code: kPNInvalidJSONError)
        guard let json = try? JSONBridge.value(value) else { throw fault }
        switch json {
        case .string, .bool, .double: return json
        case .decimal(let number) where number.form.exponent < 0 && number.doubleValue.isFinite: return json
        case .integer(let number) where number.magnitude <= UInt64(ServiceLimits.maxCustomInteger): return json
        case .integer, .unsigned, .decimal:
            let limit = ServiceLimits.maxCustomInteger
            throw PNError(input: "'\(field)' is an integer beyond ±\(limit).", code: kPNInvalidJSONError)
        case .null, .array, .object: throw fault
        }
    }

    /// The size of a page; zero leaves it to the service.
    static func limit(_ limit: UInt) throws(PNError) -> Int {
        guard limit <= UInt(ServiceLimits.objectsPage) else {
            throw PNError(input: "'limit' is more than \(ServiceLimits.objectsPage).")
        }
        return Int(limit)
    }

    /// An entity tag that can stand in a header; nil for none.
    static func eTag(_ eTag: String?) throws(PNError) -> String? {
        guard let eTag, !eTag.isEmpty else { return nil }
        guard eTag.utf8.allSatisfy({ 0x21..<0x7F ~= $0 }) else {
            throw PNError(input: "'ifMatchesEtag' contains characters that are not allowed in an entity tag.")
        }
        return eTag
    }

    /// A record that is not larger than the service takes.
    static func record(_ members: [String: JSONValue], _ field: String) throws(PNError) {
        guard JSONValue.object(members).serialized().count <= ServiceLimits.maxRecordBytes else {
            let limit = ServiceLimits.maxRecordBytes
            throw PNError(input: "'\(field)' has more than \(limit) bytes as JSON.", code: kPNTooLongMessageError)
        }
    }
}

extension Validation {
    /// The timetoken of a message or an action.
    static func actionTarget(_ number: NSNumber, _ field: String) throws(PNError) -> Timetoken {
        guard number.int64Value > 0 else { throw PNError(input: "'\(field)' is not a timetoken.") }
        return Timetoken(rawValue: number.uint64Value)
    }
}
