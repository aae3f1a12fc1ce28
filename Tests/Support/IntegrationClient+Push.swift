package import Foundation
package import PubNub

/// Push registrations of devices.
extension IntegrationClient {
    package func enablePush(_ names: [String], _ token: Data?, _ type: PNPushService = .apns) async throws -> [String] {
        SecretWatch.shared.add(pushToken: token)
        return try await call("enable push") { finish in
            pubnub.enablePushNotifications(
                onChannels: PNChannel.channels(withNames: names),
                withDevicePushToken: token,
                type: type
            ) { channels, error in finish(error.map { .failure($0) } ?? .success(channels?.map(\.name) ?? [])) }
        }
    }

    package func disablePush(
        _ names: [String],
        _ token: Data?,
        _ type: PNPushService = .apns
    ) async throws -> [String] {
        SecretWatch.shared.add(pushToken: token)
        return try await call("disable push") { finish in
            pubnub.disablePushNotifications(
                onChannels: PNChannel.channels(withNames: names),
                withDevicePushToken: token,
                type: type
            ) { channels, error in finish(error.map { .failure($0) } ?? .success(channels?.map(\.name) ?? [])) }
        }
    }

    package func removePush(_ token: Data?, _ type: PNPushService = .apns) async throws {
        SecretWatch.shared.add(pushToken: token)
        try await call("remove push") { finish in
            pubnub.removeAllPushNotifications(forDevicePushToken: token, type: type) { error in
                finish(error.map { .failure($0) } ?? .success(()))
            }
        }
    }

    /// The channels that a device is registered for.
    package func pushChannels(_ token: Data?, _ type: PNPushService = .apns) async throws -> [String] {
        SecretWatch.shared.add(pushToken: token)
        return try await call("push channels") { finish in
            pubnub.requestPushNotificationEnabledChannels(forDevicePushToken: token, type: type) { channels, error in
                finish(error.map { .failure($0) } ?? .success(channels?.map(\.name) ?? []))
            }
        }
    }
}
