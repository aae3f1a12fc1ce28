/// A text that is put in order by its code points.
struct OrderedText: Sendable, Comparable {
    let text: String

    static func == (left: OrderedText, right: OrderedText) -> Bool { TextOrder.compare(left.text, right.text) == 0 }

    static func < (left: OrderedText, right: OrderedText) -> Bool { TextOrder.compare(left.text, right.text) < 0 }
}
