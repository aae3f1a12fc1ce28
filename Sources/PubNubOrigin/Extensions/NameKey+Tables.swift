import PubNubWire

/// Tables by name. They are used with strings.
extension Dictionary where Key == NameKey {
    subscript(name: String) -> Value? {
        get { self[NameKey(name)] }
        // In place: a copy of the value would be made for every change otherwise.
        _modify { yield &self[NameKey(name)] }
    }

    subscript(name: String, default value: @autoclosure () -> Value) -> Value {
        get { self[NameKey(name), default: value()] }
        _modify { yield &self[NameKey(name), default: value()] }
    }

    @discardableResult
    mutating func removeValue(forKey name: String) -> Value? { removeValue(forKey: NameKey(name)) }

    @discardableResult
    mutating func updateValue(_ value: Value, forKey name: String) -> Value? {
        updateValue(value, forKey: NameKey(name))
    }

    /// The names in the order of their bytes.
    var sortedNames: [String] { keys.sorted().map(\.text) }
}

extension Set where Element == NameKey {
    init(names: some Sequence<String>) {
        self.init(names.map { NameKey($0) })
    }

    mutating func insert(_ name: String) { insert(NameKey(name)) }

    mutating func remove(_ name: String) { remove(NameKey(name)) }

    /// The names in the order of their bytes.
    var sortedNames: [String] { sorted().map(\.text) }
}

extension Collection where Element == String {
    /// The names in order, each only where it comes first.
    func withoutRepetitions() -> [String] {
        guard count > 1 else { return Array(self) }
        var seen = Set<NameKey>()
        return filter { seen.insert(NameKey($0)).inserted }
    }
}
