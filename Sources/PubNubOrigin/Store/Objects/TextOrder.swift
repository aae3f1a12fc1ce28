/// The order of texts, which is that of their UTF-8 bytes and so that of their code points.
enum TextOrder {
    /// Below, at or above 0 as the first text is to the second.
    static func compare(_ left: String, _ right: String) -> Int {
        var others = right.utf8.makeIterator()
        for byte in left.utf8 {
            guard let other = others.next() else { return 1 }
            if byte != other { return byte < other ? -1 : 1 }
        }
        return others.next() == nil ? 0 : -1
    }
}
