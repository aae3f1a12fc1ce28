/// The keys of a v2 subscribe body that are read.
enum EnvelopeKey {
    case timetoken
    case messages
    case region
    case channel
    case subscription
    case payload
    case kind
    case publisher
    case published
    case metadata
    case customType
    case unknown

    @inline(__always)
    init(_ token: StringToken, in scanner: JSONScanner) {
        if token.isEscaped {
            var text = scanner.text(of: token)
            self = text.withUTF8 { EnvelopeKey(UnsafeRawBufferPointer($0)) }
        } else {
            self.init(UnsafeRawBufferPointer(rebasing: scanner.bytes[token.range]))
        }
    }

    @inline(__always)
    private init(_ key: UnsafeRawBufferPointer) {
        guard key.count == 1 else {
            self = key.elementsEqual("cmt".utf8) ? .customType : .unknown
            return
        }
        switch key[0] {
        case UInt8(ascii: "t"): self = .timetoken
        case UInt8(ascii: "m"): self = .messages
        case UInt8(ascii: "r"): self = .region
        case UInt8(ascii: "c"): self = .channel
        case UInt8(ascii: "b"): self = .subscription
        case UInt8(ascii: "d"): self = .payload
        case UInt8(ascii: "e"): self = .kind
        case UInt8(ascii: "i"): self = .publisher
        case UInt8(ascii: "p"): self = .published
        case UInt8(ascii: "u"): self = .metadata
        default: self = .unknown
        }
    }
}
