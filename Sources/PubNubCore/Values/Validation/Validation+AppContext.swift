package import PubNubMachines
package import PubNubWire

/// Identifiers, fields and pages of App Context.
extension Validation {
    /// The kind of object that an identifier refers to.
    package enum Identified: String {
        case uuid, channel
    }

    /// An identifier that the service takes.
    package static func identifier(_ name: String, of kind: Identified) throws(Failure) -> String {
        let code = kind == .channel ? ErrorCode.invalidChannelName : ErrorCode.unknown
        guard !name.isEmpty else { throw Failure(input: "The \(kind.rawValue) is missing.") }
        if let count = NameLength.excess(of: name) {
            throw Failure(input: "The \(kind.rawValue) \(quoted(name)) \(tooLong(count)).", code: code)
        }
        guard name.utf8.allSatisfy(isAllowed) else {
            let what = "a comma, slash, backslash, colon, star or control character"
            throw Failure(input: "The \(kind.rawValue) \(quoted(name)) has \(what).", code: code)
        }
        guard !isDotSegment(name) else {
            throw Failure(input: "The \(kind.rawValue) is \(dotSegments).", code: code)
        }
        return name
    }

    /// The user of a request; the client's own identifier if the request does not name a user.
    package static func user(_ name: String?, _ identifier: String) throws(Failure) -> String {
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
    package static func text(_ text: String, _ field: String, limit: Int) throws(Failure) -> JSON {
        guard text.count <= limit else { throw Failure(input: "'\(field)' has more than \(limit) characters.") }
        return .string(text)
    }

    /// Checks custom values: strings, numbers and booleans by name.
    static func custom(_ values: [String: JSON], _ field: String = "custom") throws(Failure) -> JSON {
        for (name, value) in values { _ = try scalar(value, "\(field).\(name)") }
        return .object(values)
    }

    /// A string, a number or a boolean that the service stores unchanged.
    package static func scalar(_ value: JSON, _ field: String) throws(Failure) -> JSON {
        switch value {
        case .string, .bool: return value
        case .double(let number) where number.isFinite: return value
        case .decimal(let number) where number.form.exponent < 0 && number.doubleValue.isFinite: return value
        case .integer(let number) where number.magnitude <= UInt64(ServiceLimits.maxCustomInteger): return value
        case .integer, .unsigned, .decimal:
            let limit = ServiceLimits.maxCustomInteger
            throw Failure(input: "'\(field)' is an integer beyond ±\(limit).", code: ErrorCode.invalidJSON)
        case .null, .array, .object, .double: throw notScalar(field)
        }
    }

    /// The failure for any other value.
    package static func notScalar(_ field: String) -> Failure {
        Failure(input: "'\(field)' is not a string, number or boolean.", code: ErrorCode.invalidJSON)
    }

    /// The size of a page; zero leaves it to the service.
    package static func limit(_ limit: UInt) throws(Failure) -> Int {
        guard limit <= UInt(ServiceLimits.objectsPage) else {
            throw Failure(input: "'limit' is more than \(ServiceLimits.objectsPage).")
        }
        return Int(limit)
    }

    /// An entity tag that can stand in a header; nil for none.
    static func eTag(_ eTag: String?) throws(Failure) -> String? {
        guard let eTag, !eTag.isEmpty else { return nil }
        guard eTag.utf8.allSatisfy({ 0x21..<0x7F ~= $0 }) else {
            throw Failure(input: "'ifMatchesEtag' contains characters that are not allowed in an entity tag.")
        }
        return eTag
    }

    /// A record that is not larger than the service takes.
    package static func record(_ members: [String: JSON], _ field: String) throws(Failure) {
        guard JSON.object(members).bytes.count <= ServiceLimits.maxRecordBytes else {
            let limit = ServiceLimits.maxRecordBytes
            throw Failure(input: "'\(field)' has more than \(limit) bytes as JSON.", code: ErrorCode.messageTooLong)
        }
    }
}

/// Actions on messages.
extension Validation {
    package static func check(actionType type: String, _ value: String) throws(Failure) {
        guard !type.isEmpty else { throw Failure(input: "'type' is missing.") }
        guard type.utf16.count <= ServiceLimits.maxActionType else {
            throw Failure(input: "'type' has more than \(ServiceLimits.maxActionType) characters.")
        }
        guard !value.isEmpty else { throw Failure(input: "'value' is missing.") }
    }

    /// Checks the timetoken of a message or an action.
    package static func check(timetoken: Timetoken, _ field: String) throws(Failure) {
        guard Int64(bitPattern: timetoken.rawValue) > 0 else { throw Failure(input: "'\(field)' is not a timetoken.") }
    }
}
