import Foundation
import PubNubMachines
package import PubNubWire

/// Calls of presence and of the registries for tasks.
extension PubNub {
    /// The clients that are present on channels and on the channels of groups; on all channels of the subscribe key if both
    /// are empty.
    package func hereNow(
        _ channels: [String],
        groups: [String],
        includesState: Bool
    ) async throws(PNError) -> HereNowPage {
        guard !channels.isEmpty || !groups.isEmpty else {
            return try await engine.value(of: PresenceEndpoints.hereNowGlobal(identifiers: true, state: includesState))
        }
        let targets = try Validation.targets(PNChannel.exactly(named: channels) + Self.groups(groups))
        return try await engine.value(
            of: PresenceEndpoints.hereNow(
                channels: targets.channelNames,
                groups: targets.groupNames,
                identifiers: true,
                state: includesState
            )
        )
    }

    /// The channels on which a client is present.
    package func whereNow(_ identifier: String) async throws(PNError) -> [String] {
        try Validation.identifier(identifier)
        return try await engine.value(of: StateEndpoints.whereNow(identifier))
    }

    /// The state of a client on a channel.
    package func state(of identifier: String, on channel: String) async throws(PNError) -> JSONValue {
        try Validation.identifier(identifier)
        let target = try Validation.target(PNChannel(name: channel))
        let states = try await engine.value(of: StateEndpoints.state(of: identifier, on: target))
        return states[target.name] ?? [:]
    }

    /// Replaces the state of this client on a channel. Later subscribe requests and heartbeats send it again.
    package func setState(_ state: JSONValue, on channel: String) async throws(PNError) {
        try Validation.check(state: state)
        let target = try Validation.target(PNChannel(name: channel))
        let identifier = clientIdentifier()
        let order = "state \(identifier) \(target.name)"
        _ = try await engine.value(of: StateEndpoints.update(state, of: identifier, on: target), order: order)
        engine.change { client in
            guard client.machine.subscription.list[target].messages else { return }
            client.presenceState[target] = state == [:] ? nil : state
        }
    }

    private static func groups(_ names: [String]) -> [any PNChannelProtocol] {
        names.map { PNChannelGroup(wireName: $0) }
    }
}

/// The registry of channel groups for tasks.
extension PubNub {
    /// The channel groups of the subscribe key.
    package func channelGroups() async throws(PNError) -> [String] {
        try await engine.value(of: ChannelRegistryEndpoints.groups(namespace: nil))
    }

    /// The channels of a group.
    package func channels(ofGroup name: String) async throws(PNError) -> [String] {
        let group = PNChannelGroup(wireName: name)
        let address = try Validation.address(of: group)
        return try await engine.value(of: ChannelRegistryEndpoints.channels(of: address), order: order(of: group))
    }

    /// Adds channels to a group, which need not exist.
    package func addChannels(_ channels: [String], toGroup name: String) async throws(PNError) {
        let group = PNChannelGroup(wireName: name)
        let address = try Validation.address(of: group)
        let names = try Validation.names(toAdd: PNChannel.exactly(named: channels))
        try await engine.value(of: ChannelRegistryEndpoints.add(names, to: address), order: order(of: group))
    }

    /// Removes channels from a group. Throws the error about invalid names after the others are removed.
    package func removeChannels(_ channels: [String], fromGroup name: String) async throws(PNError) {
        let group = PNChannelGroup(wireName: name)
        let address = try Validation.address(of: group)
        let list = Validation.checked(PNChannel.exactly(named: channels))
        if let fault = list.faultOfAll { throw fault }
        let names = try Validation.names(of: list.valid)
        try await engine.value(of: ChannelRegistryEndpoints.remove(names, from: address), order: order(of: group))
        if let fault = list.fault { throw fault }
    }

    /// Removes a group.
    package func removeGroup(_ name: String) async throws(PNError) {
        let group = PNChannelGroup(wireName: name)
        let address = try Validation.address(of: group)
        try await engine.value(of: ChannelRegistryEndpoints.removeGroup(address), order: order(of: group))
    }

    private func order(of group: PNChannelGroup) -> String { "group \(group.name)" }
}

/// Push registrations for tasks.
extension PubNub {
    /// The channels whose notifications a device receives.
    package func pushChannels(of token: [UInt8], service: PNPushService) async throws(PNError) -> [String] {
        let device = try device(token, service)
        var known: [String] = []
        while true {
            let call = PushEndpoints.channels(of: device, after: known.last)
            let page = try await engine.value(of: call, order: order(of: device))
            let added = page.names(notIn: known)
            known += added
            guard page.count >= PushEndpoints.pageSize, !added.isEmpty else { return known }
        }
    }

    /// Registers a device for the notifications of channels.
    package func addPush(of channels: [String], on token: [UInt8], service: PNPushService) async throws(PNError) {
        let device = try device(token, service)
        let names = try Validation.names(of: PNChannel.exactly(named: channels))
        try await engine.value(of: PushEndpoints.add(names, on: device), order: order(of: device))
    }

    /// Ends the notifications of channels on a device. Throws the error about invalid names after the others are ended.
    package func removePush(of channels: [String], from token: [UInt8], service: PNPushService) async throws(PNError) {
        let device = try device(token, service)
        let list = Validation.checked(PNChannel.exactly(named: channels))
        if let fault = list.faultOfAll { throw fault }
        let names = try Validation.names(of: list.valid)
        try await engine.value(of: PushEndpoints.remove(names, from: device), order: order(of: device))
        if let fault = list.fault { throw fault }
    }

    /// Ends all notifications of a device.
    package func removeAllPush(from token: [UInt8], service: PNPushService) async throws(PNError) {
        let device = try device(token, service)
        try await engine.value(of: PushEndpoints.removeAll(from: device), order: order(of: device))
    }

    private func device(_ token: [UInt8], _ service: PNPushService) throws(PNError) -> RegisteredDevice {
        try Validation.device(ClientEngine.PushDevice(token: Data(token), type: service))
    }

    private func order(of device: RegisteredDevice) -> String {
        "device \(device.type.rawValue) \(device.token)"
    }
}
