import PubNubWire

extension JSONValue {
    /// The names in a list; nil when it is no list or holds anything else.
    var names: [String]? {
        guard let items = arrayValue else { return nil }
        let names = items.compactMap(\.stringValue)
        return names.count == items.count ? names : nil
    }
}
