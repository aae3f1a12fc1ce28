package import PubNubMachines
import PubNubWire

/// Checks a caller's input before anything is sent: here names of channels, groups, namespaces and clients.
package enum Validation {
    /// Checks the name of the channel of a call.
    ///
    /// - Returns: The name.
    /// - Throws: 134 without a name, 117 for an invalid one.
    package static func channel(_ name: String) throws(Failure) -> String {
        guard !name.isEmpty else { throw Failure(unsent: ErrorCode.channelMissing) }
        try check(name, ErrorCode.invalidChannelName)
        return name
    }

    package static func check(namespace: String) throws(Failure) {
        try check(namespace, ErrorCode.invalidNamespaceName)
    }

    package static func check(_ group: GroupAddress) throws(Failure) {
        try check(group.name, ErrorCode.invalidGroupName)
        if let namespace = group.namespace { try check(namespace: namespace) }
    }

    /// The address of a group in the registry, from its name on the wire.
    static func address(ofGroup name: String) throws(Failure) -> GroupAddress {
        let address = GroupAddress(wireName: name)
        try check(address)
        return address
    }

    /// Checks the identifier of a client: the service accepts 1 to 92 characters.
    package static func identifier(_ name: String) throws(Failure) {
        if let fault = identifierFault(name) { throw Failure(input: fault) }
    }

    /// Returns why the identifier of a client is invalid; `nil` if it is valid.
    static func identifierFault(_ name: String) -> String? {
        if name.isEmpty { return "The client identifier is empty." }
        if let count = NameLength.excess(of: name) { return "The client identifier \(quoted(name)) \(tooLong(count))." }
        warnOfBytes(of: name)
        return isDotSegment(name) ? "The client identifier is \(dotSegments)." : nil
    }

    /// Checks the type that a sender gives a message; `nil` for none.
    package static func customType(_ type: String?) throws(Failure) {
        guard let type, !CustomMessageType.isValid(type) else { return }
        throw Failure(input: "The type \(quoted(type)) is invalid. \(CustomMessageType.rule)")
    }

    /// Checks the name of a channel, group or namespace, with or without the suffix of presence.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - code: The code of the error.
    /// - Throws: An error with that code, the name and the rule that it breaks if the service does not accept the name.
    package static func check(_ name: String, _ code: Int) throws(Failure) {
        if let fault = nameFault(name) { throw Failure(unsent: code, fault) }
    }

    /// The rule that a name breaks; `nil` for a valid name.
    private static func nameFault(_ name: String) -> String? {
        if name.isEmpty { return "The name is empty." }
        if let reserved = name.utf8.first(where: { reservedCharacter($0) != nil }).flatMap(reservedCharacter) {
            return "The name \(quoted(name)) contains a \(reserved)."
        }
        let base = PresenceName.strip(name).name
        if let count = NameLength.excess(of: base) { return "The name \(quoted(name)) \(tooLong(count))." }
        if isDotSegment(base) { return "The name \(quoted(name)) is \(dotSegments)." }
        warnOfBytes(of: base)
        return nil
    }

    /// A name as an error shows it: escaped, and without the characters beyond the first 100.
    package static func quoted(_ name: String) -> String {
        let limit = 100
        let start = String(name.unicodeScalars.prefix(limit))
        return String(reflecting: start) + (start.utf8.count < name.utf8.count ? "…" : "")
    }

    /// The rule of length that a name of so many characters breaks.
    static func tooLong(_ count: Int) -> String {
        "has \(count) characters; the maximum is \(ServiceLimits.maxNameLength)"
    }

    /// Whether proxies and URL libraries remove the name from a path, so that the request would go to another resource
    /// (RFC 3986, section 5.2.4). Escaping does not protect it: `%2E` is the same character to them.
    static func isDotSegment(_ name: String) -> Bool {
        name == "." || name == ".."
    }

    /// The description of such a name in errors.
    static let dotSegments = "'.' or '..', which proxies remove from the path of a URL"

    /// The word for a character that a channel name must not contain (3.7.8 README, "Channels representation").
    private static func reservedCharacter(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: ","): "comma"
        case UInt8(ascii: "/"): "slash"
        case UInt8(ascii: ":"): "colon"
        default: nil
        }
    }

    private static let bytesWarning = WarnOnce()

    /// Logs once that not every part of the service may accept a valid name.
    private static func warnOfBytes(of name: String) {
        guard name.utf8.count > ServiceLimits.maxNameLength else { return }
        let limit = ServiceLimits.maxNameLength
        bytesWarning.log(
            "The name \(quoted(name)) has \(name.utf8.count) bytes. The service documents \(limit) characters; parts of it may "
                + "count bytes and refuse the name."
        )
    }
}
