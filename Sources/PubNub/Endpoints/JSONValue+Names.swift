import PubNubWire

extension JSONValue {
    /// The names in a list; nil when it is no list, holds anything else, or is longer than `ReplyLimits.items`.
    var names: [String]? {
        guard let items = arrayValue, items.count <= ReplyLimits.items else { return nil }
        let names = items.compactMap(\.stringValue)
        return names.count == items.count ? names : nil
    }
}
