/// Where a JSON string lies in the text, without its quotes.
struct StringToken {
    /// The bytes between the quotes, still escaped.
    let range: Range<Int>
    /// True when at least one backslash escape is among them.
    let isEscaped: Bool
}
