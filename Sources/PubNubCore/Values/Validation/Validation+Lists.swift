package import PubNubMachines
import PubNubWire

/// Lists of names.
extension Validation {
    /// The names of channels; at least one is required.
    static func names(of channels: [String]) throws(Failure) -> NameList {
        guard !channels.isEmpty else { throw Failure(unsent: ErrorCode.channelsMissing) }
        for channel in channels { try check(channel, ErrorCode.invalidChannelName) }
        return NameList(channels)
    }

    /// The names of channels to add to a group, whose size is limited.
    static func names(toAdd channels: [String]) throws(Failure) -> NameList {
        let names = try names(of: channels)
        try checkFit(names)
        return names
    }

    /// Checks that a group may have these channels.
    package static func checkFit(_ names: NameList) throws(Failure) {
        guard Set(names.names).count <= ServiceLimits.channelsPerGroup else {
            throw Failure(unsent: ErrorCode.channelGroupFull)
        }
    }

    /// Separates the channels that groups and devices may have from those with an invalid name.
    static func checked(_ channels: [String]) -> CheckedList<String> {
        CheckedList(channels) { channel throws(Failure) in try check(channel, ErrorCode.invalidChannelName) }
    }

    /// The target of a channel, with or without the suffix of presence.
    static func target(channel name: String) throws(Failure) -> SubscriptionTarget {
        let name = PresenceName.stripAll(name).name
        try check(name, ErrorCode.invalidChannelName)
        return SubscriptionTarget(name: name, isGroup: false)
    }

    /// The target of a group by its name on the wire, with or without the suffix of presence.
    static func target(group name: String) throws(Failure) -> SubscriptionTarget {
        let address = GroupAddress(wireName: name)
        try check(GroupAddress(name: PresenceName.stripAll(address.name).name, namespace: address.namespace))
        return SubscriptionTarget(name: PresenceName.stripAll(address.wireName).name, isGroup: true)
    }

    /// The targets of channels and groups, each once; at least one is required.
    static func targets(channels: [String], groups: [String] = []) throws(Failure) -> [SubscriptionTarget] {
        guard !channels.isEmpty || !groups.isEmpty else { throw .noTargets }
        var targets: [SubscriptionTarget] = []
        for name in channels { targets.append(try target(channel: name)) }
        for name in groups { targets.append(try target(group: name)) }
        var known: Set<SubscriptionTarget> = []
        return targets.filter { known.insert($0).inserted }
    }
}

extension Validation {
    /// The device with a token, which must not be empty.
    package static func device(
        _ token: some Collection<UInt8>,
        _ service: RegisteredDevice.Service
    ) throws(Failure) -> RegisteredDevice {
        guard !token.isEmpty else { throw Failure(unsent: ErrorCode.pushTokenMissing) }
        let device = RegisteredDevice(token: token, type: service)
        // The token itself never appears in an error.
        guard !isDotSegment(device.token) else { throw Failure(input: "The device token is \(dotSegments).") }
        return device
    }
}

extension Failure {
    package static let noTargets = Failure(
        unsent: ErrorCode.invalidChannelName,
        "The list of channels and groups is empty."
    )
}

extension Validation {
    /// The objects of a list that can be used, and those that cannot.
    package struct CheckedList<Object: Sendable>: Sendable {
        package private(set) var valid: [Object] = []
        package private(set) var invalid: [Object] = []
        private var first: Failure?

        package init(_ objects: [Object], _ check: (Object) throws(Failure) -> Void) {
            for object in objects {
                do throws(Failure) {
                    try check(object)
                    valid.append(object)
                } catch {
                    first = first ?? error
                    invalid.append(object)
                }
            }
        }

        /// The failure for the invalid objects; `nil` if all objects are valid.
        package var fault: Failure? {
            guard let first else { return nil }
            let others = invalid.count - 1
            guard others > 0 else { return first }
            let reason = ErrorText(first).reason
            return Failure(unsent: first.code, "\(reason) \(others) more of the list cannot be used.")
        }
    }
}

extension Validation.CheckedList<String> {
    /// The failure for the invalid channels, which it names.
    var faultOfChannels: Failure? {
        var failure = fault
        failure?.targets = invalid.map { SubscriptionTarget(name: $0, isGroup: false) }
        return failure
    }
}
