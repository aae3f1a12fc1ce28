import Foundation
import PubNubWire

/// Registering devices for notifications.
extension ClientEngine {
    typealias PushOutcome = PNEvent.Outcome<[PNChannel]>

    /// A device as a call names it: the token as the app got it from its push service.
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
        change(channels, device, PushEndpoints.remove) { [self] in emit(.pushDisabling($0), completion: completion) }
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
                emit(.pushChannels(result.map { PNChannel.channels(withNames: $0) }), completion: completion)
            }
        } catch {
            emit(.pushChannels(.failure(error)), completion: completion)
        }
    }

    /// Reads page after page until one is not full, or tells nothing new.
    private func loadPushChannels(
        of device: PushEndpoints.Device,
        known: [String] = [],
        completion: @escaping @Sendable (PNEvent.Outcome<[String]>) -> Void
    ) {
        let call = PushEndpoints.channels(of: device, after: known.last)
        submit(call, order: order(of: device)) { [weak self] result in
            guard case .success(let page) = result else { return completion(result) }
            let all = known + page.filter(Set(page).subtracting(known).contains)
            guard let self, page.count >= PushEndpoints.pageSize, all.count > known.count else {
                return completion(.success(all))
            }
            loadPushChannels(of: device, known: all, completion: completion)
        }
    }

    private func change(
        _ channels: [PNChannel],
        _ device: PushDevice,
        _ call: (NameList, PushEndpoints.Device) -> Call<Void>,
        tell: @escaping @Sendable (PushOutcome) -> Void
    ) {
        do throws(PNError) {
            let device = try Validation.device(device)
            let names = try Validation.names(of: channels)
            submit(call(names, device), order: order(of: device)) { result in
                tell(result.map { channels }.mapError { $0.associated(with: channels) })
            }
        } catch {
            tell(.failure(error.associated(with: channels)))
        }
    }

    private func key(_ operation: String, _ device: PushDevice, _ channels: [PNChannel] = []) -> Completion.Key {
        let token = device.token.map { PushEndpoints.Device(token: $0, type: device.type).token } ?? ""
        return Completion.Key(operation, [device.type.rawValue, token] + channels.map(\.name))
    }

    /// What is asked for one device is done in the order in which it was asked.
    private func order(of device: PushEndpoints.Device) -> String {
        "device \(device.type.rawValue) \(device.token)"
    }
}
