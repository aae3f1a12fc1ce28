import PubNubWire

/// Values by the name of a channel or user.
///
/// Names are equal if their UTF-8 bytes are, as for the service. For a `Dictionary`, “é” as one Unicode scalar and “é”
/// as two scalars are the same key. For the service and for this type they are two names.
///
/// ```swift
/// import PubNubAsync
///
/// func unread(_ client: PubNubClient, since timetoken: Timetoken) async throws -> Int {
///     let counts = try await client.messageCounts(of: ["lobby": timetoken, "support": timetoken])
///     return (counts["lobby"] ?? 0) + (counts["support"] ?? 0)
/// }
/// ```
public struct NameDictionary<Value>: ExpressibleByDictionaryLiteral {
    private var values: [NameKey: Value] = [:]
    /// The names, in the order in which they were added.
    public private(set) var names: [String] = []

    /// Makes a dictionary without values.
    public init() {}

    /// Makes a dictionary with the values of a literal. The last of equal names counts.
    ///
    /// - Parameter elements: The names and values.
    public init(dictionaryLiteral elements: (String, Value)...) {
        for (name, value) in elements { self[name] = value }
    }

    /// Makes a dictionary with the values of a `Dictionary`, ordered by name.
    ///
    /// - Parameter values: The values by name.
    public init(_ values: [String: Value]) {
        for (name, value) in values.sorted(by: { $0.key < $1.key }) { self[name] = value }
    }

    /// Makes a dictionary of what the service returned, ordered by name.
    init(_ values: [NameKey: Value]) {
        self.values = values
        names = values.keys.sorted().map(\.text)
    }

    /// The number of names.
    public var count: Int { names.count }

    /// Whether the dictionary has no names.
    public var isEmpty: Bool { names.isEmpty }

    /// The value of a name; `nil` for none. Setting `nil` removes the name.
    ///
    /// - Parameter name: The name.
    public subscript(name: String) -> Value? {
        get { values[NameKey(name)] }
        set {
            let old = values.updateOptional(newValue, of: NameKey(name))
            switch (old, newValue) {
            case (nil, .some): names.append(name)
            case (.some, nil): names.removeAll { $0.hasSameBytes(as: name) }
            case (nil, nil), (.some, .some): break
            }
        }
    }
}

extension NameDictionary: Sequence {
    /// A name and its value.
    public typealias Element = (name: String, value: Value)

    /// Begins an iteration over the names and values, in the order in which they were added.
    public func makeIterator() -> AnyIterator<Element> {
        var names = names.makeIterator()
        return AnyIterator { [values] in
            guard let name = names.next(), let value = values[NameKey(name)] else { return nil }
            return (name, value)
        }
    }
}

extension NameDictionary: Sendable where Value: Sendable {}

extension NameDictionary: Equatable where Value: Equatable {
    /// Whether both have the same names with equal values, in any order.
    public static func == (left: NameDictionary, right: NameDictionary) -> Bool { left.values == right.values }
}

extension NameDictionary: Hashable where Value: Hashable {
    /// Hashes the names and values.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

extension NameDictionary: CustomStringConvertible {
    /// The names and values.
    public var description: String {
        isEmpty ? "[:]" : "[" + map { "\"\($0.name)\": \($0.value)" }.joined(separator: ", ") + "]"
    }
}

extension Dictionary {
    /// Sets or removes a value.
    ///
    /// - Returns: The value before.
    fileprivate mutating func updateOptional(_ value: Value?, of key: Key) -> Value? {
        guard let value else { return removeValue(forKey: key) }
        return updateValue(value, forKey: key)
    }
}
