/// Parts of the values of headers, by RFC 9110, 5.6.
enum HeaderValue {
    /// The bytes without the spaces and tabs around them.
    static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> UnsafeRawBufferPointer {
        var (start, end) = (bytes.startIndex, bytes.endIndex)
        while start < end, bytes.base[start] == .space || bytes.base[start] == .tab { start += 1 }
        while start < end, bytes.base[end - 1] == .space || bytes.base[end - 1] == .tab { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: bytes.base[start..<end])
    }

    /// Calls `body` for each element of a list with commas that is not empty.
    static func forEachElement(of value: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
        var start = 0
        while start < value.count {
            let end = value[start...].firstIndex(of: UInt8(ascii: ",")) ?? value.count
            let element = trimmed(value[start..<end])
            if !element.isEmpty { body(element) }
            start = end + 1
        }
    }
}

/// The encodings of the body that a client accepts, from its `Accept-Encoding` headers (RFC 9110, 12.5.3).
struct AcceptedEncodings {
    /// Quality values in thousandths; nil for an encoding that is not listed.
    private var gzip: Int?
    private var identity: Int?
    /// The quality of `*`, which stands for all encodings that are not listed.
    private var others: Int?

    /// Whether the client accepts gzip, and does not prefer a body without encoding.
    var preferGzip: Bool {
        let quality = gzip ?? others ?? 0
        return quality > 0 && quality >= identity ?? 0
    }

    /// Takes the value of a header. An element that is malformed accepts nothing.
    mutating func add(_ value: UnsafeRawBufferPointer) {
        HeaderValue.forEachElement(of: value) { element in
            let end = element.firstIndex(of: UInt8(ascii: ";")) ?? element.count
            let name = HeaderValue.trimmed(element[..<end])
            let quality = end == element.count ? 1000 : Self.quality(HeaderValue.trimmed(element[(end + 1)...]))
            if name.isName("gzip") || name.isName("x-gzip") {
                gzip = max(gzip ?? 0, quality)
            } else if name.isName("identity") {
                identity = max(identity ?? 0, quality)
            } else if name.isName("*") {
                others = max(others ?? 0, quality)
            }
        }
    }

    /// The quality in a parameter such as `q=0.5`, in thousandths; 0 for another parameter.
    private static func quality(_ parameter: UnsafeRawBufferPointer) -> Int {
        guard (3...7).contains(parameter.count), parameter[0] | 0x20 == UInt8(ascii: "q"),
            parameter[1] == UInt8(ascii: "="), let whole = digit(parameter[2]), whole <= 1,
            parameter.count == 3 || parameter[3] == UInt8(ascii: ".")
        else { return 0 }
        var quality = whole * 1000
        var unit = 100
        for byte in parameter.dropFirst(4) {
            guard let digit = digit(byte) else { return 0 }
            quality += digit * unit
            unit /= 10
        }
        return quality <= 1000 ? quality : 0
    }

    private static func digit(_ byte: UInt8) -> Int? {
        byte.hexDigit.flatMap { $0 < 10 ? $0 : nil }
    }
}

/// The encoding of the body of a request, from its `Content-Encoding` headers (RFC 9110, 8.4).
enum ContentCoding {
    /// The body is sent as it is.
    case identity
    case gzip
    /// The server cannot decode the body.
    case unknown

    /// Takes the value of a header. `identity` changes nothing; a second encoding makes the coding unknown.
    mutating func add(_ value: UnsafeRawBufferPointer) {
        var coding = self
        HeaderValue.forEachElement(of: value) { name in
            if name.isName("identity") { return }
            let isGzip = name.isName("gzip") || name.isName("x-gzip")
            if case .identity = coding, isGzip { coding = .gzip } else { coding = .unknown }
        }
        self = coding
    }

    /// The name for the handlers; nil for a body without encoding.
    var name: String? {
        if case .identity = self { nil } else { "gzip" }
    }
}

/// The value of a `Host` header or of `:authority`: a name or an address, and a port (RFC 9110, 7.2).
package struct HostName: Equatable, Sendable {
    /// The longest value, with room for a name of 253 characters, a port, and escapes.
    private static let maxBytes = 512

    /// The name or address in lower case. An IPv6 address has its brackets.
    package let name: String
    /// The port; nil without one.
    package let port: Int?

    /// Reads the value of a header; nil if it is malformed or has no name.
    package init?(_ value: String) {
        var value = value
        guard let end = value.withUTF8({ Self.endOfName(in: UnsafeRawBufferPointer($0)) }) else { return nil }
        let bytes = value.utf8
        let colon = bytes.index(bytes.startIndex, offsetBy: end)
        name = value[..<colon].lowercased()
        port = Int(value[colon...].dropFirst())
    }

    /// Whether the value of a header names a host.
    static func isValid(_ value: UnsafeRawBufferPointer) -> Bool { endOfName(in: value) != nil }

    /// The index of the colon before the port, or the end of a value without one; nil for a malformed value.
    private static func endOfName(in value: UnsafeRawBufferPointer) -> Int? {
        guard let first = value.first, value.count <= maxBytes else { return nil }
        var end = 0
        if first == UInt8(ascii: "[") {
            guard let bracket = value.firstIndex(of: UInt8(ascii: "]")), bracket > 1,
                value[1..<bracket].allSatisfy({ $0.isAddressCharacter })
            else { return nil }
            end = bracket + 1
        } else {
            while end < value.count, value[end].isNameCharacter { end += 1 }
        }
        guard end > 0 else { return nil }
        guard end < value.count else { return end }
        let digits = value[(end + 1)...]
        guard value[end] == UInt8(ascii: ":"), digits.count <= 5, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else {
            return nil
        }
        let port = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return port <= 65_535 ? end : nil
    }
}

extension UInt8 {
    /// Whether the name of a host may have this byte: letters, digits, `-._~`, the delimiters of RFC 3986, and `%` of an escape.
    fileprivate var isNameCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default:
            "-._~!$&'()*+,;=%".utf8.contains(self)
        }
    }

    /// Whether an address in brackets may have this byte.
    fileprivate var isAddressCharacter: Bool {
        hexDigit != nil || self == UInt8(ascii: ":") || self == UInt8(ascii: ".")
    }
}
