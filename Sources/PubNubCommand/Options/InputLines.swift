import Foundation
import PubNub

/// The lines of standard input, each up to a limit, so that input without a line break does not fill the memory.
struct InputLines {
    /// A line without its line break.
    enum Line {
        case text(String)
        /// The line was longer than the limit; it was read to its end and discarded.
        case tooLong
    }

    /// The longest line, in bytes: 1 MiB, which is far more than a service accepts as a message.
    static let limit = 1024 * 1024

    private var buffer: [UInt8] = []
    /// The index in `buffer` at which the next line begins.
    private var position = 0

    /// Reads the next line; bytes that are not UTF-8 become replacement characters.
    ///
    /// - Returns: The line; `nil` at the end of the input.
    /// - Throws: A `PNError` if standard input cannot be read.
    mutating func next() throws(PNError) -> Line? {
        var line: [UInt8] = []
        var isTooLong = false
        var isEmpty = true
        while true {
            if position == buffer.count {
                guard try fill() else { break }
            }
            isEmpty = false
            let rest = buffer[position...]
            let end = rest.firstIndex(of: UInt8(ascii: "\n"))
            let part = rest[..<(end ?? rest.endIndex)]
            position = end.map { $0 + 1 } ?? rest.endIndex
            isTooLong = isTooLong || line.count + part.count > Self.limit
            if isTooLong { line = [] } else { line += part }
            if end != nil { break }
        }
        if isEmpty { return nil }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return isTooLong ? .tooLong : .text(String(decoding: line, as: UTF8.self))
    }

    /// Reads the available input into the buffer; `false` at the end of the input.
    private mutating func fill() throws(PNError) -> Bool {
        position = 0
        while true {
            var count = 0
            buffer = Array(unsafeUninitializedCapacity: 65_536) { space, initialized in
                count = read(STDIN_FILENO, space.baseAddress, space.count)
                initialized = max(0, count)
            }
            if count >= 0 { return count > 0 }
            guard errno == EINTR else {
                let reason = String(cString: strerror(errno))
                throw PNError(message: "Standard input cannot be read: \(reason).", code: kPNUnknownError)
            }
        }
    }
}
