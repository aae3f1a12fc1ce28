/// The header of a ciphertext in the current format: `PNED`, version, method, length and metadata.
package struct CryptorHeader: Sendable, Hashable {
    /// AES-256-CBC with the initialization vector as metadata.
    package static let aesCBC: [UInt8] = Array("ACRH".utf8)

    /// The length of a header of this method: sentinel, version, method, length, and the initialization vector.
    static let cbcLength = 10 + CipherContext.blockSize

    private static let sentinel: [UInt8] = Array("PNED".utf8)
    private static let version: UInt8 = 1

    /// Four bytes that name the method.
    package var identifier: [UInt8]
    /// The parameters of the method; at most 65,535 bytes.
    package var metadata: ArraySlice<UInt8>

    package init(identifier: [UInt8], metadata: ArraySlice<UInt8>) {
        self.identifier = identifier
        self.metadata = metadata
    }

    /// True when `data` begins as every ciphertext of this format does.
    package static func isPresent(in data: [UInt8]) -> Bool {
        data.starts(with: sentinel)
    }

    /// Reads the header at the start of `data` and returns what follows it.
    ///
    /// Throws `unknownCryptor` for another version, `processing` when the header is cut short.
    package static func read(_ data: [UInt8]) throws(CryptorError) -> (CryptorHeader, ArraySlice<UInt8>) {
        var rest = data.dropFirst(sentinel.count)
        guard let version = rest.popFirst() else { throw .processing }
        guard version == Self.version else { throw .unknownCryptor }
        guard rest.count >= 4 else { throw .processing }
        let identifier = Array(rest.prefix(4))
        rest = rest.dropFirst(4)
        guard let short = rest.popFirst() else { throw .processing }
        var length = Int(short)
        if short == 255 {
            guard let high = rest.popFirst(), let low = rest.popFirst() else { throw .processing }
            length = Int(high) << 8 | Int(low)
        }
        guard rest.count >= length else { throw .processing }
        let header = CryptorHeader(identifier: identifier, metadata: rest.prefix(length))
        return (header, rest.dropFirst(length))
    }

    /// The header as it is written.
    package var bytes: [UInt8] {
        var bytes = Self.sentinel
        bytes.append(Self.version)
        bytes.append(contentsOf: identifier)
        if metadata.count < 255 {
            bytes.append(UInt8(metadata.count))
        } else {
            bytes.append(255)
            bytes.append(UInt8(truncatingIfNeeded: metadata.count >> 8))
            bytes.append(UInt8(truncatingIfNeeded: metadata.count))
        }
        return bytes + metadata
    }
}
