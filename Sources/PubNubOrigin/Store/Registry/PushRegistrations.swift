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

/// A device that gets notifications, as one service knows it.
struct PushDevice: Hashable, Sendable {
    let keyset: String
    let service: PushService
    let token: String
    /// The bundle of the app; empty unless the service is `apns2`.
    var topic = ""
    /// `development` or `production`; empty unless the service is `apns2`.
    var environment = ""
}

/// The services that deliver notifications to a device.
enum PushService: String, Sendable, CaseIterable {
    case apns
    /// APNs by HTTP/2.
    case apns2
    case fcm
    case mpns

    /// The service of a `type` item, by any of its names; nil for an unknown name.
    init?(type: String) {
        switch type {
        case "apns": self = .apns
        case "fcm", "gcm": self = .fcm
        case "mpns": self = .mpns
        default: return nil
        }
    }
}

/// A change of the channels that a device gets notifications of.
enum PushChange: Sendable, Equatable {
    case add([String], to: PushDevice)
    case remove([String], from: PushDevice)
    case removeDevice(PushDevice)
}
