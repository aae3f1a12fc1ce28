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
        let length = suffix.utf8.count
        guard name.utf8.count > length, name.utf8.suffix(length).elementsEqual(suffix.utf8) else {
            return (name, false)
        }
        return (String(Substring(name.utf8.dropLast(length))), true)
    }

    /// The name without any number of suffixes, and whether it had one: a presence name has no presence name of its own.
    package static func stripAll(_ name: String) -> (name: String, isPresence: Bool) {
        var result = strip(name)
        while case let next = strip(result.name), next.isPresence { result = next }
        return result
    }
}
