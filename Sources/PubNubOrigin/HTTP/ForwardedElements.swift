/// The elements of a line of a header that proxies set, from the end of the line.
///
/// Proxies append to the line, so its end has the addresses that count. The rest of a list, which a client can make long, is not read.
struct ForwardedElements: Sequence, IteratorProtocol {
    /// Where a request came from.
    enum Node {
        case address(IPAddress)
        /// The element names no address, or the line is malformed.
        case unknown
    }

    /// An element of the line.
    struct Element {
        let node: Node
        let origin: ForwardedOrigin
    }

    private enum Rest {
        /// The elements that are left, with commas between them.
        case list(Substring)
        case elements([ForwardedReader.Element])
        case none
    }

    private var rest: Rest

    /// - Parameters:
    ///   - line: The value of the header.
    ///   - header: Which header it is.
    init(_ line: String, of header: OriginProxies.Header) {
        switch header {
        case .xForwardedFor: rest = .list(line[...])
        case .forwarded: rest = .elements(Self.forwarded(Array(line.utf8)) ?? [ForwardedReader.Element()])
        }
    }

    mutating func next() -> Element? {
        switch rest {
        case .none:
            return nil
        case .list(let list):
            guard let comma = list.utf8.lastIndex(of: UInt8(ascii: ",")) else {
                rest = .none
                return Self.element(list)
            }
            rest = .list(list[..<comma])
            return Self.element(list[list.utf8.index(after: comma)...])
        case .elements(var elements):
            rest = .none
            guard let element = elements.popLast() else { return nil }
            rest = .elements(elements)
            let origin = ForwardedOrigin(scheme: element.scheme, host: element.host)
            return Element(node: element.node.map { Self.node($0[...]) } ?? .unknown, origin: origin)
        }
    }

    private static func element(_ text: Substring) -> Element { Element(node: node(text), origin: ForwardedOrigin()) }

    private static func node(_ text: Substring) -> Node { address(of: text).map { .address($0) } ?? .unknown }

    /// The elements of a `Forwarded` header; nil if it is malformed. Quotation marks count, so the whole line is read: a client that leaves one open
    /// in front of what its proxy appends makes the line malformed, and does not choose its address.
    private static func forwarded(_ line: [UInt8]) -> [ForwardedReader.Element]? {
        var reader = ForwardedReader(line)
        var elements: [ForwardedReader.Element] = []
        repeat {
            guard let element = reader.element() else { return nil }
            elements.append(element)
        } while reader.take(UInt8(ascii: ","))
        return reader.isAtEnd ? elements : nil
    }

    /// The address of a node: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:80`; nil for anything else, such as
    /// `unknown`.
    private static func address(of text: Substring) -> IPAddress? {
        let node = trimmed(text)
        guard node.utf8.count <= maxNodeBytes else { return nil }
        if node.first == "[" {
            guard let end = node.firstIndex(of: "]") else { return nil }
            let address = node[node.index(after: node.startIndex)..<end]
            guard address.contains(":"), isPort(node[node.index(after: end)...]) else { return nil }
            return IPAddress(address)
        }
        guard node.contains("."), let colon = node.firstIndex(of: ":"), colon == node.lastIndex(of: ":") else {
            return IPAddress(node)
        }
        return isPort(node[colon...]) ? IPAddress(node[..<colon]) : nil
    }

    /// The longest text of an address with brackets and a port.
    private static let maxNodeBytes = 53

    /// Whether a string is empty, or a colon and a port.
    private static func isPort(_ text: Substring) -> Bool {
        if text.isEmpty { return true }
        return text.first == ":" && (2...6).contains(text.utf8.count) && UInt16(text.dropFirst()) != nil
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while text.first == " " || text.first == "\t" { text.removeFirst() }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}

/// How a client reached a proxy, as the proxy says.
struct ForwardedOrigin: Sendable, Equatable {
    /// `http` or `https`; nil if the proxy names neither.
    let scheme: String?
    /// The host, possibly with a port; nil if the proxy names none.
    let host: String?

    /// - Parameters:
    ///   - scheme: A scheme in any case; nil, the default, for none.
    ///   - host: A host; nil, the default, for none.
    init(scheme: String? = nil, host: String? = nil) {
        self.scheme = scheme.flatMap { text in
            var text = text
            return text.withUTF8 { Self.scheme(UnsafeRawBufferPointer($0)) }
        }
        self.host = host.flatMap { text in
            var text = text
            let isValid = text.withUTF8 { !$0.isEmpty && HostName.isValid(UnsafeRawBufferPointer($0)) }
            return isValid ? text : nil
        }
    }

    /// The scheme of this name; nil for another than those of HTTP.
    static func scheme(_ name: UnsafeRawBufferPointer) -> String? {
        if name.isName("https") { "https" } else if name.isName("http") { "http" } else { nil }
    }
}

/// Reads the value of a `Forwarded` header (RFC 7239, 4).
private struct ForwardedReader {
    /// The part of an element that the server uses.
    struct Element {
        /// The value of `for`; nil without it.
        var node: String?
        /// The value of `proto`; nil without it.
        var scheme: String?
        /// The value of `host`; nil without it.
        var host: String?
    }

    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { index == bytes.count }

    /// Takes a separator with the spaces around it. Returns false if the next byte is another one.
    mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        skipSpace()
        return true
    }

    /// Takes pairs of names and values with semicolons between them; nil if they are malformed.
    mutating func element() -> Element? {
        var element = Element()
        skipSpace()
        repeat {
            guard let name = token(), index < bytes.count, bytes[index] == UInt8(ascii: "=") else { return nil }
            index += 1
            guard let value = quoted() ?? token().map({ Array(bytes[$0]) }) else { return nil }
            let isFirst =
                switch String(decoding: bytes[name], as: UTF8.self).lowercased() {
                case "for": Self.set(&element.node, value)
                case "proto": Self.set(&element.scheme, value)
                case "host": Self.set(&element.host, value)
                default: true
                }
            // A second one could be of another proxy.
            guard isFirst else { return nil }
        } while take(UInt8(ascii: ";"))
        return element
    }

    /// Sets a field. Returns false if it is set.
    private static func set(_ field: inout String?, _ value: [UInt8]) -> Bool {
        guard field == nil else { return false }
        field = String(decoding: value, as: UTF8.self)
        return true
    }

    private mutating func skipSpace() {
        while index < bytes.count, bytes[index] == .space || bytes[index] == .tab { index += 1 }
    }

    private mutating func token() -> Range<Int>? {
        let start = index
        while index < bytes.count, bytes[index].isTokenCharacter { index += 1 }
        return index > start ? start..<index : nil
    }

    /// Takes a string in quotation marks; nil without one, or if its end is missing.
    private mutating func quoted() -> [UInt8]? {
        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return nil }
        var content: [UInt8] = []
        var next = index + 1
        while next < bytes.count {
            switch bytes[next] {
            case UInt8(ascii: "\""):
                index = next + 1
                return content
            case UInt8(ascii: "\\"):
                next += 1
                guard next < bytes.count else { return nil }
                content.append(bytes[next])
            default:
                content.append(bytes[next])
            }
            next += 1
        }
        return nil
    }
}
