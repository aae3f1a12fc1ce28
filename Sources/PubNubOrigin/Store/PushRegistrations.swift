/// Which devices get notifications of which channels.
struct PushRegistrations: Sendable {
    private var channelsOf: [PushDevice: Set<String>] = [:]
    /// How many channels there are on all devices together.
    private(set) var count = 0

    /// The channels of a device in order of their names; none when it is not known.
    func channels(of device: PushDevice) -> [String] { channelsOf[device]?.sorted() ?? [] }

    /// How many of these channels the device does not have yet.
    func countNew(_ channels: [String], on device: PushDevice) -> Int {
        Set(channels).subtracting(channelsOf[device] ?? []).count
    }

    mutating func apply(_ change: PushChange) {
        switch change {
        case .add(let channels, let device):
            guard !channels.isEmpty else { return }
            count += countNew(channels, on: device)
            channelsOf[device, default: []].formUnion(channels)
        case .remove(let channels, let device):
            count -= channelsOf[device]?.intersection(channels).count ?? 0
            channelsOf[device]?.subtract(channels)
            if channelsOf[device]?.isEmpty == true { channelsOf[device] = nil }
        case .removeDevice(let device):
            count -= channelsOf.removeValue(forKey: device)?.count ?? 0
        }
    }
}
