import PubNubWire

extension RawJSON {
    /// The JSON of a test; null if it is not valid.
    init(text: String) {
        self = (try? RawJSON(validating: Array(text.utf8))) ?? RawJSON(.null)
    }
}
