import Foundation
import PubNubMachines
package import PubNubWire

/// Converts between values of applications (`Any`) and JSON. The only place that does.
package enum JSONBridge {
    /// Why a value cannot be represented in JSON.
    struct Unsupported: Error, Equatable {
        let typeName: String
        /// The keys and positions that lead to the value, such as `route[3].at`; empty for the value itself.
        private(set) var path = ""

        init(typeName: String) {
            self.typeName = typeName
        }

        /// The same value, seen from the array or dictionary around it.
        func within(_ part: String) -> Unsupported {
            var outer = self
            outer.path = path.isEmpty || path.hasPrefix("[") ? part + path : part + "." + path
            return outer
        }

        var description: String {
            let location = path.isEmpty ? "" : " at '\(path)'"
            return "A value of type \(typeName)\(location) cannot be represented in JSON."
        }
    }

    /// Makes JSON of Swift and Foundation values: strings, numbers, booleans, `nil`, `NSNull`, arrays, and
    /// dictionaries with string keys, nested to the depth JSON readers accept. Numbers keep all their digits, those of
    /// `Decimal`, `NSDecimalNumber` and ``PNJSONNumber`` as well.
    ///
    /// - Throws: ``PNError`` with code ``kPNInvalidJSONError`` for anything else, and for numbers without a JSON form.
    package static func value(_ any: Any?) throws(PNError) -> JSON {
        do throws(Failure) {
            return try json(any)
        } catch {
            throw PNError(error)
        }
    }

    /// Does the same, and throws the failure of a call with such a value.
    static func json(_ any: Any?) throws(Failure) -> JSON {
        do {
            return try convert(any, depth: 0)
        } catch {
            throw Failure(unsent: ErrorCode.invalidJSON, error.description)
        }
    }

    /// Makes the values for applications, those of `JSONSerialization`: `String`, `NSNumber` for numbers and booleans,
    /// `NSNull`, `[Any]`, `[String: Any]`. `NSDecimalNumber` stands for a number that neither 64 bits nor `Double` hold, and
    /// ``PNJSONNumber`` for one that `Decimal` does not hold either.
    package static func any(_ value: JSON) -> any Sendable {
        switch value {
        case .null: NSNull()
        case .bool(let flag): flag ? yes : no
        case .integer, .unsigned, .double, .decimal: number(value)
        case .string(let text): text
        case .array(let elements): elements.map(any)
        case .object(let members): members.mapValues(any)
        }
    }

    /// Converts a value that is not parsed yet.
    package static func any(_ raw: RawJSON) -> Any {
        raw.native(NativeScalars(null: NSNull(), yes: yes, no: no, number: { number($0) }))
    }

    private static let yes = NSNumber(value: true)
    private static let no = NSNumber(value: false)

    /// The object for a number; `NaN` for any other value.
    private static func number(_ value: JSON) -> NSNumber {
        switch value {
        case .integer(let number): NSNumber(value: number)
        case .unsigned(let number): NSNumber(value: number)
        case .double(let number): NSNumber(value: number)
        case .decimal(let number): Decimal(exactly: number).map { NSDecimalNumber(decimal: $0) } ?? PNJSONNumber(number)
        case .null, .bool, .string, .array, .object: NSDecimalNumber.notANumber
        }
    }

    /// Makes the dictionary of an object; anything else gives an empty one.
    static func dictionary(_ value: JSON) -> [String: Any] {
        value.object?.mapValues(any) ?? [:]
    }
}

extension JSONBridge {
    private static let maximumDepth = 512

    private static func convert(_ any: Any?, depth: Int) throws(Unsupported) -> JSON {
        guard let any else { return .null }
        if let value = exact(any) { return try value.get() }
        if let elements = any as? [Any] { return .array(try array(elements, depth: depth)) }
        if let members = any as? [String: Any] { return .object(try object(members, depth: depth)) }
        return try bridged(any, depth: depth)
    }

    /// `depth` is the number of arrays and dictionaries around another one.
    private static func checkDepth(_ depth: Int) throws(Unsupported) {
        guard depth < maximumDepth else { throw Unsupported(typeName: "nested more than \(maximumDepth) times") }
    }

    private static func array(_ elements: [Any], depth: Int) throws(Unsupported) -> [JSON] {
        try checkDepth(depth)
        var result: [JSON] = []
        result.reserveCapacity(elements.count)
        for element in elements {
            do throws(Unsupported) {
                result.append(try convert(element, depth: depth + 1))
            } catch {
                throw error.within("[\(result.count)]")
            }
        }
        return result
    }

