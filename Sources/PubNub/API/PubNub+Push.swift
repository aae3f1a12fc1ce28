public import Foundation
import PubNubCore
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
        face.enablePush(on: [channel], .init(token: pushToken, type: pushType), handlerBlock)
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
        face.enablePush(on: channels, .init(token: pushToken, type: pushType), handlerBlock)
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
        face.disablePush(on: [channel], .init(token: pushToken, type: pushType), handlerBlock)
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
        face.disablePush(on: channels, .init(token: pushToken, type: pushType), handlerBlock)
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
        face.removeAllPush(from: .init(token: pushToken, type: pushType), handlerBlock)
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
        face.requestPushChannels(of: .init(token: pushToken, type: pushType), handlerBlock)
    }
}

/// Registering devices for notifications.
extension ClientFace {
    typealias PushOutcome = PNEvent.Outcome<[PNChannel]>

    /// A device in a call: the token as the application received it from its push service.
    struct PushDevice: Sendable {
        let token: Data?
        let type: PNPushService
    }

    func enablePush(
        on channels: [PNChannel],
        _ device: PushDevice,
        _ handler: PNClientPushNotificationsEnableHandlingBlock?
    ) {
        let completion = Completion(handler.map(PNEvent.pushEnabling.handler))
        inLine("enable push") { [self] position in
            change(channels, device, PushEndpoints.add, at: position) { [self] in
                emit(.pushEnabling($0), completion: completion, ending: position)
            }
        }
    }

    func disablePush(
        on channels: [PNChannel],
        _ device: PushDevice,
        _ handler: PNClientPushNotificationsDisableHandlingBlock?
    ) {
        let completion = Completion(handler.map(PNEvent.pushDisabling.handler))
        let list = Validation.checked(channels)
        let fault = list.valid.isEmpty ? nil : list.error
        inLine("disable push") { [self] position in
            change(fault == nil ? channels : list.valid, device, PushEndpoints.remove, at: position) { [self] outcome in
                emit(outcome, fault: fault, completion: completion, ending: position) { .pushDisabling($0) }
            }
        }
    }

    func removeAllPush(from device: PushDevice, _ handler: PNClientPushNotificationsRemoveHandlingBlock?) {
        let completion = Completion(handler.map(PNEvent.pushRemoval.handler))
        inLine("remove push") { [self] position in
            let report: @Sendable (PNEvent.Outcome<Void>) -> Void = { [self] in
                emit(.pushRemoval($0), completion: completion, ending: position)
            }
            do throws(Failure) {
                let device = try Validation.device(device)
                submit(
                    PushEndpoints.removeAll(from: device),
                    order: order(of: device),
                    at: position,
                    completion: report
                )
            } catch {
                report(.failure(PNError(error)))
            }
        }
    }

    func requestPushChannels(
        of device: PushDevice,
        _ handler: PNClientPushNotificationsEnabledChannelsHandlingBlock?
    ) {
        let completion = Completion(handler.map(PNEvent.pushChannels.handler))
        inLine("push channels") { [self] position in
            let report: @Sendable (PNEvent.Outcome<[String]>) -> Void = { [self] result in
                let outcome = result.map { PNChannel.exactly(named: $0) }
                emit(.pushChannels(outcome), completion: completion, ending: position)
            }
            do throws(Failure) {
                loadPushChannels(of: try Validation.device(device), at: position, completion: report)
            } catch {
                report(.failure(PNError(error)))
            }
        }
    }

    /// Reads pages until one is not full, or has no new channels.
    private func loadPushChannels(
        of device: RegisteredDevice,
        known: [String] = [],
        at position: CallPosition,
        completion: @escaping @Sendable (PNEvent.Outcome<[String]>) -> Void
    ) {
        let call = PushEndpoints.channels(of: device, after: known.last)
        submit(call, order: order(of: device), at: position) { [weak self] result in
            guard case .success(let page) = result else { return completion(result) }
            let all = known + page.names(notIn: known)
            guard let self, page.count >= PushEndpoints.pageSize, all.count > known.count else {
                return completion(.success(all))
            }
            loadPushChannels(of: device, known: all, at: position, completion: completion)
        }
    }

    private func change(
        _ channels: [PNChannel],
        _ device: PushDevice,
        _ call: (NameList, RegisteredDevice) -> Call<Void>,
        at position: CallPosition,
        report: @escaping @Sendable (PushOutcome) -> Void
    ) {
        do throws(Failure) {
            let device = try Validation.device(device)
            let names = try Validation.names(of: channels)
            submit(call(names, device), order: order(of: device), at: position) { result in
                report(result.map { channels }.mapError { $0.associated(with: channels) })
            }
        } catch {
            report(.failure(error.associated(with: channels)))
        }
    }

    /// Calls for one device take place in order.
    private func order(of device: RegisteredDevice) -> String {
        "device \(device.type.rawValue) \(device.token)"
    }
}

extension Validation {
    static func device(_ device: ClientFace.PushDevice) throws(Failure) -> RegisteredDevice {
        try self.device(device.token ?? Data(), device.type.service)
    }
}
