import PubNubWire

/// The entries of a batch as bytes, and back.
///
/// The first byte is the version of the format. Numbers are little-endian with seven bits in a byte; strings and byte strings
/// have their length before them; a list has its count before it.
package enum LogCodec {
    /// The version that this server writes, and the only one that it reads.
    static let version: UInt8 = 1

    /// The entries that a log has to store, as bytes.
    package static func encode(_ batch: LogBatch) -> [UInt8] {
        // The servers of a cluster read each other's records, and a data file those of former versions. So a tag keeps its meaning for ever, a new
        // entry gets the next free tag, and servers that do not know it stop until they are updated: update all before one uses it.
        var writer = LogWriter()
        writer.bytes.reserveCapacity(64 + 256 * batch.entries.count)
        writer.byte(version)
        writer.number(batch.number)
        writer.number(batch.after)
        writer.number(UInt64(batch.entries.count { $0.isStored }))
        for entry in batch.entries where entry.isStored { writer.entry(entry) }
        return writer.bytes
    }

    /// The batch that some bytes hold.
    ///
    /// - Throws: ``LogCodecError`` if they are not what ``encode(_:)`` wrote.
    package static func decode(_ bytes: [UInt8]) throws(LogCodecError) -> LogBatch {
        var reader = LogReader(bytes)
        let version = try reader.byte()
        guard version == Self.version else { throw .unknownVersion(version) }
        let number = try reader.number()
        let after = try reader.number()
        let entries = try reader.list { reader throws(LogCodecError) in try reader.entry() }
        guard reader.isAtEnd else { throw .malformed }
        return LogBatch(number: number, after: after, entries: entries)
    }

    /// The number of the batch that some bytes begin with. The entries are not read.
    package static func number(of bytes: ArraySlice<UInt8>) throws(LogCodecError) -> UInt64 {
        // A number has ten bytes at most.
        var reader = LogReader(Array(bytes.prefix(11)))
        let version = try reader.byte()
        guard version == Self.version else { throw .unknownVersion(version) }
        return try reader.number()
    }
}

/// The reasons why bytes are not a valid batch.
package enum LogCodecError: Error, Equatable {
    case unknownVersion(UInt8)
    case malformed
}

/// Appends values to bytes.
private struct LogWriter {
    var bytes: [UInt8] = []

    mutating func byte(_ byte: UInt8) { bytes.append(byte) }

