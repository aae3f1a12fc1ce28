import CPubNubCurl
import Glibc
import PubNubMachines

/// Reads the wait that a response asks for: `Retry-After` of HTTP 429 and 503 (RFC 9110, section 10.2.3), as a number
/// of seconds or as a date.
struct RetryAfter {
    /// The upper limit of the wait: 5 minutes.
    static let maxWait = Backoff.maxRequestedWait

    private var value: String?
    private var date: String?

    /// Begins with the status line of a response; `nil` for a status that does not ask to wait.
    init?(statusLine line: UnsafeRawBufferPointer) {
        // "HTTP/1.1 503 Service Unavailable" or "HTTP/2 503".
        guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { return nil }
        let status = line[(space + 1)...].prefix(3)
        guard status.elementsEqual("429".utf8) || status.elementsEqual("503".utf8) else { return nil }
    }

    /// Takes one header line.
    mutating func read(_ line: UnsafeRawBufferPointer) {
        if let text = Self.value(of: "retry-after:", in: line) {
            value = text
        } else if let text = Self.value(of: "date:", in: line) {
            date = text
        }
    }

    /// Computes the wait.
    ///
    /// - Parameter now: The present time in seconds since 1970. It counts only if the response has no `Date`, so the
    ///   setting of this machine's clock seldom matters.
    /// - Returns: The time, ``maxWait`` at most; `nil` without the header, or if it cannot be parsed.
    func delay(now: @autoclosure () -> Int) -> Duration? {
        guard let value, !value.isEmpty else { return nil }
        if value.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            // A number with too many digits exceeds the limit in any case.
            return Int(value).map { min(.seconds($0), Self.maxWait) } ?? Self.maxWait
        }
        guard let moment = Self.seconds(value) else { return nil }
        let (difference, overflows) = moment.subtractingReportingOverflow(date.flatMap(Self.seconds) ?? now())
        guard !overflows else { return nil }
        return min(.seconds(max(difference, 0)), Self.maxWait)
    }

    /// An HTTP date as seconds since 1970; `nil` for any other string.
    private static func seconds(_ date: String) -> Int? {
        let moment = curl_getdate(date, nil)
        return moment < 0 ? nil : moment
    }

    private static func value(of name: StaticString, in line: UnsafeRawBufferPointer) -> String? {
        let count = name.utf8CodeUnitCount
        // A date has 29 characters; a longer value is not a date.
        guard line.count >= count, line.count <= count + 64 else { return nil }
        let isNamed = (0..<count).allSatisfy { line[$0] | 0x20 == name.utf8Start[$0] | 0x20 }
        guard isNamed else { return nil }
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
        let value = line[count...].drop(while: isSpace)
        let end = value.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? value.startIndex
        return String(decoding: value[value.startIndex..<end], as: UTF8.self)
    }
}
