/// One valid JSON text kept as bytes, decoded when it is first needed.
///
/// It may be a slice of a larger buffer, which stays in memory as long as the slice does; `detached()` cuts it loose.
/// Two are equal when their bytes are, so `[1]` and `[ 1 ]` differ.
package struct RawJSON: Sendable {
    private let storage: [UInt8]
    private let start: Int
    private let end: Int

    /// A slice that a `JSONScanner` has already checked.
    init(checked storage: [UInt8], range: Range<Int>) {
        self.storage = storage
        start = range.lowerBound
        end = range.upperBound
    }

    /// Checks that `bytes` hold exactly one JSON value and keeps them, without the white space around it.
    ///
    /// Bytes in front of `start` are ignored.
    package init(validating bytes: [UInt8], from start: Int = 0) throws(JSONError) {
        let range = try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
            var scanner = JSONScanner(UnsafeRawBufferPointer(buffer))
            scanner.offset = start
            let range = try scanner.skipValue(depth: 0)
            try scanner.finish()
            return range
        }
        self.init(checked: bytes, range: range)
    }

    /// A part of a reply as far as it can be read: a value inside its `wrappers` outermost levels that is nested too deeply
    /// becomes `JSON.nestedTooDeeply`.
    init(_ part: JSONPart, of source: [UInt8], wrappers: Int) {
        guard part.isTooDeep else {
            self.init(checked: source, range: part.range)
            return
        }
        let value = try? JSON(reply: Array(source[part.range]), wrappers: wrappers)
        self.init(value ?? .string(JSON.nestedTooDeeply))
    }

    /// Keeps a reply that `JSON.init(reply:wrappers:)` has read, to take its parts as they were received.
    ///
    /// Skip a part if the value of the reply has `JSON.nestedTooDeeply` in its place: its grammar is not checked.
    package init(reply bytes: [UInt8]) throws(JSONError) {
        let range = try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
            var scanner = JSONScanner(UnsafeRawBufferPointer(buffer))
            let range = try scanner.skipPart().range
            try scanner.finish()
            return range
        }
        self.init(checked: bytes, range: range)
    }

    package init(_ value: JSON) {
        let bytes = value.bytes
        self.init(checked: bytes, range: bytes.indices)
    }

    /// True when `bytes` hold exactly one JSON value.
    package static func isValid(_ bytes: some Collection<UInt8>) -> Bool {
        let checked: Void? =
            bytes.withContiguousStorageIfAvailable { buffer in
                var scanner = JSONScanner(UnsafeRawBufferPointer(buffer))
                return (try? scanner.skipValue(depth: 0)).flatMap { _ in try? scanner.finish() }
            } ?? nil
        return checked != nil
    }

    /// The bytes of the text.
    package var bytes: ArraySlice<UInt8> {
        storage[start..<end]
    }

    /// The number of bytes of the text.
    package var count: Int {
        end - start
    }

    package var text: String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// Whether the value stands for one that was nested too deeply to be read.
    package var isNestedTooDeeply: Bool {
        count == JSON.nestedTooDeeply.utf8.count + 2
            && bytes.dropFirst().dropLast().elementsEqual(JSON.nestedTooDeeply.utf8)
    }

    /// The value the text stands for, parsed anew by each call; null if it has more than `ReplyLimits.values` values.
    package func value() -> JSON {
        build(JSONValueFactory())
    }

    /// The value as `String`, `[Any]`, `[String: Any]` and what `scalars` makes, parsed anew by each call.
    ///
    /// Nothing in it can be changed from elsewhere if the scalars cannot. It has the same limit as `value()`.
    package func native(_ scalars: NativeScalars) -> Any {
        build(NativeFactory(scalars: scalars))
    }

    private func build<Factory: JSONFactory>(_ factory: Factory) -> Factory.Value {
        storage.withUnsafeBufferPointer { buffer in
            let slice = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[start..<end]))
            var builder = JSONBuilder(JSONScanner(slice), factory)
            // The bytes were checked when this was made, so no syntax error is left. As a part of a reply the value may
            // have been nested deeper than a document of its own may be.
            return (try? builder.build(wrappers: JSON.replyWrappers)) ?? factory.null
        }
    }

    /// Reads the text with a scanner; nil when `body` meets something else than it expects.
    func read<Part>(_ body: (inout JSONScanner) throws(JSONError) -> Part) -> Part? {
        storage.withUnsafeBufferPointer { buffer in
            var scanner = JSONScanner(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[start..<end])))
            return try? body(&scanner)
        }
    }

    /// A part of the text, by its place in it.
    func slice(_ range: Range<Int>) -> RawJSON {
        RawJSON(checked: storage, range: start + range.lowerBound..<start + range.upperBound)
    }

    /// The same text in a buffer of its own.
    package func detached() -> RawJSON {
        if count == storage.count { return self }
        return RawJSON(checked: Array(bytes), range: 0..<count)
    }

    /// The same text, for keeping: in a buffer of its own unless it fills at least half of the present one.
    package func compacted() -> RawJSON {
        if storage.capacity / 2 <= count { return self }
        return RawJSON(checked: Array(bytes), range: 0..<count)
    }

    /// How many bytes stay in memory as long as this text does.
    package var heldBytes: Int { storage.capacity }
}

extension RawJSON: Hashable {
    package static func == (left: RawJSON, right: RawJSON) -> Bool {
        left.bytes == right.bytes
    }

    package func hash(into hasher: inout Hasher) {
        storage.withUnsafeBufferPointer { buffer in
            hasher.combine(bytes: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[start..<end])))
        }
    }
}

/// The parts of an object or array as slices of the same text, so that what is not understood can be stored as it came.
extension RawJSON {
    /// A member of an object.
    package struct Member: Sendable, Hashable {
        /// Its key, with escapes resolved.
        package let key: String
        package let value: RawJSON
    }

    /// The members in their order, including keys that occur twice; `nil` if the value is not an object.
    package func members() -> [Member]? {
        read { scanner throws(JSONError) in
            var members: [Member] = []
            try scanner.enterObject(depth: 0)
            var isFirst = true
            while let key = try scanner.nextKey(isFirst: &isFirst) {
                let name = scanner.text(of: key)
                members.append(Member(key: name, value: slice(try scanner.skipPart().range)))
            }
            return members
        }
    }

    /// The elements in their order; `nil` if the value is not an array.
    package func elements() -> [RawJSON]? {
        read { scanner throws(JSONError) in
            var elements: [RawJSON] = []
            try scanner.enterArray(depth: 0)
            var isFirst = true
            while try scanner.nextElement(isFirst: &isFirst) {
                elements.append(slice(try scanner.skipPart().range))
            }
            return elements
        }
    }

    /// The JSON of a member. If the key occurs twice, the first one counts, as with `JSONDecoder`; `nil` if the key is
    /// missing.
    package func first(_ key: String) -> RawJSON? {
        members()?.first { $0.key == key }?.value
    }

    /// The JSON of a member. If the key occurs twice, the last one counts; `nil` if the key is missing.
    package subscript(key: String) -> RawJSON? {
        members()?.last { $0.key == key }?.value
    }
}
