public import Foundation
import PubNubMachines
import PubNubWire

/// Notifications on devices (3.7.8 README, "APNS Methods").
///
/// Pass a token as the push service returned it: Apple's as its bytes, which are sent as lower-case hexadecimal digits,
/// and Google's as the bytes of its string, `Data(token.utf8)`, which is sent unchanged. A missing or empty token is
/// error 139, and no request is sent. No token is ever written into a log or an error.
extension PubNub {
    /// Enables notifications of a device for messages on one channel.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - pushToken: The token of the device.
    ///   - pushType: The push service of the device; Apple by default.
    ///   - handlerBlock: Called with the channel in a list, or with the error, whose `associatedObject` is that list.
    ///     Pass `nil`, the default, to ignore the result.
    public func enablePushNotifications(
        on channel: PNChannel,
        withDevicePushToken pushToken: Data?,
        type pushType: PNPushService = .apns,
        andCompletionHandling handlerBlock: PNClientPushNotificationsEnableHandlingBlock? = nil
    ) {
        engine.enablePush(on: [channel], .init(token: pushToken, type: pushType), handlerBlock)
    }

    /// Enables notifications of a device for messages on channels.
    ///
    /// - Parameters:
    ///   - channels: The channels; an empty list is error 118.
    ///   - pushToken: The token of the device.
    ///   - pushType: The push service of the device; Apple by default.
    ///   - handlerBlock: Called with the channels, or with the error, whose `associatedObject` is the list of them.
    ///     Pass `nil`, the default, to ignore the result.
    public func enablePushNotifications(
        onChannels channels: [PNChannel],
        withDevicePushToken pushToken: Data?,
        type pushType: PNPushService = .apns,
        andCompletionHandling handlerBlock: PNClientPushNotificationsEnableHandlingBlock? = nil
    ) {
        engine.enablePush(on: channels, .init(token: pushToken, type: pushType), handlerBlock)
    }

    /// Disables notifications of a device for messages on one channel.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - pushToken: The token of the device.
    ///   - pushType: The push service of the device; Apple by default.
    ///   - handlerBlock: Called with the channel in a list, or with the error, whose `associatedObject` is that list.
    ///     Pass `nil`, the default, to ignore the result.
    public func disablePushNotifications(
        on channel: PNChannel,
        withDevicePushToken pushToken: Data?,
        type pushType: PNPushService = .apns,
        andCompletionHandling handlerBlock: PNClientPushNotificationsDisableHandlingBlock? = nil
    ) {
        engine.disablePush(on: [channel], .init(token: pushToken, type: pushType), handlerBlock)
    }

    /// Disables notifications of a device for messages on channels.
    ///
    /// - Parameters:
    ///   - channels: The channels; an empty list is error 118.
    ///   - pushToken: The token of the device.
    ///   - pushType: The push service of the device; Apple by default.
    ///   - handlerBlock: Called with the channels, or with the error, whose `associatedObject` is the list of them.
    ///     Pass `nil`, the default, to ignore the result.
    public func disablePushNotifications(
        onChannels channels: [PNChannel],
        withDevicePushToken pushToken: Data?,
        type pushType: PNPushService = .apns,
        andCompletionHandling handlerBlock: PNClientPushNotificationsDisableHandlingBlock? = nil
    ) {
        engine.disablePush(on: channels, .init(token: pushToken, type: pushType), handlerBlock)
    }

    /// Disables all notifications of a device.
    ///
    /// - Parameters:
    ///   - pushToken: The token of the device.
    ///   - pushType: The push service of the device; Apple by default.
    ///   - handlerBlock: Called with `nil`, or with the error. Pass `nil`, the default, to ignore the result.
    public func removeAllPushNotifications(
        forDevicePushToken pushToken: Data?,
        type pushType: PNPushService = .apns,
        withCompletionHandling handlerBlock: PNClientPushNotificationsRemoveHandlingBlock? = nil
    ) {
        engine.removeAllPush(from: .init(token: pushToken, type: pushType), handlerBlock)
    }

    /// Requests the channels whose notifications a device receives.
    ///
    /// - Parameters:
    ///   - pushToken: The token of the device.
    ///   - pushType: The push service of the device; Apple by default.
    ///   - handlerBlock: Called with all channels of the device, or with the error. Pass `nil`, the default, to ignore
    ///     the result.
    public func requestPushNotificationEnabledChannels(
        forDevicePushToken pushToken: Data?,
        type pushType: PNPushService = .apns,
        withCompletionHandling handlerBlock: PNClientPushNotificationsEnabledChannelsHandlingBlock? = nil
    ) {
        engine.requestPushChannels(of: .init(token: pushToken, type: pushType), handlerBlock)
    }
}

