// The bytes of the heads of requests.

extension UInt8 {
    static let carriageReturn = UInt8(ascii: "\r")
    static let lineFeed = UInt8(ascii: "\n")
    static let tab = UInt8(ascii: "\t")
    static let space = UInt8(ascii: " ")
    static let upperCase = UInt8(ascii: "A")...UInt8(ascii: "Z")

    /// The characters that names of headers may have, as bits: those below 64, and those from 64 on.
    private static let tokenCharacters: (low: UInt64, high: UInt64) = {
        var bits: (low: UInt64, high: UInt64) = (0, 0)
        for byte in "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8 {
            if byte < 64 { bits.low |= 1 << UInt64(byte) } else { bits.high |= 1 << UInt64(byte - 64) }
        }
        return bits
    }()

    /// Whether a name of a header may have this byte.
    var isTokenCharacter: Bool {
        if self < 64 { return Self.tokenCharacters.low >> UInt64(self) & 1 == 1 }
        return self < 128 && Self.tokenCharacters.high >> UInt64(self - 64) & 1 == 1
    }

    var hexDigit: Int? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(self - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(self - UInt8(ascii: "a")) + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(self - UInt8(ascii: "A")) + 10
        default: nil
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Compares with a name in lower-case ASCII, without regard to case.
    func isName(_ expected: StaticString) -> Bool {
        guard count == expected.utf8CodeUnitCount else { return false }
        let start = expected.utf8Start
        for index in 0..<count {
            let byte = self[index]
            guard (UInt8.upperCase.contains(byte) ? byte | 0x20 : byte) == start[index] else { return false }
        }
        return true
    }
}
