/// Scans one v2 subscribe body.
struct SubscribeDecoderV2 {
    private let source: [UInt8]
    private var scanner: JSONScanner
    // Most messages of a page come from a few channels and publishers, whose names the caches make once. Payloads are not copied: each keeps the
    // range of the body that it is. Whatever a page holds, it is read once from front to back, and at most `ReplyLimits.items` envelopes are made.
    private var names = NameCache(stripsPresence: true)
    private var labels = NameCache(stripsPresence: false)

    /// - Parameters:
    ///   - source: the body, kept by the payloads.
    ///   - scanner: a scanner over the same bytes.
    init(_ source: [UInt8], _ scanner: JSONScanner) {
        self.source = source
        self.scanner = scanner
    }

    /// The page; nil when the body is JSON of another shape.
    mutating func decode() throws(JSONError) -> SubscribePage? {
        guard try scanner.peek() == ASCII.openBrace else {
            try scanner.skipValue(depth: 0)
            try scanner.finish()
            return nil
        }
        try scanner.enterObject(depth: 0)
        var cursor: Cursor?
        var envelopes: [Envelope] = []
        var isWellShaped = true
        var isFirst = true
        while let key = try scanner.nextKey(isFirst: &isFirst) {
            switch EnvelopeKey(key, in: scanner) {
            case .timetoken:
                cursor = try token().map { Cursor(timetoken: $0.timetoken, region: $0.region) }
            case .messages:
                isWellShaped = try readEnvelopes(into: &envelopes)
            default:
                try scanner.skipPart()
            }
        }
        try scanner.finish()
        guard let cursor, isWellShaped else { return nil }
        return SubscribePage(cursor: cursor, envelopes: envelopes)
    }

    /// False when the value is there and is not an array.
    private mutating func readEnvelopes(into envelopes: inout [Envelope]) throws(JSONError) -> Bool {
        // Of a member that comes twice the last one counts, as in any JSON parser.
        envelopes.removeAll(keepingCapacity: true)
        let first = try scanner.peek()
        guard first == ASCII.openBracket else {
            try scanner.skipPart()
            return first == UInt8(ascii: "n")
        }
        try scanner.enterArray(depth: 1)
        var isFirst = true
        while try scanner.nextElement(isFirst: &isFirst) {
            guard envelopes.count < ReplyLimits.items else { throw scanner.error(.tooMany) }
            if let envelope = try envelope() { envelopes.append(envelope) }
        }
        return true
    }

    private mutating func envelope() throws(JSONError) -> Envelope? {
        guard try scanner.peek() == ASCII.openBrace else {
            try scanner.skipPart()
            return nil
        }
        try scanner.enterObject(depth: 2)
        var draft = EnvelopeDraft()
        var isFirst = true
        while let key = try scanner.nextKey(isFirst: &isFirst) {
            switch EnvelopeKey(key, in: scanner) {
            case .channel: draft.channel = try name()
            case .subscription: draft.subscription = try name()
            case .payload: draft.payload = try scanner.skipPart()
            case .kind: draft.kind = try kind()
            case .publisher: draft.publisher = try label()
            case .published: draft.published = try token()
            case .metadata: draft.metadata = try scanner.skipPart()
            case .customType: draft.customType = try label()
            case .timetoken, .messages, .region, .unknown: try scanner.skipPart()
            }
        }
        return draft.envelope(in: source)
    }

    /// Reads `{"t":…,"r":…}`; `nil` if it has no token.
    private mutating func token() throws(JSONError) -> (timetoken: Timetoken, region: Int?)? {
        guard try scanner.peek() == ASCII.openBrace else {
            try scanner.skipPart()
            return nil
        }
        try scanner.enterObject(depth: 3)
        var timetoken: Timetoken?
        var region: Int?
        var isFirst = true
        while let key = try scanner.nextKey(isFirst: &isFirst) {
            switch EnvelopeKey(key, in: scanner) {
            case .timetoken: timetoken = try digits().map { Timetoken(rawValue: $0) }
            case .region: region = try integer()
            default: try scanner.skipPart()
            }
        }
        return timetoken.map { ($0, region) }
    }

