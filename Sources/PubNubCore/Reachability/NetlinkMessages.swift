/// Reads the messages of a routing netlink socket (`NETLINK_ROUTE`; rtnetlink(7)).
///
/// The bytes are in the machine's own order. Messages that are cut off, inconsistent or unknown are ignored; they never
/// hide the ones before them.
enum NetlinkMessages {
    private static let headerLength = 16

    /// The changes in one datagram, in their order.
    static func changes(in datagram: some Collection<UInt8>) -> [NetlinkChange] {
        var rest = NativeBytes(datagram)
        var changes: [NetlinkChange] = []
        while let length = rest.value(at: 0, as: UInt32.self), let type = rest.value(at: 4, as: UInt16.self) {
            guard length >= headerLength, let body = rest.part(headerLength..<Int(length)) else { break }
            if let change = change(type, body) { changes.append(change) }
            // The last one need not be padded.
            rest = rest.part(min(aligned(Int(length)), rest.count)..<rest.count) ?? NativeBytes([])
        }
        return changes
    }

    private static func change(_ type: UInt16, _ body: NativeBytes) -> NetlinkChange? {
        switch type {
        case 16: link(body)
        case 17: linkRemoved(body)
        case 20: address(body, isThere: true)
        case 21: address(body, isThere: false)
        case 24: defaultRoute(body, isThere: true)
        case 25: defaultRoute(body, isThere: false)
        default: nil
        }
    }

    /// `struct ifinfomsg`: family, padding, type (2), index (4), flags (4), changed flags (4).
    private static func link(_ body: NativeBytes) -> NetlinkChange? {
        guard isWayOut(body), let index = body.value(at: 4, as: Int32.self),
            let flags = body.value(at: 8, as: UInt32.self), let changed = body.value(at: 12, as: UInt32.self)
        else { return nil }
        let isUp = flags & 0x1 != 0
        let isRunning = flags & 0x40 != 0
        // The kernel reports a new interface with every flag marked as changed.
        return .link(index, isUp: isUp && isRunning, isNew: changed == .max)
    }

    private static func linkRemoved(_ body: NativeBytes) -> NetlinkChange? {
        guard isWayOut(body), let index = body.value(at: 4, as: Int32.self) else { return nil }
        return .linkRemoved(index)
    }

    /// Whether packets may leave the machine through it: neither the loopback interface nor a port of a bridge, nor a
    /// bridge's own message.
    private static func isWayOut(_ body: NativeBytes) -> Bool {
        guard body.value(at: 0, as: UInt8.self) == 0, let flags = body.value(at: 8, as: UInt32.self) else {
            return false
        }
        let isLoopback = flags & 0x8 != 0
        return !isLoopback && attributes(of: body, after: 16)[10] == nil
    }

    /// `struct ifaddrmsg`: family, prefix length, flags, scope, index (4).
    private static func address(_ body: NativeBytes, isThere: Bool) -> NetlinkChange? {
        guard let shortFlags = body.value(at: 2, as: UInt8.self), let scope = body.value(at: 3, as: UInt8.self) else {
            return nil
        }
        let reachesBeyondTheLink = scope < 253
        let attributes = attributes(of: body, after: 8)
        let flags = attributes[8]?.value(at: 0, as: UInt32.self) ?? UInt32(shortFlags)
        // Duplicate address detection is not finished; the kernel reports the address again afterwards.
        let isTentative = flags & 0x40 != 0
        // On a point-to-point link, the local address is this machine's, and the other is the peer's.
        guard reachesBeyondTheLink, !(isThere && isTentative), let own = attributes[2] ?? attributes[1],
            own.count == 4 || own.count == 16
        else { return nil }
        return .address(Array(own), isThere: isThere)
    }

    /// `struct rtmsg`: family, destination and source length, service, table, protocol, scope, type, flags (4).
    private static func defaultRoute(_ body: NativeBytes, isThere: Bool) -> NetlinkChange? {
        guard body.value(at: 1, as: UInt8.self) == 0, body.value(at: 7, as: UInt8.self) == 1,
            let table = body.value(at: 4, as: UInt8.self), let flags = body.value(at: 8, as: UInt32.self)
        else { return nil }
        let isLocal = table == 255
        let isCached = flags & 0x200 != 0
        return isLocal || isCached ? nil : .defaultRoute(isThere: isThere)
    }

    /// The attributes after a message's fixed part, by their type; the last of each counts.
    private static func attributes(of body: NativeBytes, after start: Int) -> [UInt16: NativeBytes] {
        var found: [UInt16: NativeBytes] = [:]
        var position = start
        while let length = body.value(at: position, as: UInt16.self),
            let type = body.value(at: position + 2, as: UInt16.self)
        {
            guard length >= 4, let content = body.part(position + 4..<position + Int(length)) else { break }
            // The two highest bits describe the encoding of the content, which its reader knows.
            found[type & 0x3FFF] = content
            position += aligned(Int(length))
        }
        return found
    }

    private static func aligned(_ length: Int) -> Int { (length + 3) & ~3 }
}

/// One change of the network that matters to a client. Changes within this machine are not reported.
enum NetlinkChange: Sendable, Equatable {
    /// A network interface that can or cannot carry traffic; `isNew` if it did not exist before.
    case link(Int32, isUp: Bool, isNew: Bool)
    /// The interface was removed.
    case linkRemoved(Int32)
    /// An address at which other machines can reach this one.
    case address([UInt8], isThere: Bool)
    case defaultRoute(isThere: Bool)
}

/// Bytes that contain numbers in the machine's own order. Nothing outside of them is ever read.
struct NativeBytes: Sequence {
    private let bytes: ArraySlice<UInt8>

    init(_ bytes: some Collection<UInt8>) {
        self.bytes = ArraySlice(bytes)
    }

    var count: Int { bytes.count }

    /// The number at `position`; `nil` if it is cut off.
    func value<Value: FixedWidthInteger & BitwiseCopyable>(at position: Int, as type: Value.Type) -> Value? {
        guard position >= 0, position <= count - MemoryLayout<Value>.size else { return nil }
        return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: type) }
    }

    /// The bytes at `positions`; `nil` if they are cut off.
    func part(_ positions: Range<Int>) -> NativeBytes? {
        guard positions.lowerBound >= 0, positions.upperBound <= count else { return nil }
        return NativeBytes(bytes[(bytes.startIndex + positions.lowerBound)..<(bytes.startIndex + positions.upperBound)])
    }

    func makeIterator() -> IndexingIterator<ArraySlice<UInt8>> { bytes.makeIterator() }
}
