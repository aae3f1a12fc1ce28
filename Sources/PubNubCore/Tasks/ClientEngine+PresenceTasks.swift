package import PubNubMachines
package import PubNubWire

/// Calls of presence and of the registries for tasks.
extension ClientEngine {
    /// The clients that are present on channels and on the channels of groups; on all channels of the subscribe key if both
    /// are empty.
    package func hereNow(
        _ channels: [String],
        groups: [String],
        includesState: Bool
    ) async throws(Failure) -> HereNowPage {
        guard !channels.isEmpty || !groups.isEmpty else {
            return try await value(of: PresenceEndpoints.hereNowGlobal(identifiers: true, state: includesState))
        }
        let targets = try Validation.targets(channels: channels, groups: groups)
        return try await value(
            of: PresenceEndpoints.hereNow(
                channels: targets.channelNames,
                groups: targets.groupNames,
                identifiers: true,
                state: includesState
            )
        )
    }

    /// The channels on which a client is present.
    package func whereNow(_ identifier: String) async throws(Failure) -> [String] {
        try Validation.identifier(identifier)
        return try await value(of: StateEndpoints.whereNow(identifier))
    }

    /// The state of a client on a channel.
    package func state(of identifier: String, on channel: String) async throws(Failure) -> JSON {
        try Validation.identifier(identifier)
        let target = try Validation.target(channel: channel)
        let states = try await value(of: StateEndpoints.state(of: identifier, on: target))
        return states[target.name] ?? [:]
    }

    /// Replaces the state of this client on a channel. Later subscribe requests and heartbeats send it again.
    package func setState(_ state: JSON, on channel: String) async throws(Failure) {
        try Validation.check(state: state)
        let target = try Validation.target(channel: channel)
        let identifier = read { $0.identifier }
        let order = "state \(identifier) \(target.name)"
        _ = try await value(of: StateEndpoints.update(state, of: identifier, on: target), order: order)
        change { client in
            guard client.machine.subscription.list[target].messages else { return }
            client.presenceState[target] = state == [:] ? nil : state
        }
    }
}

/// The registry of channel groups for tasks.
extension ClientEngine {
    /// The channel groups of the subscribe key.
    package func channelGroups() async throws(Failure) -> [String] {
        try await value(of: ChannelRegistryEndpoints.groups(namespace: nil))
    }

    package func channels(ofGroup name: String) async throws(Failure) -> [String] {
        let group = try Validation.address(ofGroup: name)
        return try await value(of: ChannelRegistryEndpoints.channels(of: group), order: order(of: group))
    }

    /// Adds channels to a group, which need not exist.
    package func addChannels(_ channels: [String], toGroup name: String) async throws(Failure) {
        let group = try Validation.address(ofGroup: name)
        let names = try Validation.names(toAdd: channels)
        try await value(of: ChannelRegistryEndpoints.add(names, to: group), order: order(of: group))
    }

    /// Removes channels from a group. Throws the error about invalid names after the others are removed.
    package func removeChannels(_ channels: [String], fromGroup name: String) async throws(Failure) {
        let group = try Validation.address(ofGroup: name)
        let list = Validation.checked(channels)
        let fault = list.faultOfChannels
        if let fault, list.valid.isEmpty { throw fault }
        let names = try Validation.names(of: list.valid)
        try await value(of: ChannelRegistryEndpoints.remove(names, from: group), order: order(of: group))
        if let fault { throw fault }
    }

    package func removeGroup(_ name: String) async throws(Failure) {
        let group = try Validation.address(ofGroup: name)
        try await value(of: ChannelRegistryEndpoints.removeGroup(group), order: order(of: group))
    }

    private func order(of group: GroupAddress) -> String { "group \(group.wireName)" }
}

/// Push registrations for tasks.
extension ClientEngine {
    /// The channels whose notifications a device receives.
    package func pushChannels(of token: [UInt8], service: RegisteredDevice.Service) async throws(Failure) -> [String] {
        let device = try Validation.device(token, service)
        var known: [String] = []
        while true {
            let call = PushEndpoints.channels(of: device, after: known.last)
            let page = try await value(of: call, order: order(of: device))
            let added = page.names(notIn: known)
            known += added
            guard page.count >= PushEndpoints.pageSize, !added.isEmpty else { return known }
        }
    }

    /// Registers a device for the notifications of channels.
    package func addPush(
        of channels: [String],
        on token: [UInt8],
        service: RegisteredDevice.Service
    ) async throws(Failure) {
        let device = try Validation.device(token, service)
        let names = try Validation.names(of: channels)
        try await value(of: PushEndpoints.add(names, on: device), order: order(of: device))
    }

    /// Ends the notifications of channels on a device. Throws the error about invalid names after the others are ended.
    package func removePush(
        of channels: [String],
        from token: [UInt8],
        service: RegisteredDevice.Service
    ) async throws(Failure) {
        let device = try Validation.device(token, service)
        let list = Validation.checked(channels)
        let fault = list.faultOfChannels
        if let fault, list.valid.isEmpty { throw fault }
        let names = try Validation.names(of: list.valid)
        try await value(of: PushEndpoints.remove(names, from: device), order: order(of: device))
        if let fault { throw fault }
    }

    /// Ends all notifications of a device.
    package func removeAllPush(from token: [UInt8], service: RegisteredDevice.Service) async throws(Failure) {
        let device = try Validation.device(token, service)
        try await value(of: PushEndpoints.removeAll(from: device), order: order(of: device))
    }

    private func order(of device: RegisteredDevice) -> String {
        "device \(device.type.rawValue) \(device.token)"
    }
}
