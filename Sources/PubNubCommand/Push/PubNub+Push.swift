import PubNub

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
