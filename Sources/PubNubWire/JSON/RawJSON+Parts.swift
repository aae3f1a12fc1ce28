/// The parts of an object or array as slices of the same text, so that what is not understood can be stored as it came.
extension RawJSON {
    /// A member of an object.
    package struct Member: Sendable, Hashable {
        /// Its key, with escapes resolved.
        package let key: String
        /// The text of its value.
        package let value: RawJSON
    }

    /// The members in their order, keys that occur twice included; nil when the text is no object.
    package func members() -> [Member]? {
        read { scanner throws(JSONError) in
            var members: [Member] = []
            try scanner.enterObject(depth: 0)
            var isFirst = true
            while let key = try scanner.nextKey(isFirst: &isFirst) {
                let name = scanner.text(of: key)
                members.append(Member(key: name, value: slice(try scanner.skipValue(depth: 0))))
            }
            return members
        }
    }

    /// The elements in their order; nil when the text is no array.
    package func elements() -> [RawJSON]? {
        read { scanner throws(JSONError) in
            var elements: [RawJSON] = []
            try scanner.enterArray(depth: 0)
            var isFirst = true
            while try scanner.nextElement(isFirst: &isFirst) {
                elements.append(slice(try scanner.skipValue(depth: 0)))
            }
            return elements
        }
    }

    /// The text of a member; that of the first one where the key occurs twice, as `JSONDecoder` takes it, nil where it does not occur.
    package func first(_ key: String) -> RawJSON? {
        members()?.first { $0.key == key }?.value
    }

    /// The text of a member; that of the last one where the key occurs twice, nil where it does not occur.
    package subscript(key: String) -> RawJSON? {
        members()?.last { $0.key == key }?.value
    }
}
