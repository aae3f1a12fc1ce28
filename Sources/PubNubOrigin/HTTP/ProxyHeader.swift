/// The header of the PROXY protocol, version 2, with which a proxy begins a connection.
///
/// It has a signature of 12 bytes, the version and a command, the kind of the addresses, the length of the rest, the addresses and ports of the
/// client and of the proxy, and further fields, which the server does not read.
enum ProxyHeader {
    /// The meaning of the bytes that have arrived.
    enum Outcome: Equatable {
        /// More bytes have to arrive.
        case incomplete
        /// The server does not accept the bytes as a header, for the given reason.
        case malformed(String)
        /// A header of so many bytes. The client is nil if the proxy speaks for itself, or does not know the client.
        case complete(bytes: Int, client: Client?)
    }

    /// The client for which a proxy made the connection.
    struct Client: Equatable {
        let address: IPAddress
        let port: Int
    }

    /// The longest header, in bytes.
    static let maxBytes = 2048

    private static let signature: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A]
    /// Signature, version and command, kind, and length.
    private static let fixedBytes = 16

    /// Reads the start of a connection. Bytes that cannot begin a header are malformed as soon as they arrive.
    static func read(_ bytes: some RandomAccessCollection<UInt8>) -> Outcome {
        let start = bytes.prefix(fixedBytes)
        guard start.prefix(signature.count).elementsEqual(signature.prefix(start.count)) else {
            return .malformed("the connection does not begin with a header of version 2")
        }
        let fixed = Array(start)
        guard fixed.count > 12 else { return .incomplete }
        let (version, command) = (fixed[12] >> 4, fixed[12] & 0x0F)
        guard version == 2, command <= 1 else { return .malformed("its version or command is unknown") }
        guard fixed.count == fixedBytes else { return .incomplete }
        let total = fixedBytes + Int(fixed[14]) << 8 + Int(fixed[15])
        guard total <= maxBytes else { return .malformed("it is longer than \(maxBytes) bytes") }
        guard bytes.count >= total else { return .incomplete }
        // The command LOCAL: the proxy checks the server.
        guard command == 1 else { return .complete(bytes: total, client: nil) }
        let rest = Array(bytes.prefix(total).dropFirst(fixedBytes))
        switch fixed[13] {
        case 0x00, 0x31:
            // The proxy does not know the client, or its client came through a socket of its own machine.
            return .complete(bytes: total, client: nil)
        case 0x11:
            return complete(total, rest, addressBytes: 4)
        case 0x21:
            return complete(total, rest, addressBytes: 16)
        default:
            return .malformed("it is not for a connection of TCP")
        }
    }

    /// The client in the addresses of a header: those of client and proxy, and their ports.
    private static func complete(_ total: Int, _ rest: [UInt8], addressBytes: Int) -> Outcome {
        guard rest.count >= 2 * addressBytes + 4, let address = IPAddress(bytes: rest.prefix(addressBytes)) else {
            return .malformed("it is too short for its addresses")
        }
        let port = Int(rest[2 * addressBytes]) << 8 | Int(rest[2 * addressBytes + 1])
        return .complete(bytes: total, client: Client(address: address, port: port))
    }
}
