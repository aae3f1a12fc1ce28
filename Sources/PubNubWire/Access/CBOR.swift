/// A value in CBOR (RFC 8949), as far as access tokens need it: no tags, no lengths that are not given.
package enum CBORValue: Sendable, Hashable {
    case integer(Int64)
    case bytes([UInt8])
    case text(String)
    case array([CBORValue])
    /// The members in their order.
    case map([CBORMember])
    case bool(Bool)
    case null
    case double(Double)
}

/// A member of a map.
package struct CBORMember: Sendable, Hashable {
    package let key: CBORValue
    package let value: CBORValue

    package init(_ key: CBORValue, _ value: CBORValue) {
        self.key = key
        self.value = value
    }
}

/// The reason why bytes are not read as CBOR.
package enum CBORError: Error, Sendable, Hashable {
    /// The bytes end inside a value, or continue after it.
    case length
    /// A kind of value, or a form of it, that access tokens do not have.
    case unsupported
    /// A string is not UTF-8.
    case encoding
    /// More or deeper values than an access token has.
    case tooMany
}

extension CBORValue {
    /// The deepest nesting, and the most values, of a token. Its `meta` is a value in a map, and has a value at its own last level.
    package static let depthLimit = 1 + AccessTokenTerms.metaDepth + 1
    package static let valueLimit = 20_000

    /// Reads one value that takes up all bytes.
    package init(reading bytes: some Collection<UInt8>) throws(CBORError) {
        var reader = CBORReader(Array(bytes))
        self = try reader.value(depth: 0)
        guard reader.isAtEnd else { throw .length }
    }

    /// The value in CBOR, with lengths in their shortest form.
    package func serialized() -> [UInt8] {
        var output: [UInt8] = []
        write(to: &output)
        return output
    }

    /// The member of a map with this name, as a byte string or as text.
    package subscript(name: String) -> CBORValue? {
        guard case .map(let members) = self else { return nil }
        return members.first { $0.key.name == name }?.value
    }

    /// The string that text, or a byte string in UTF-8, consists of; `nil` for any other value.
    package var name: String? {
        switch self {
        case .text(let text): text
        case .bytes(let bytes): String(validating: bytes, as: UTF8.self)
        case .integer, .array, .map, .bool, .null, .double: nil
        }
    }

    private func write(to output: inout [UInt8]) {
        switch self {
        case .integer(let number) where number >= 0: Self.writeHead(0, UInt64(number), to: &output)
        case .integer(let number): Self.writeHead(1, UInt64(-1 - number), to: &output)
        case .bytes(let bytes):
            Self.writeHead(2, UInt64(bytes.count), to: &output)
            output += bytes
        case .text(let text):
            Self.writeHead(3, UInt64(text.utf8.count), to: &output)
            output += text.utf8
        case .array(let elements):
            Self.writeHead(4, UInt64(elements.count), to: &output)
            for element in elements { element.write(to: &output) }
        case .map(let members):
            Self.writeHead(5, UInt64(members.count), to: &output)
            for member in members {
                member.key.write(to: &output)
                member.value.write(to: &output)
            }
        case .bool(let bool): output.append(bool ? 0xF5 : 0xF4)
        case .null: output.append(0xF6)
        case .double(let double):
            output.append(0xFB)
            Self.write(double.bitPattern, bytes: 8, to: &output)
        }
    }

    private static func writeHead(_ major: UInt8, _ argument: UInt64, to output: inout [UInt8]) {
        switch argument {
        case 0..<24: output.append(major << 5 | UInt8(argument))
        case 24..<0x100:
            output.append(major << 5 | 24)
            write(argument, bytes: 1, to: &output)
        case 0x100..<0x1_0000:
            output.append(major << 5 | 25)
            write(argument, bytes: 2, to: &output)
        case 0x1_0000..<0x1_0000_0000:
            output.append(major << 5 | 26)
            write(argument, bytes: 4, to: &output)
        default:
            output.append(major << 5 | 27)
            write(argument, bytes: 8, to: &output)
        }
    }

