import Foundation
import PubNub
import PubNubWire

/// JSON in bytes, and the values that applications receive.
enum JSONTargets {
    static let all = [
        FuzzTarget(name: "json", dictionary: "json", check: json),
        FuzzTarget(name: "jsonp", dictionary: "json", check: jsonp),
        FuzzTarget(name: "presence-event", dictionary: "json", check: presence),
    ]

    /// Parser and writer agree, and so do the validator that stores bytes and the parser that creates values.
    private static func json(_ bytes: [UInt8]) throws {
        let isValid = RawJSON.isValid(bytes)
        let value: JSON
        do throws(JSONError) {
            value = try JSON(parsing: bytes)
        } catch {
            try require(!isValid, "what is not a value is not valid")
            return try require((0...bytes.count).contains(error.offset), "an error lies inside of its text")
        }
        try require(isValid, "what is a value is valid")
        let text = value.bytes
        let again = try require(try? JSON(parsing: text), "what was written can be read")
        try require(again.bytes == text, "writing twice gives the same text")
        try require(String(validating: text, as: UTF8.self) != nil, "what was written is UTF-8")
        let raw = try RawJSON(validating: bytes)
        try require(raw.count <= bytes.count && raw.value().bytes == text, "kept bytes stand for the same value")
        try require(raw.detached() == raw, "bytes cut loose are the same bytes")
        try require(again == value, "what was read, written and read again is the same")
        try checkDigits(bytes, value)
        let native = try JSONBridge.value(JSONBridge.any(raw))
        try require(isSame(native, value), "Swift's own types stand for the same value")
        try require(
            isSame(try JSONBridge.value(JSONBridge.any(value)), value),
            "what apps read stands for the same value"
        )
    }

    /// A number that is read and written keeps its digits in every representation.
    private static func checkDigits(_ bytes: [UInt8], _ value: JSON) throws {
        guard isNumber(value), let written = JSONNumber(value.text),
            let read = JSONNumber(String(decoding: bytes, as: UTF8.self))
        else { return }
        try require(written.significantDigits == read.significantDigits, "a number keeps its digits")
        try require(written.form.exponent == read.form.exponent, "a number keeps its exponent")
    }

    /// Whether two values are equal apart from the representation of numbers.
    static func isSame(_ left: JSON, _ right: JSON) -> Bool {
        switch (left, right) {
        case (.array(let left), .array(let right)):
            return left.count == right.count && zip(left, right).allSatisfy { isSame($0, $1) }
        case (.object(let left), .object(let right)):
            return left.count == right.count
                && left.allSatisfy { key, value in right[key].map { isSame(value, $0) } ?? false }
        default:
            guard isNumber(left), isNumber(right) else { return left == right }
            guard let left = JSONNumber(left.text), let right = JSONNumber(right.text) else { return false }
            let isZero = left.significantDigits.isEmpty && right.significantDigits.isEmpty
            return left.significantDigits == right.significantDigits && left.form.exponent == right.form.exponent
                && (isZero || left.form.isNegative == right.form.isNegative)
        }
    }

    private static func isNumber(_ value: JSON) -> Bool {
        switch value {
        case .integer, .unsigned, .double, .decimal: true
        case .null, .bool, .string, .array, .object: false
        }
    }

    /// Unwrapping reverses wrapping, and never makes a body longer.
    private static func jsonp(_ bytes: [UInt8]) throws {
        try require(JSONP.unwrap(bytes).count <= bytes.count, "a body does not grow")
        guard RawJSON.isValid(bytes) else { return }
        try require(JSONP.unwrap(bytes) == bytes, "JSON is no wrapper")
        guard let first = bytes.first, first == UInt8(ascii: "[") || first == UInt8(ascii: "{") else { return }
        let wrapped = JSONP.wrap(bytes, callback: "s_1a2b3")
        try require(JSONP.unwrap(wrapped) == bytes, "a wrapper comes off as it was put on")
    }

    /// An event keeps the values that it was created from.
    private static func presence(_ bytes: [UInt8]) throws {
        guard let value = try? JSON(parsing: bytes) else { return }
        let channel = PNChannel.channel(withName: "a")
        let event = PNPresenceEvent(response: JSONBridge.any(value), on: channel)
        _ = (event.date.description, event.description, event.client.identifier, event.occupancy)
        guard let payload = PresencePayload(value) else { return }
        try require(event.joined == payload.joined && event.left == payload.left, "clients are named")
        try require(event.occupancy == UInt(max(0, payload.occupancy ?? 0)), "clients are counted")
        guard let again = PresencePayload(payload.json) else { return }
        try require(again == payload, "an event that was written can be read again")
    }
}
