/// Where a JSON number lies in the text.
struct NumberToken {
    /// The bytes of the number.
    let range: Range<Int>
    /// True when it has neither a fraction nor an exponent.
    let isInteger: Bool
}
