import PubNubMachines
import PubNubWire

/// The channels whose messages a device gets as notifications.
enum PushEndpoints {
    /// How many channels come in one answer when nobody says how many.
    static let pageSize = ServiceLimits.pushPage

    /// Notifies the device of messages on these channels from now on.
    static func add(_ channels: NameList, on device: RegisteredDevice) -> Call<Void> {
        change(.pushChannels, device, [.escaped(name: "add", value: channels.escaped)])
    }

    /// Notifies the device of messages on these channels no longer.
    static func remove(_ channels: NameList, from device: RegisteredDevice) -> Call<Void> {
        change(.pushChannels, device, [.escaped(name: "remove", value: channels.escaped)])
    }

    /// Notifies the device of nothing any more.
    static func removeAll(from device: RegisteredDevice) -> Call<Void> {
        change(.pushRemoval, device)
    }

    /// The channels of the device, one page of them.
    ///
    /// - Parameters:
    ///   - device: the device.
    ///   - last: the last channel of the page before; nil for the first page.
    /// - Returns: a call whose result is the names.
    static func channels(of device: RegisteredDevice, after last: String? = nil) -> Call<[String]> {
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

    private static func arguments(_ device: RegisteredDevice) -> [String: String] {
        ["token": PercentEncoding.escape(device.token)]
    }

    /// Without a type the service takes a device for one of Apple's.
    private static func shared(_ device: RegisteredDevice) -> [QueryItem] {
        let type: [QueryItem] = device.type == .apns ? [] : [.text("type", device.type.rawValue)]
        return type + [.identifier, .authorization, .library]
    }
}
