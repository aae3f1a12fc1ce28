package import PubNubMachines
import PubNubWire

/// The channels whose messages a device receives as notifications.
package enum PushEndpoints {
    /// The number of channels in one response by default.
    package static let pageSize = ServiceLimits.pushPage

    /// Enables notifications of the device for messages on these channels.
    package static func add(_ channels: NameList, on device: RegisteredDevice) -> Call<Void> {
        change(.pushChannels, device, [.escaped(name: "add", value: channels.escaped)])
    }

    /// Disables notifications of the device for messages on these channels.
    package static func remove(_ channels: NameList, from device: RegisteredDevice) -> Call<Void> {
        change(.pushChannels, device, [.escaped(name: "remove", value: channels.escaped)])
    }

    /// Disables all notifications of the device.
    package static func removeAll(from device: RegisteredDevice) -> Call<Void> {
        change(.pushRemoval, device)
    }

    /// Requests one page of the channels of the device.
    ///
    /// - Parameters:
    ///   - device: the device.
    ///   - last: the last channel of the page before; `nil` for the first page.
    /// - Returns: a call whose result is the names.
    package static func channels(of device: RegisteredDevice, after last: String? = nil) -> Call<[String]> {
        let start: [QueryItem] = last.map { [.text("start", $0)] } ?? []
        return Call(
            route: .pushChannels,
            arguments: arguments(device),
            query: start + shared(device)
        ) { response in
            ResponseReader.decode(response) { $0.names }
        }
    }

    private static func change(_ route: Route, _ device: RegisteredDevice, _ query: [QueryItem] = []) -> Call<Void> {
        Call(route: route, arguments: arguments(device), query: query + shared(device)) { response in
            ResponseReader.decode(response) { $0[0] == .integer(1) ? () : nil }
        }
    }

    private static func arguments(_ device: RegisteredDevice) -> CallArguments {
        ["token": PercentEncoding.escape(device.token)]
    }

    /// 3.7.8 sent no type for an Apple device. The service refuses such a call today.
    private static func shared(_ device: RegisteredDevice) -> [QueryItem] {
        [.text("type", device.type.rawValue), .identifier, .authorization, .library]
    }
}
