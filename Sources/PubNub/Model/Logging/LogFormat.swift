import Foundation

/// Formats the arguments of ``PNLog(_:_:_:_:)``.
///
/// It understands the directives of `printf` and `%@`, takes any value for each of them, and reads nothing but the values it was
/// given: a directive with no argument left stays in the text, arguments without a directive are ignored, and a value of another
/// type than the directive's is described as `%@` does.
struct LogFormat {
    /// A directive between `%` and its letter.
    private struct Directive {
        var position: Int?
        var flags = ""
        var width: Count?
        var precision: Count?
        var letter: Character = "@"
    }

    private enum Count {
        case number(Int)
        /// `*`: an argument says it.
        case argument
    }

    /// What `printf` does with larger ones is fill memory.
    private static let maxCount = 1_000

    private let arguments: [Any?]
    private var next = 0

    private init(_ arguments: [Any?]) {
        self.arguments = arguments
    }

    /// The text that a format makes of its arguments.
    static func text(_ format: String, _ arguments: [Any?]) -> String {
        var formatter = LogFormat(arguments)
        return formatter.text(format)
    }

    /// A value in words: a string as it is, `(null)` for nil, anything else by its description.
    static func description(of value: Any?) -> String {
        switch unwrapped(value) {
        case nil: "(null)"
        case let text as String: text
        case let value?: String(describing: value)
        }
    }

    private mutating func text(_ format: String) -> String {
        var result = ""
        var rest = format[...]
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            let start = rest.index(after: percent)
            var end = start
            if let directive = Self.directive(in: rest, &end) {
                result += text(of: directive) ?? String(rest[percent..<end])
            } else {
                result += rest[percent..<end]
            }
            rest = rest[end...]
        }
        return result + rest
    }

    /// Reads a directive behind its `%` and moves `index` behind it; nil when the format ends within.
    private static func directive(in format: Substring, _ index: inout Substring.Index) -> Directive? {
        var directive = Directive()
        func digits() -> Int? {
            let start = index
            while index < format.endIndex, format[index].isASCII, format[index].isNumber {
                index = format.index(after: index)
            }
            return start == index ? nil : Int(format[start..<index]) ?? .max
        }
        let start = index
        if let number = digits(), index < format.endIndex, format[index] == "$" {
            directive.position = number
            index = format.index(after: index)
        } else {
            index = start
        }
        while index < format.endIndex, "-+ 0#'".contains(format[index]) {
            directive.flags.append(format[index])
            index = format.index(after: index)
        }
        func count() -> Count? {
            guard index < format.endIndex, format[index] == "*" else { return digits().map { .number($0) } }
            index = format.index(after: index)
            return .argument
        }
        directive.width = count()
        if index < format.endIndex, format[index] == "." {
            index = format.index(after: index)
            directive.precision = count() ?? .number(0)
        }
        // The size of the argument, which the value itself knows.
        while index < format.endIndex, "hlqLjzt".contains(format[index]) { index = format.index(after: index) }
        guard index < format.endIndex else { return nil }
        directive.letter = format[index]
        index = format.index(after: index)
        return directive
    }

    /// The replacement of a directive; `nil` for an unknown one, or without its argument.
    private mutating func text(of directive: Directive) -> String? {
        guard directive.letter != "%" else { return "%" }
        guard "@diuoxXfFeEgGaAcCsSp".contains(directive.letter) else { return nil }
        let width = count(directive.width)
        let precision = count(directive.precision)
        guard let argument = argument(directive.position) else { return nil }
        let value = Self.unwrapped(argument)
        let flags = width ?? 0 < 0 ? directive.flags + "-" : directive.flags
        let shape = "%" + flags + (width.map { "\($0.magnitude)" } ?? "")
        let numeric = shape + (precision.flatMap { $0 < 0 ? nil : ".\($0)" } ?? "")
        switch directive.letter {
        case "d", "i":
            if let number = Self.integer(value) { return String(format: numeric + "lld", number) }
            if let number = value as? any BinaryInteger, let number = UInt64(exactly: number) {
                return String(format: numeric + "llu", number)
            }
        case "u", "o", "x", "X":
            if let bits = Self.bits(value) { return String(format: numeric + "ll\(directive.letter)", bits) }
        case "f", "F", "e", "E", "g", "G", "a", "A":
            if let number = Self.double(value) { return String(format: numeric + "\(directive.letter)", number) }
        case "c", "C":
            if let number = Self.integer(value), let scalar = UInt32(exactly: number).flatMap(Unicode.Scalar.init) {
                return Self.padded(String(Character(scalar)), width, flags)
            }
        case "p":
            if let value, type(of: value) is AnyClass {
                let address = UInt(bitPattern: ObjectIdentifier(value as AnyObject))
                return Self.padded("0x" + String(address, radix: 16), width, flags)
            }
        default: break
        }
        var text = Self.description(of: value)
        if "sS".contains(directive.letter), let precision, precision >= 0 { text = String(text.prefix(precision)) }
        return Self.padded(text, width, flags)
    }

    private mutating func count(_ count: Count?) -> Int? {
        switch count {
        case nil: return nil
        case .number(let number): return min(number, Self.maxCount)
        case .argument:
            guard let value = argument(nil).flatMap({ Self.integer(Self.unwrapped($0)) }) else { return nil }
            return Int(max(-Int64(Self.maxCount), min(value, Int64(Self.maxCount))))
        }
    }

    /// The argument at a position that counts from 1, or the next one; `nil` if it is missing.
    private mutating func argument(_ position: Int?) -> Any?? {
        guard let position else {
            defer { next += 1 }
            return next < arguments.count ? .some(arguments[next]) : nil
        }
        return (1...max(arguments.count, 1)).contains(position) && !arguments.isEmpty
            ? .some(arguments[position - 1]) : nil
    }

    private static func padded(_ text: String, _ width: Int?, _ flags: String) -> String {
        let padding = String(repeating: " ", count: max(0, Int((width ?? 0).magnitude) - text.count))
        return flags.contains("-") ? text + padding : padding + text
    }

    private static func unwrapped(_ value: Any?) -> Any? {
        guard let value else { return nil }
        guard let optional = value as? any OptionalValue else { return value }
        return unwrapped(optional.wrapped)
    }

    private static func integer(_ value: Any?) -> Int64? {
        switch value {
        case let flag as Bool: flag ? 1 : 0
        case let number as any BinaryInteger: Int64(exactly: number)
        case let number as NSNumber: Int64(exactly: number)
        default: nil
        }
    }

    /// The bits of a whole number in the size of its type.
    private static func bits(_ value: Any?) -> UInt64? {
        guard let number = value as? any FixedWidthInteger else {
            return (value as? any BinaryInteger).flatMap { UInt64(exactly: $0) }
                ?? integer(value).map { UInt64(bitPattern: $0) }
        }
        return bits(of: number)
    }

    private static func bits(of number: some FixedWidthInteger) -> UInt64 {
        let all = UInt64(truncatingIfNeeded: number)
        let size = type(of: number).bitWidth
        return size < 64 ? all & (1 << UInt64(size) - 1) : all
    }

    private static func double(_ value: Any?) -> Double? {
        switch value {
        case let number as Double: number
        case let number as Float: Double(number)
        case let number as any BinaryInteger: Double(exactly: number)
        case let number as NSNumber: number.doubleValue
        default: nil
        }
    }
}

/// An optional whose type is not known.
private protocol OptionalValue {
    var wrapped: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrapped: Any? { map { $0 } }
}
