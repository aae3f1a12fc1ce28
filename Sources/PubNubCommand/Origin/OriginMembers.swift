import ArgumentParser
import Foundation
import PubNubOrigin
import PubNubOriginServer
import PubNubWire

/// The members of a JSON object in a file of the server. An unknown member is an error. Errors never contain a value,
/// which may be secret.
struct OriginMembers: Sendable {
    /// The file, and where in it the object is, for errors.
    let location: String
    private let members: [String: JSON]

    /// Takes an object apart.
    ///
    /// - Parameters:
    ///   - value: The object.
    ///   - location: Where it stands, for errors.
    ///   - names: The members that it may have.
    /// - Throws: A `ValidationError` if it is not an object or has another member.
    init(_ value: JSON, at location: String, names: [String]) throws {
        guard let members = value.object else { throw ValidationError("\(location) has to be a JSON object.") }
        for name in members.keys.sorted() where !names.contains(name) {
            throw ValidationError("\(location): unknown key '\(name)'. \(NearestName.advice(on: name, among: names))")
        }
        self.members = members
        self.location = location
    }

    /// A member; nil if it is missing or null.
    subscript(name: String) -> JSON? {
        guard let member = members[name], !member.isNull else { return nil }
        return member
    }

    /// A string, number or truth value as text, with its place; nil if it is missing.
    func setting(_ name: String) throws -> OriginSetting? {
        guard let value = self[name] else { return nil }
        let text: String
        switch value {
        case .string(let string): text = string
        case .integer(let number): text = String(number)
        case .bool(let isTrue): text = String(isTrue)
        default: throw ValidationError("\(location): '\(name)' takes a string, a whole number, true or false.")
        }
        return OriginSetting(text: text, source: "\(location): '\(name)'")
    }

    /// The elements of an array; none if it is missing.
    func array(_ name: String) throws -> [JSON] {
        guard let value = self[name] else { return [] }
        guard case .array(let elements) = value else { throw ValidationError("\(location): '\(name)' takes an array.") }
        return elements
    }
}

/// The value of a setting as a string, and its source: a flag, a variable or a member of a file.
struct OriginSetting: Sendable {
    let text: String
    let source: String

    /// The port number.
    func port() throws -> Int {
        guard let port = UInt16(text) else { throw wrong("a port from 0 to 65535") }
        return Int(port)
    }

    /// The truth value.
    func flag() throws -> Bool {
        switch text.lowercased() {
        case "true", "yes", "on", "1": true
        case "false", "no", "off", "0", "": false
        default: throw wrong("true or false")
        }
    }

    /// Whether another source gives the setting the same value, also in another word for on or off.
    func isEqual(to other: OriginSetting) -> Bool {
        if text == other.text { return true }
        guard let isOn = try? flag(), let isOtherOn = try? other.flag() else { return false }
        return isOn == isOtherOn
    }

    /// The mode of the console; nil if it is off.
    func console() throws -> OriginAdmin.Console? {
        if let mode = OriginAdmin.Console(rawValue: text.lowercased()) { return mode }
        guard let isOn = try? flag() else { throw wrong("on, read-only or off") }
        return isOn ? .full : nil
    }

    /// The duration, from zero to a hundred years. A number without a unit counts seconds.
    func duration() throws -> Duration {
        guard let seconds = DurationArgument(argument: text)?.seconds(defaultUnit: .seconds),
            (0...3_155_760_000).contains(seconds)
        else { throw wrong("a duration such as 90s, 10m, 12h or 7d") }
        return .seconds(seconds)
    }

    /// The whole number, from 0 to 2⁵³. It may have one of the units `KiB`, `MiB`, `GiB` and `TiB`.
    func count() throws -> Int {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let units = ["": 0, "KiB": 10, "MiB": 20, "GiB": 30, "TiB": 40]
        guard let number = Int(digits), let shift = units[String(text.dropFirst(digits.count))],
            number <= (1 << 53) >> shift
        else { throw wrong("a whole number, or a size such as 64KiB, 256MiB or 10GiB") }
        return number << shift
    }

    /// Scheme, host and port of an address.
    func address() throws -> String {
        let address = text.hasSuffix("/") ? String(text.dropLast()) : text
        let parts = URLComponents(string: address)
        guard let parts, ["http", "https"].contains(parts.scheme), parts.host?.isEmpty == false, parts.path.isEmpty,
            parts.query == nil, parts.fragment == nil, parts.user == nil
        else { throw wrong("an address such as https://files.example.com") }
        return address
    }

    /// The error for an invalid value; it does not contain the value.
    func wrong(_ expected: String) -> ValidationError {
        ValidationError("\(source) takes \(expected).")
    }
}

extension MessageRetention {
    /// The retention that settings ask for; nil if neither is given.
    ///
    /// - Throws: A `ValidationError` for an invalid value, and for a server without a data file, as nothing would be deleted there.
    init?(age: OriginSetting?, bytes: OriginSetting?, hasDataFile: Bool) throws {
        guard let given = age ?? bytes else { return nil }
        self.init(age: try age?.duration(), bytes: try bytes?.count())
        guard hasDataFile else { throw ValidationError("\(given.source) needs --data.") }
    }
}
