import PubNubCore
import PubNubMachines

/// The push registrations of devices.
public struct PushRegistrations: Sendable {
    let client: PubNubClient

    /// Returns the channels whose notifications a device receives.
    ///
    /// - Parameters:
    ///   - device: The token of the device.
    ///   - service: The push service; Apple's by default.
    /// - Returns: The names of the channels.
    /// - Throws: ``PubNubError``.
    public func channels(
        of device: some Sequence<UInt8>,
        service: PushService = .apns
    ) async throws(PubNubError) -> [String] {
        let device = Array(device)
        return try await client.call { engine async throws(Failure) in
            try await engine.pushChannels(of: device, service: service.onEngine)
        }
    }

    /// Registers a device for the notifications of channels.
    ///
    /// - Parameters:
    ///   - channels: The channels.
    ///   - device: The token of the device.
    ///   - service: The push service; Apple's by default.
    /// - Throws: ``PubNubError``.
    public func add(
        _ channels: [String],
        to device: some Sequence<UInt8>,
        service: PushService = .apns
    ) async throws(PubNubError) {
        let device = Array(device)
        try await client.call { engine async throws(Failure) in
            try await engine.addPush(of: channels, on: device, service: service.onEngine)
        }
    }

    /// Ends the notifications of channels on a device.
    ///
    /// - Parameters:
    ///   - channels: The channels.
    ///   - device: The token of the device.
    ///   - service: The push service; Apple's by default.
    /// - Throws: ``PubNubError``.
    public func remove(
        _ channels: [String],
        from device: some Sequence<UInt8>,
        service: PushService = .apns
    ) async throws(PubNubError) {
        let device = Array(device)
        try await client.call { engine async throws(Failure) in
            try await engine.removePush(of: channels, from: device, service: service.onEngine)
        }
    }

    /// Ends all notifications of a device.
    ///
    /// - Parameters:
    ///   - device: The token of the device.
    ///   - service: The push service; Apple's by default.
    /// - Throws: ``PubNubError``.
    public func removeAll(from device: some Sequence<UInt8>, service: PushService = .apns) async throws(PubNubError) {
        let device = Array(device)
        try await client.call { engine async throws(Failure) in
            try await engine.removeAllPush(from: device, service: service.onEngine)
        }
    }
}

/// The push service of a device.
public enum PushService: Sendable, Hashable {
    /// Apple.
    case apns
    /// Google (Firebase Cloud Messaging).
    case fcm

    fileprivate var onEngine: RegisteredDevice.Service {
        switch self {
        case .apns: .apns
        case .fcm: .fcm
        }
    }
}

extension PubNubClient {
    /// The push registrations of devices.
    public var push: PushRegistrations { PushRegistrations(client: self) }
}
