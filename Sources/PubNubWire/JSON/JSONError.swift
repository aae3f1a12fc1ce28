/// The reason and the position of an error in JSON.
public struct JSONError: Error, Hashable, Sendable {
    /// The kind of an error.
    public enum Reason: Hashable, Sendable {
        /// The JSON ended inside a value.
        case unexpectedEnd
        /// A character that is not allowed at this place.
        case unexpectedCharacter
        /// A number that breaks the grammar, such as `01` or `1.`.
        case invalidNumber
        /// A backslash followed by something that is not an escape.
        case invalidEscape
        /// A raw control character inside a string.
        case controlCharacter
        /// Bytes that are not UTF-8.
        case invalidUTF8
        /// Arrays and objects nested deeper than 512.
        case tooDeep
        /// More values, or more items of a page, than an app can use.
        case tooMany
        /// A complete value followed by something else.
        case trailingCharacters
    }

    /// The offset of the error in bytes.
    public let offset: Int
    /// The kind of the error.
    public let reason: Reason

    package init(offset: Int, reason: Reason) {
        self.offset = offset
        self.reason = reason
    }
}
