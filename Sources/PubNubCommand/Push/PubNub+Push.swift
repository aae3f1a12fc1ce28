import Foundation
import PubNub
import PubNubWire

/// The library's calls about notifications as async functions that throw the `PNError` of a failure.
extension PubNub {
    func enablePush(on channels: [PNChannel], _ device: PushOptions) async throws {
        _ = try await answer { (once: Once<[PNChannel]>) in
            enablePushNotifications(
                onChannels: channels,
                withDevicePushToken: device.bytes,
                type: device.type.inLibrary
            ) { channels, error in once.resume(channels, error) }
        }
    }

    func disablePush(on channels: [PNChannel], _ device: PushOptions) async throws {
        _ = try await answer { (once: Once<[PNChannel]>) in
            disablePushNotifications(
                onChannels: channels,
                withDevicePushToken: device.bytes,
                type: device.type.inLibrary
            ) { channels, error in once.resume(channels, error) }
        }
    }

    func removeAllPush(from device: PushOptions) async throws {
        try await answer { (once: Once<Void>) in
            removeAllPushNotifications(forDevicePushToken: device.bytes, type: device.type.inLibrary) { error in
                if let error { once.fail(error) } else { once.resume(.success(())) }
            }
        }
    }

    func pushChannels(of device: PushOptions) async throws -> [PNChannel] {
        try await answer { once in
            requestPushNotificationEnabledChannels(forDevicePushToken: device.bytes, type: device.type.inLibrary) {
                channels,
                error in
                once.resume(channels, error)
            }
        }
    }
}

extension Output {
    /// Prints the channels of a device that were listed, added or removed.
    func pushChannels(_ names: [String], forPeople lines: @autoclosure () -> [String]) {
        result(.object(["channels": .array(names.map(JSONValue.string))]), forPeople: lines())
    }
}

extension Data {
    /// The bytes that hexadecimal digits stand for, two each; nil for anything else.
    init?(hexadecimal text: String) {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.utf8.count, digits.count % 2 == 0 else { return nil }
        self.init(stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
    }
}
