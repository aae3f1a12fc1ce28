import PubNubCodec

/// Where a page begins, as clients carry it from one to the next: how many entries come before it, in base64.
///
/// It says nothing of the list that it was made for. In another one it is the same number of entries.
enum ObjectsCursor {
    static func text(of offset: Int) -> String { Base64.encode(Array("\(offset)".utf8), padded: false) }

    /// The number in a cursor; nil when it is none.
    static func offset(_ text: String) -> Int? {
        guard let digits = Base64.decode(text), (1...15).contains(digits.count),
            digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}
