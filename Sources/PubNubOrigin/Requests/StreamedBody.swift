/// The body of a response that is read in parts while it is sent, so that a client that reads slowly holds one part in memory.
package final class StreamedBody: Sendable {
    /// Shorter bodies are read whole: a response takes this much memory in any case.
    static let partBytes = 64 * 1024

    /// The number of bytes.
    let length: Int
    /// Whether reading waits for a disk, so that the thread of a connection must not do it.
    let waitsForDisk: Bool
    private let readPart: @Sendable (Range<Int>) -> [UInt8]?

    /// - Parameters:
    ///   - length: The number of bytes.
    ///   - waitsForDisk: Whether reading waits for a disk.
    ///   - read: Reads a part; returns nil if that fails. Called on any thread, for one part at a time.
    init(length: Int, waitsForDisk: Bool, read: @escaping @Sendable (Range<Int>) -> [UInt8]?) {
        self.length = length
        self.waitsForDisk = waitsForDisk
        readPart = read
    }

    /// Reads a part; nil if it cannot be read whole.
    func read(_ range: Range<Int>) -> [UInt8]? {
        guard let bytes = readPart(range), bytes.count == range.count else { return nil }
        return bytes
    }
}
