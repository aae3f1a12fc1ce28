/// The part of a file that the header `Range` asks for (RFC 9110, 14.2).
enum ByteRange: Equatable {
    case whole
    case part(Range<Int>)
    case unsatisfiable

    /// Reads the header. A malformed one, or one with several parts, has no effect.
    init(_ header: String?, size: Int) {
        guard let header, header.hasPrefix("bytes="), !header.contains(",") else {
            self = .whole
            return
        }
        let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
            self = .whole
            return
        }
        switch (Self.number(ends[0]), Self.number(ends[1])) {
        case (nil, nil): self = .whole
        case (nil, let count?): self = count > 0 && size > 0 ? .part(max(0, size - count)..<size) : .unsatisfiable
        case (let first?, nil): self = first < size ? .part(first..<size) : .unsatisfiable
        case (let first?, let last?):
            if last < first {
                self = .whole
            } else {
                self = first < size ? .part(first..<min(last, size - 1) + 1) : .unsatisfiable
            }
        }
    }

    /// A number of digits, cut off at what no file has; nil without digits.
    private static func number(_ digits: String) -> Int? {
        digits.isEmpty ? nil : min(Int(digits) ?? .max / 2, .max / 2)
    }
}