    mutating func flag(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    mutating func number(_ number: UInt64) {
        var rest = number
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func data(_ data: [UInt8]) {
        number(UInt64(data.count))
        bytes += data
    }

    mutating func text(_ text: String) {
        number(UInt64(text.utf8.count))
        bytes += text.utf8
    }

    mutating func optional<Value>(_ value: Value?, _ write: (inout LogWriter, Value) -> Void) {
        flag(value != nil)
        if let value { write(&self, value) }
    }

    mutating func list<Element>(_ elements: [Element], _ write: (inout LogWriter, Element) -> Void) {
        number(UInt64(elements.count))
        for element in elements { write(&self, element) }
    }

    mutating func topic(_ topic: Topic) {
        text(topic.keyset)
        text(topic.name)
    }

    mutating func entry(_ entry: LogEntry) {
        switch entry {
        case .message(let message, let topic):
            byte(LogTag.message.rawValue)
            self.topic(topic)
            self.message(message)
        case .request(let call):
            byte(LogTag.request.rawValue)
            request(call.request)
        case .update(let update), .renewal(let update):
            byte(LogTag.update.rawValue)
            self.update(update)
        case .leave(let client, let topics):
            byte(LogTag.leave.rawValue)
            text(client)
            list(topics) { $0.topic($1) }
        case .tick(let tick):
            // A tick without keysets, or one that publishes nothing either, has the form that older servers read.
            let announcing: LogTag = tick.announced > 0 ? .announcingTick : .tick
            byte((tick.keysets.isEmpty ? announcing : .keysetTick).rawValue)
            if tick.announced > 0 || !tick.keysets.isEmpty { number(UInt64(tick.announced)) }
            if !tick.keysets.isEmpty { list(tick.keysets) { $0.text($1) } }
            flag(tick.isInterval)
            list(tick.expired) { writer, present in
                writer.topic(present.topic)
                writer.text(present.client)
            }
        }
    }

    private mutating func message(_ message: StoredMessage) {
        data(message.payload)
        optional(message.publisher) { $0.text($1) }
        optional(message.metadata) { $0.data($1) }
        number(UInt64(clamping: message.kind))
        optional(message.customType) { $0.text($1) }
        optional(message.sequence) { $0.number(UInt64(bitPattern: Int64($1))) }
        optional(message.origination) { $0.number($1) }
        optional(message.expiry) { $0.number($1) }
        flag(message.isTransient)
        flag(message.isSilent)
    }

    private mutating func request(_ request: OriginRequest) {
        text(request.method)
        text(request.withoutSignature)
        optional(request.contentEncoding) { $0.text($1) }
        optional(request.contentType) { $0.text($1) }
        optional(request.ifMatch) { $0.text($1) }
        data(request.body)
    }

    private mutating func update(_ update: PresenceUpdate) {
        text(update.client)
        list(update.topics) { $0.topic($1) }
        list(update.states.sorted { $0.key < $1.key }) { writer, state in
            writer.text(state.key.text)
            writer.data(state.value.bytes)
        }
        number(UInt64(clamping: update.timeout.components.seconds))
    }
}

/// The kind of an entry, as its first byte.
private enum LogTag: UInt8 {
    case message = 1
    case request = 2
    case update = 3
    case leave = 4
    case tick = 5
    /// A tick with the number of events that it publishes.
    case announcingTick = 6
    /// The same with the keysets whose own intervals have passed.
    case keysetTick = 7
}

/// Takes values from bytes. It never allocates more than the number of remaining bytes.
private struct LogReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func byte() throws(LogCodecError) -> UInt8 {
        guard position < bytes.count else { throw .malformed }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func flag() throws(LogCodecError) -> Bool {
        switch try byte() {
        case 0: false
        case 1: true
        default: throw .malformed
        }
    }

    mutating func number() throws(LogCodecError) -> UInt64 {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 63, by: 7) {
            let next = try byte()
            let bits = UInt64(next & 0x7F)
            guard shift < 63 || bits <= 1 else { throw .malformed }
            number |= bits << shift
            if next & 0x80 == 0 { return number }
        }
        throw .malformed
    }

    private mutating func length() throws(LogCodecError) -> Int {
        let length = try number()
        guard length <= UInt64(bytes.count - position) else { throw .malformed }
        return Int(length)
    }

    mutating func data() throws(LogCodecError) -> [UInt8] {
        let length = try length()
        defer { position += length }
        return Array(bytes[position..<position + length])
    }

    mutating func text() throws(LogCodecError) -> String {
        let length = try length()
        defer { position += length }
        guard let text = String(validating: bytes[position..<position + length], as: UTF8.self) else {
            throw .malformed
        }
        return text
    }

    mutating func optional<Value>(
        _ read: (inout LogReader) throws(LogCodecError) -> Value
    ) throws(LogCodecError) -> Value? {
        try flag() ? try read(&self) : nil
    }

    /// A list, each element of which takes a byte at least.
    mutating func list<Element>(
        _ read: (inout LogReader) throws(LogCodecError) -> Element
    ) throws(LogCodecError) -> [Element] {
        let count = try length()
        var elements: [Element] = []
        elements.reserveCapacity(min(count, 1024))
        for _ in 0..<count { elements.append(try read(&self)) }
        return elements
    }

    mutating func topic() throws(LogCodecError) -> Topic { Topic(keyset: try text(), name: try text()) }

    mutating func entry() throws(LogCodecError) -> LogEntry {
        switch LogTag(rawValue: try byte()) {
        case .message:
            let topic = try topic()
            return .message(try message(), topic)
        case .request:
            let request = try request()
            guard let call = request.call else { throw .malformed }
            return .request(call)
        case .update:
            return .update(try update())
        case .leave:
            let client = try text()
            return .leave(client: client, topics: try list { reader throws(LogCodecError) in try reader.topic() })
        case .tick:
            return .tick(try tick(announced: 0))
        case .announcingTick:
            let announced = Int(clamping: try number())
            guard announced > 0 else { throw .malformed }
            return .tick(try tick(announced: announced))
        case .keysetTick:
            let announced = Int(clamping: try number())
            let keysets = try list { reader throws(LogCodecError) in try reader.text() }
            guard !keysets.isEmpty else { throw .malformed }
            var tick = try tick(announced: announced)
            tick.keysets = keysets
            return .tick(tick)
        case nil:
            throw .malformed
        }
    }

    private mutating func tick(announced: Int) throws(LogCodecError) -> LogTick {
        let isInterval = try flag()
        let expired = try list { reader throws(LogCodecError) in
            PresentClient(topic: try reader.topic(), client: try reader.text())
        }
        return LogTick(expired: expired, isInterval: isInterval, announced: announced)
    }

    private mutating func message() throws(LogCodecError) -> StoredMessage {
        StoredMessage(
            timetoken: 0,
            payload: try data(),
            publisher: try optional { reader throws(LogCodecError) in try reader.text() },
            metadata: try optional { reader throws(LogCodecError) in try reader.data() },
            kind: Int(clamping: try number()),
            customType: try optional { reader throws(LogCodecError) in try reader.text() },
            sequence: try optional { reader throws(LogCodecError) in
                Int(truncatingIfNeeded: Int64(bitPattern: try reader.number()))
            },
            origination: try optional { reader throws(LogCodecError) in try reader.number() },
            expiry: try optional { reader throws(LogCodecError) in try reader.number() },
            isTransient: try flag(),
            isSilent: try flag()
        )
    }

    private mutating func request() throws(LogCodecError) -> OriginRequest {
        OriginRequest(
            method: try text(),
            target: try text(),
            contentEncoding: try optional { reader throws(LogCodecError) in try reader.text() },
            contentType: try optional { reader throws(LogCodecError) in try reader.text() },
            ifMatch: try optional { reader throws(LogCodecError) in try reader.text() },
            body: try data()
        )
    }

    private mutating func update() throws(LogCodecError) -> PresenceUpdate {
        let client = try text()
        let topics = try list { reader throws(LogCodecError) in try reader.topic() }
        let states = try list { reader throws(LogCodecError) in
            let name = try reader.text()
            guard let state = try? JSON(parsing: try reader.data()) else { throw LogCodecError.malformed }
            return (NameKey(name), state)
        }
        let timeout = Duration.seconds(Int64(clamping: try number()))
        return PresenceUpdate(client: client, topics: topics, states: Dictionary(states) { $1 }, timeout: timeout)
    }
}