    private static func write(_ number: UInt64, bytes: Int, to output: inout [UInt8]) {
        for offset in (0..<bytes).reversed() { output.append(UInt8(truncatingIfNeeded: number >> (8 * offset))) }
    }
}

/// Reads CBOR from untrusted bytes. It allocates no more than the bytes account for.
private struct CBORReader {
    private let bytes: [UInt8]
    private var offset = 0
    private var values = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func value(depth: Int) throws(CBORError) -> CBORValue {
        values += 1
        guard depth < CBORValue.depthLimit, values <= CBORValue.valueLimit else { throw .tooMany }
        let head = try byte()
        let major = head >> 5
        let detail = head & 31
        if major == 7 { return try simple(detail) }
        let argument = try argument(detail)
        switch major {
        case 0: return .integer(try integer(argument))
        case 1: return .integer(-1 - (try integer(argument)))
        case 2: return .bytes(Array(try slice(argument)))
        case 3:
            guard let text = String(validating: try slice(argument), as: UTF8.self) else { throw .encoding }
            return .text(text)
        case 4:
            var elements: [CBORValue] = []
            for _ in 0..<(try count(argument)) { elements.append(try value(depth: depth + 1)) }
            return .array(elements)
        case 5:
            var members: [CBORMember] = []
            for _ in 0..<(try count(argument)) {
                let key = try value(depth: depth + 1)
                members.append(CBORMember(key, try value(depth: depth + 1)))
            }
            return .map(members)
        default: throw .unsupported
        }
    }

    private mutating func simple(_ detail: UInt8) throws(CBORError) -> CBORValue {
        switch detail {
        case 20: return .bool(false)
        case 21: return .bool(true)
        case 22, 23: return .null
        case 25: return .double(Self.half(UInt16(try number(bytes: 2))))
        case 26: return .double(Double(Float(bitPattern: UInt32(try number(bytes: 4)))))
        case 27: return .double(Double(bitPattern: try number(bytes: 8)))
        default: throw .unsupported
        }
    }

    /// A number of 16 bits with 5 bits of exponent.
    private static func half(_ bits: UInt16) -> Double {
        let sign: Double = bits >> 15 == 1 ? -1 : 1
        let exponent = Int(bits >> 10 & 31)
        let fraction = Double(bits & 0x3FF)
        switch exponent {
        case 0: return sign * fraction / 16_777_216
        case 31: return fraction == 0 ? sign * .infinity : .nan
        default:
            let power = Double(sign: .plus, exponent: exponent - 25, significand: 1)
            return sign * (1_024 + fraction) * power
        }
    }

    private mutating func argument(_ detail: UInt8) throws(CBORError) -> UInt64 {
        switch detail {
        case 0..<24: UInt64(detail)
        case 24: try number(bytes: 1)
        case 25: try number(bytes: 2)
        case 26: try number(bytes: 4)
        case 27: try number(bytes: 8)
        default: throw .unsupported
        }
    }

    private func integer(_ argument: UInt64) throws(CBORError) -> Int64 {
        guard let integer = Int64(exactly: argument) else { throw .unsupported }
        return integer
    }

    /// A number of elements, each of which takes up at least one byte.
    private func count(_ argument: UInt64) throws(CBORError) -> Int {
        guard argument <= UInt64(bytes.count - offset) else { throw .length }
        return Int(argument)
    }

    private mutating func slice(_ argument: UInt64) throws(CBORError) -> ArraySlice<UInt8> {
        let length = try count(argument)
        defer { offset += length }
        return bytes[offset..<offset + length]
    }

    private mutating func number(bytes length: Int) throws(CBORError) -> UInt64 {
        guard bytes.count - offset >= length else { throw .length }
        defer { offset += length }
        return bytes[offset..<offset + length].reduce(0) { $0 << 8 | UInt64($1) }
    }

    private mutating func byte() throws(CBORError) -> UInt8 {
        guard offset < bytes.count else { throw .length }
        defer { offset += 1 }
        return bytes[offset]
    }
}
