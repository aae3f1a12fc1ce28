/// The nodes in a line of a header that proxies set, from the end of the line.
///
/// Proxies append to the line, so its end has the addresses that count. The rest of a list, which a client can make long, is not read.
struct ForwardedNodes: Sequence, IteratorProtocol {
    /// An element of the line.
    enum Node {
        case address(IPAddress)
        /// The element names no address, or the line is malformed.
        case unknown
    }

    private enum Rest {
        /// The elements that are left, with commas between them.
        case list(Substring)
        case nodes([String?])
        case none
    }

    private var rest: Rest

    /// - Parameters:
    ///   - line: The value of the header.
    ///   - header: Which header it is.
    init(_ line: String, of header: OriginProxies.Header) {
        switch header {
        case .xForwardedFor: rest = .list(line[...])
        case .forwarded: rest = .nodes(Self.forwarded(Array(line.utf8)) ?? [nil])
        }
    }

    mutating func next() -> Node? {
        switch rest {
        case .none:
            return nil
        case .list(let list):
            guard let comma = list.utf8.lastIndex(of: UInt8(ascii: ",")) else {
                rest = .none
                return Self.node(list)
            }
            rest = .list(list[..<comma])
            return Self.node(list[list.utf8.index(after: comma)...])
        case .nodes(var nodes):
            rest = .none
            guard let node = nodes.popLast() else { return nil }
            rest = .nodes(nodes)
            return node.map { Self.node($0[...]) } ?? .unknown
        }
    }

    private static func node(_ text: Substring) -> Node { address(of: text).map { .address($0) } ?? .unknown }

    /// The nodes of a `Forwarded` header; nil if it is malformed. Quotation marks count, so the whole line is read: a client that leaves one open
    /// in front of what its proxy appends makes the line malformed, and does not choose its address.
    private static func forwarded(_ line: [UInt8]) -> [String?]? {
        var reader = ForwardedReader(line)
        var nodes: [String?] = []
        repeat {
            guard let element = reader.element() else { return nil }
            nodes.append(element.node)
        } while reader.take(UInt8(ascii: ","))
        return reader.isAtEnd ? nodes : nil
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

/// Reads the value of a `Forwarded` header (RFC 7239, 4).
private struct ForwardedReader {
    /// The part of an element that the server uses.
    struct Element {
        /// The value of `for`; nil without it.
        var node: String?
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
            guard isFor(name) else { continue }
            // A second one could be of another proxy.
            guard element.node == nil else { return nil }
            element.node = String(decoding: value, as: UTF8.self)
        } while take(UInt8(ascii: ";"))
        return element
    }

    private mutating func skipSpace() {
        while index < bytes.count, bytes[index] == .space || bytes[index] == .tab { index += 1 }
    }

    private mutating func token() -> Range<Int>? {
        let start = index
        while index < bytes.count, bytes[index].isTokenCharacter { index += 1 }
        return index > start ? start..<index : nil
    }

    /// Whether a name is `for`, in any case.
    private func isFor(_ name: Range<Int>) -> Bool { bytes[name].elementsEqual("for".utf8) { $0 | 0x20 == $1 } }

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
