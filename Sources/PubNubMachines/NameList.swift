import PubNubWire

/// Channel or group names together with their form on the wire.
///
/// The wire form is made once, when the list changes, and not again for each long poll.
package struct NameList: Sendable, Hashable, ExpressibleByArrayLiteral {
    /// The names as the application knows them.
    package let names: [String]

    /// The names, each strictly escaped, joined by a literal comma; empty when there are none.
    package let escaped: String

    /// The given names in the given order.
    package init(_ names: [String]) {
        self.names = names
        escaped = names.isEmpty ? "" : PercentEncoding.escapeList(names)
    }

    package init(arrayLiteral elements: String...) {
        self.init(elements)
    }

    /// The one name in the list, however often it is there; nil when there are several or none.
    package var single: String? {
        guard let first = names.first, names.allSatisfy({ $0 == first }) else { return nil }
        return first
    }

    /// Whether there are no names.
    package var isEmpty: Bool { names.isEmpty }

    /// What stands in the path: the names, or `,` when there are none.
    package var pathSegment: String { names.isEmpty ? "," : escaped }

    /// The list without the names of presence feeds.
    package var withoutPresence: NameList {
        let plain = names.filter { !PresenceName.strip($0).isPresence }
        return plain.count == names.count ? self : NameList(plain)
    }
}
