import PubNubWire

/// Which devices get notifications of which channels.
package struct PushTable: Sendable {
    private var channelsOf: [PushDevice: Set<NameKey>] = [:]
    /// How many channels there are on all devices together.
    private(set) var count = 0
    private var counts = KeysetCounts()

    /// How many channels there are on all devices of a keyset.
    package func count(keyset: String) -> Int { counts[keyset] }

    /// The channels of a device in order of their names; none when it is not known.
    func channels(of device: PushDevice) -> [String] { channelsOf[device]?.sortedNames ?? [] }

    /// How many of these channels the device does not have yet.
    func countNew(_ channels: [String], on device: PushDevice) -> Int {
        Set(names: channels).subtracting(channelsOf[device] ?? []).count
    }

    mutating func apply(_ change: PushChange) {
        switch change {
        case .add(let channels, let device):
            guard !channels.isEmpty else { return }
            add(countNew(channels, on: device), to: device)
            channelsOf[device, default: []].formUnion(Set(names: channels))
        case .remove(let channels, let device):
            add(-(channelsOf[device]?.intersection(Set(names: channels)).count ?? 0), to: device)
            channelsOf[device]?.subtract(Set(names: channels))
            if channelsOf[device]?.isEmpty == true { channelsOf[device] = nil }
        case .removeDevice(let device):
            add(-(channelsOf.removeValue(forKey: device)?.count ?? 0), to: device)
        }
    }

    private mutating func add(_ difference: Int, to device: PushDevice) {
        count += difference
        counts.add(difference, to: device.keyset)
    }
}

/// A device that gets notifications, as one service knows it.
package struct PushDevice: Sendable {
    package let keyset: String
    package let service: PushGateway
    package let token: String
    /// The bundle of the app; empty unless the service is `apns2`.
    package var topic = ""
    /// `development` or `production`; empty unless the service is `apns2`.
    package var environment = ""

    package init(keyset: String, service: PushGateway, token: String, topic: String = "", environment: String = "") {
        self.keyset = keyset
        self.service = service
        self.token = token
        self.topic = topic
        self.environment = environment
    }
}

extension PushDevice: Hashable {
    package static func == (left: PushDevice, right: PushDevice) -> Bool {
        left.service == right.service && zip(left.texts, right.texts).allSatisfy { $0.hasSameBytes(as: $1) }
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(service)
        for text in texts { text.hashBytes(into: &hasher) }
    }

    private var texts: [String] { [keyset, token, topic, environment] }
}

/// The services that deliver notifications to a device.
package enum PushGateway: String, Sendable, CaseIterable {
    case apns
    /// APNs by HTTP/2.
    case apns2
    case fcm
    case mpns

    /// A token as it is stored: the hexadecimal digits of Apple's have no case.
    func stored(_ token: String) -> String { self == .apns || self == .apns2 ? token.lowercased() : token }

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
package enum PushChange: Sendable, Equatable {
    case add([String], to: PushDevice)
    case remove([String], from: PushDevice)
    case removeDevice(PushDevice)
}
