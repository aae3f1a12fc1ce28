/// The second name of a channel or group, under which its presence events travel.
package enum PresenceName {
    /// What is appended to the name.
    package static let suffix = "-pnpres"

    /// The presence name of a channel or group.
    package static func make(_ name: String) -> String {
        name + suffix
    }

    /// The name without the suffix, and whether it had one.
    package static func strip(_ name: String) -> (name: String, isPresence: Bool) {
        // A channel called just "-pnpres" has no name in front to belong to.
        guard name.utf8.count > suffix.utf8.count, name.hasSuffix(suffix) else { return (name, false) }
        return (String(name.dropLast(suffix.count)), true)
    }
}