    /// A number, or a string of digits; nil for any other value.
    private mutating func digits() throws(JSONError) -> UInt64? {
        let first = try scanner.peek()
        if first == ASCII.quote {
            let token = try scanner.scanString()
            guard !token.range.isEmpty, scanner.bytes[token.range].allSatisfy(ASCII.isDigit) else { return nil }
            return scanner.magnitude(of: token.range)
        }
        if ASCII.isDigit(first) {
            let number = try scanner.scanNumber()
            return scanner.value(of: number).uint64Value
        }
        try scanner.skipPart()
        return nil
    }

    private mutating func integer() throws(JSONError) -> Int? {
        try digits().flatMap { Int(exactly: $0) }
    }

    /// The kind of an envelope; `nil` if it is not known. A `null` counts as a missing value.
    private mutating func kind() throws(JSONError) -> EnvelopeKind? {
        guard try scanner.peek() == UInt8(ascii: "n") else {
            return try integer().flatMap { EnvelopeKind(rawValue: $0) }
        }
        try scanner.skipPart()
        return .message
    }

    private mutating func name() throws(JSONError) -> NameCache.Name? {
        guard try scanner.peek() == ASCII.quote else {
            try scanner.skipPart()
            return nil
        }
        return names.name(at: try scanner.scanString(), in: scanner)
    }

    private mutating func label() throws(JSONError) -> String? {
        guard try scanner.peek() == ASCII.quote else {
            try scanner.skipPart()
            return nil
        }
        return labels.name(at: try scanner.scanString(), in: scanner).text
    }
}

/// The parts of a v2 envelope, which may arrive in any order.
struct EnvelopeDraft {
    /// Nil when the body names a kind that is not known.
    var kind: EnvelopeKind? = .message
    var channel: NameCache.Name?
    var subscription: NameCache.Name?
    var payload: JSONPart?
    var published: (timetoken: Timetoken, region: Int?)?
    var publisher: String?
    var metadata: JSONPart?
    var customType: String?

    /// The envelope; nil when something it cannot do without is missing.
    func envelope(in source: [UInt8]) -> Envelope? {
        guard let kind, let channel, let payload, !channel.text.isEmpty else { return nil }
        let matched = subscription.flatMap { $0.text == channel.text ? nil : $0.text }
        return Envelope(
            kind: kind,
            channel: channel.text,
            isPresence: channel.isPresence,
            subscription: matched,
            payload: RawJSON(payload, of: source, wrappers: channel.isPresence ? Envelope.presenceLevels : kind.levels),
            timetoken: published?.timetoken,
            region: published?.region,
            publisher: publisher,
            metadata: metadata.map { RawJSON($0, of: source, wrappers: 0) },
            customType: customType
        )
    }
}

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

/// The names met in one page, so that a name repeated by every message becomes one string.
struct NameCache {
    /// A name as the application knows it.
    struct Name {
        let text: String
        let isPresence: Bool
    }

    private struct Slot {
        let range: Range<Int>
        let name: Name
    }

    private static let size = 16
    private var slots: [Slot?] = Array(repeating: nil, count: size)
    private let stripsPresence: Bool

    /// - Parameter stripsPresence: true to take the presence suffix off; false for names that have none.
    init(stripsPresence: Bool) {
        self.stripsPresence = stripsPresence
    }

    mutating func name(at token: StringToken, in scanner: JSONScanner) -> Name {
        guard !token.isEscaped, let last = token.range.last else { return read(token, in: scanner) }
        let bytes = scanner.bytes
        // Numbered names differ at the end, and the end of a presence name never does.
        let early = max(token.range.lowerBound, last &- PresenceName.suffix.utf8.count)
        let index = (token.range.count &* 7 &+ Int(bytes[last]) &* 3 &+ Int(bytes[early])) % Self.size
        if let slot = slots[index], slot.range.count == token.range.count,
            UnsafeRawBufferPointer(rebasing: bytes[slot.range])
                .hasSameBytes(as: UnsafeRawBufferPointer(rebasing: bytes[token.range]))
        {
            return slot.name
        }
        let name = read(token, in: scanner)
        slots[index] = Slot(range: token.range, name: name)
        return name
    }

    private func read(_ token: StringToken, in scanner: JSONScanner) -> Name {
        guard stripsPresence else { return Name(text: scanner.text(of: token), isPresence: false) }
        let (text, isPresence) = PresenceName.strip(scanner.text(of: token))
        return Name(text: text, isPresence: isPresence)
    }
}