/// Registering devices for notifications.
extension ClientEngine {
    typealias PushOutcome = PNEvent.Outcome<[PNChannel]>

    /// A device in a call: the token as the application received it from its push service.
    struct PushDevice {
        let token: Data?
        let type: PNPushService
    }

    func enablePush(
        on channels: [PNChannel],
        _ device: PushDevice,
        _ handler: PNClientPushNotificationsEnableHandlingBlock?
    ) {
        let completion = hub.completion(
            handler.map(PNEvent.pushEnabling.handler),
            for: key("enable push", device, channels)
        )
        change(channels, device, PushEndpoints.add) { [self] in emit(.pushEnabling($0), completion: completion) }
    }

    func disablePush(
        on channels: [PNChannel],
        _ device: PushDevice,
        _ handler: PNClientPushNotificationsDisableHandlingBlock?
    ) {
        let completion = hub.completion(
            handler.map(PNEvent.pushDisabling.handler),
            for: key("disable push", device, channels)
        )
        let list = Validation.checked(channels)
        let fault = list.valid.isEmpty ? nil : list.fault
        change(fault == nil ? channels : list.valid, device, PushEndpoints.remove) { [self] outcome in
            emit(outcome, fault: fault, completion: completion) { .pushDisabling($0) }
        }
    }

    func removeAllPush(from device: PushDevice, _ handler: PNClientPushNotificationsRemoveHandlingBlock?) {
        let completion = hub.completion(handler.map(PNEvent.pushRemoval.handler), for: key("remove push", device))
        do throws(PNError) {
            let device = try Validation.device(device)
            submit(PushEndpoints.removeAll(from: device), order: order(of: device)) { [self] in
                emit(.pushRemoval($0), completion: completion)
            }
        } catch {
            emit(.pushRemoval(.failure(error)), completion: completion)
        }
    }

    func requestPushChannels(
        of device: PushDevice,
        _ handler: PNClientPushNotificationsEnabledChannelsHandlingBlock?
    ) {
        let completion = hub.completion(handler.map(PNEvent.pushChannels.handler), for: key("push channels", device))
        do throws(PNError) {
            loadPushChannels(of: try Validation.device(device)) { [self] result in
                emit(.pushChannels(result.map { PNChannel.exactly(named: $0) }), completion: completion)
            }
        } catch {
            emit(.pushChannels(.failure(error)), completion: completion)
        }
    }

    /// Reads pages until one is not full, or has no new channels.
    private func loadPushChannels(
        of device: RegisteredDevice,
        known: [String] = [],
        completion: @escaping @Sendable (PNEvent.Outcome<[String]>) -> Void
    ) {
        let call = PushEndpoints.channels(of: device, after: known.last)
        submit(call, order: order(of: device)) { [weak self] result in
            guard case .success(let page) = result else { return completion(result) }
            let all = known + page.names(notIn: known)
            guard let self, page.count >= PushEndpoints.pageSize, all.count > known.count else {
                return completion(.success(all))
            }
            loadPushChannels(of: device, known: all, completion: completion)
        }
    }

    private func change(
        _ channels: [PNChannel],
        _ device: PushDevice,
        _ call: (NameList, RegisteredDevice) -> Call<Void>,
        report: @escaping @Sendable (PushOutcome) -> Void
    ) {
        do throws(PNError) {
            let device = try Validation.device(device)
            let names = try Validation.names(of: channels)
            submit(call(names, device), order: order(of: device)) { result in
                report(result.map { channels }.mapError { $0.associated(with: channels) })
            }
        } catch {
            report(.failure(error.associated(with: channels)))
        }
    }

    private func key(_ operation: String, _ device: PushDevice, _ channels: [PNChannel] = []) -> Completion.Key {
        let token = device.token.map { RegisteredDevice(token: $0, type: device.type).token } ?? ""
        return Completion.Key(operation, [device.type.rawValue, token] + channels.map(\.name))
    }

    /// Calls for one device take place in order.
    private func order(of device: RegisteredDevice) -> String {
        "device \(device.type.rawValue) \(device.token)"
    }
}

extension Validation {
    static func device(_ device: ClientEngine.PushDevice) throws(PNError) -> RegisteredDevice {
        guard let token = device.token, !token.isEmpty else { throw PNError(code: kPNDevicePushTokenIsEmptyError) }
        let known = RegisteredDevice(token: token, type: device.type)
        // The token itself never appears in an error.
        guard !isDotSegment(known.token) else { throw PNError(input: "The device token is \(dotSegments).") }
        return known
    }
}