    private static func object(_ members: [String: Any], depth: Int) throws(Unsupported) -> [String: JSON] {
        try checkDepth(depth)
        var result: [String: JSON] = [:]
        result.reserveCapacity(members.count)
        for (key, member) in members {
            do throws(Unsupported) {
                result[key] = try convert(member, depth: depth + 1)
            } catch {
                throw error.within(key)
            }
        }
        return result
    }

    /// The JSON of a value that its own type determines; `nil` for types that need a closer look.
    ///
    /// Compares types instead of casting: on Linux a cast turns an `NSNumber` of 1 into `true`, and a `Bool` into 1.
    private static func exact(_ any: Any) -> Result<JSON, Unsupported>? {
        if let value = scalar(any) { return value }
        guard type(of: any) is AnyClass else { return nil }
        return (any as? NSNumber).map(number)
    }

    private static func scalar(_ any: Any) -> Result<JSON, Unsupported>? {
        switch type(of: any) {
        case is String.Type: (any as? String).map { .success(.string($0)) }
        case is Substring.Type: (any as? Substring).map { .success(.string(String($0))) }
        case is Character.Type: (any as? Character).map { .success(.string(String($0))) }
        case is Bool.Type: (any as? Bool).map { .success(.bool($0)) }
        case is Double.Type: (any as? Double).map(double)
        case is Float.Type: (any as? Float).map { double(Double($0)) }
        case is Decimal.Type: (any as? Decimal).map(decimal)
        case is PNJSONNumber.Type: (any as? PNJSONNumber).map { parsed($0.text) }
        case is any FixedWidthInteger.Type: (any as? any FixedWidthInteger).map { integer($0) }
        default: nil
        }
    }

    private static func integer(_ number: some FixedWidthInteger) -> Result<JSON, Unsupported> {
        if let small = Int64(exactly: number) { return .success(.integer(small)) }
        if let large = UInt64(exactly: number) { return .success(.unsigned(large)) }
        return parsed(String(number))
    }

    private static func double(_ number: Double) -> Result<JSON, Unsupported> {
        number.isFinite ? .success(.double(number)) : .failure(Unsupported(typeName: "Double that is not finite"))
    }

    private static func decimal(_ number: Decimal) -> Result<JSON, Unsupported> {
        guard !number.isNaN else { return .failure(Unsupported(typeName: "Decimal that is not a number")) }
        return parsed(number.description)
    }

    /// The value of a string that a number has written.
    private static func parsed(_ text: String) -> Result<JSON, Unsupported> {
        guard let value = try? JSON(parsing: text) else {
            return .failure(Unsupported(typeName: "number \(text)"))
        }
        return .success(value)
    }

    private static func number(_ number: NSNumber) -> Result<JSON, Unsupported> {
        // Booleans have the same type encoding as `Int8`, and a class of their own.
        if type(of: number) == type(of: yes) { return .success(.bool(number.boolValue)) }
        if let decimal = number as? NSDecimalNumber { return self.decimal(decimal.decimalValue) }
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): return double(number.doubleValue)
        case UInt8(ascii: "Q"), UInt8(ascii: "L"): return integer(number.uint64Value)
        default: return integer(number.int64Value)
        }
    }

    /// Foundation's own classes, and dictionaries and optionals inside `Any`.
    private static func bridged(_ any: Any, depth: Int) throws(Unsupported) -> JSON {
        switch any {
        case is NSNull: return .null
        case let text as NSString: return .string(text as String)
        case let members as [AnyHashable: Any]: return .object(try object(try stringKeys(members), depth: depth))
        default: break
        }
        let mirror = Mirror(reflecting: any)
        guard mirror.displayStyle == .optional else { throw Unsupported(typeName: "\(type(of: any))") }
        return try convert(mirror.children.first?.value, depth: depth)
    }

    private static func stringKeys(_ members: [AnyHashable: Any]) throws(Unsupported) -> [String: Any] {
        var result: [String: Any] = [:]
        for (key, member) in members {
            guard let text = key.base as? String ?? (key.base as? NSString).map({ $0 as String }) else {
                throw Unsupported(typeName: "a dictionary with keys of type \(type(of: key.base))")
            }
            result[text] = member
        }
        return result
    }
}
