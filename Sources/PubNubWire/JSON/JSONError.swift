/// Why a text is not JSON, and where.
package struct JSONError: Error, Hashable, Sendable {
    /// What was wrong.
    package enum Reason: Hashable, Sendable {
        /// The text ended inside a value.
        case unexpectedEnd
        /// A character that cannot stand at this place.
        case unexpectedCharacter
        /// A number that breaks the grammar, such as `01` or `1.`.
        case invalidNumber
        /// A backslash followed by something that is not an escape.
        case invalidEscape
        /// A raw control character inside a string.
        case controlCharacter
        /// Bytes that are not UTF-8.
        case invalidUTF8
        /// Containers nested deeper than `JSONScanner.depthLimit`.
        case tooDeep
        /// More values than `ReplyLimits.values`, or more items of a page than `ReplyLimits.items`.
        case tooMany
        /// A complete value followed by something else.
        case trailingCharacters
    }

    /// Offset in bytes from the start of the text.
    package let offset: Int
    /// What was wrong there.
    package let reason: Reason

    package init(offset: Int, reason: Reason) {
        self.offset = offset
        self.reason = reason
    }
}
