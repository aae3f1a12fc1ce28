package import PubNubCodec

/// The format of an outbox file: a first line, then entries, each with a marker, its length and a checksum.
///
/// The file is only appended to. An incomplete last entry was never acknowledged and is ignored. A damaged entry in the
/// middle is skipped and counted, and the next one is found by its marker.
package enum OutboxLog {
    /// The beginning of the file.
    static let title = Array("PUBNUB OUTBOX 1\n".utf8)
    private static let mark = Array("PNR1".utf8)
    private static let checksumBytes = 8
    private static let headBytes = mark.count + 4 + checksumBytes
    /// The limit of an entry. The service accepts 32 KiB, which JSON may write in up to six times as many bytes.
    static let maxBodyBytes = 1 << 20

    /// The readable content of a file.
    package struct Contents: Sendable, Equatable {
        /// An entry, and its bytes in the file.
        package struct Item: Sendable, Equatable {
            package let record: OutboxRecord
            package let range: Range<Int>
        }

        package var items: [Item] = []
        /// The number of damaged places between entries.
        package var damages = 0
        /// The end of the last whole entry; the bytes after it are cut off.
        package var end: Int
    }

    /// Encodes an entry for the file.
    ///
    /// - Parameter record: The content of the entry.
    /// - Returns: Its bytes.
    /// - Throws: `DigestError` if its checksum cannot be computed.
    package static func frame(_ record: OutboxRecord) throws(DigestError) -> [UInt8] {
        let body = record.body
        let length = withUnsafeBytes(of: UInt32(body.count).littleEndian) { Array($0) }
        return mark + length + (try checksum(length, body[...])) + body
    }

    /// Reads a whole file.
    ///
    /// - Returns: The content; `nil` unless the file is an outbox. A file that is empty, or was cut off within its
    ///   first line, is an outbox without entries that ends at 0.
    /// - Throws: `DigestError` if a checksum cannot be computed. The entry may be intact, and must not be cut off.
    package static func read(_ bytes: [UInt8]) throws(DigestError) -> Contents? {
        guard bytes.count >= title.count else { return title.starts(with: bytes) ? Contents(end: 0) : nil }
        guard bytes.starts(with: title) else { return nil }
        var contents = Contents(end: title.count)
        var position = title.count
        var damagedSince: Int?
        while position < bytes.count {
            if let item = try item(in: bytes, at: position) {
                if damagedSince != nil { contents.damages += 1 }
                damagedSince = nil
                contents.items.append(item)
                position = item.range.upperBound
                contents.end = position
            } else {
                damagedSince = damagedSince ?? position
                position = nextMark(in: bytes, after: position)
            }
        }
        if let damagedSince, !isCutOff(bytes, at: damagedSince) { contents.damages += 1 }
        return contents
    }

    private static func item(in bytes: [UInt8], at start: Int) throws(DigestError) -> Contents.Item? {
        guard let length = length(in: bytes, at: start), length <= maxBodyBytes else { return nil }
        let bodyStart = start + headBytes
        guard bytes.count - bodyStart >= length else { return nil }
        let body = bytes[bodyStart..<bodyStart + length]
        let lengthBytes = Array(bytes[start + mark.count..<start + mark.count + 4])
        let checksum = try Self.checksum(lengthBytes, body)
        guard bytes[start + mark.count + 4..<bodyStart].elementsEqual(checksum),
            let record = OutboxRecord(body: Array(body))
        else { return nil }
        return Contents.Item(record: record, range: start..<bodyStart + length)
    }

    /// The length in an entry's head; `nil` without a whole head.
    private static func length(in bytes: [UInt8], at start: Int) -> Int? {
        guard bytes.count - start >= headBytes, bytes[start...].starts(with: mark) else { return nil }
        return (0..<4).reduce(0) { $0 | Int(bytes[start + mark.count + $1]) << (8 * $1) }
    }

    /// Whether the file ends within the entry that begins there, as it does if writing was interrupted.
    private static func isCutOff(_ bytes: [UInt8], at start: Int) -> Bool {
        let rest = bytes[start...]
        guard rest.count >= headBytes else { return mark.starts(with: rest.prefix(mark.count)) }
        guard let length = length(in: bytes, at: start), length <= maxBodyBytes else { return false }
        return rest.count < headBytes + length
    }

    private static func nextMark(in bytes: [UInt8], after start: Int) -> Int {
        var position = start + 1
        while position < bytes.count {
            if bytes[position] == mark[0], bytes[position...].starts(with: mark) { return position }
            position += 1
        }
        return position
    }

    private static func checksum(_ length: [UInt8], _ body: ArraySlice<UInt8>) throws(DigestError) -> [UInt8] {
        Array(try Digest.sha256(length + body).prefix(checksumBytes))
    }
}
