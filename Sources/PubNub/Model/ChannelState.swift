import PubNubLocks
import PubNubWire

/// What is known about one channel or group, shared by every object of that name.
final class ChannelState: Sendable {
    struct Values: Sendable {
        var timetoken: Timetoken?
        var presenceDate: PNDate?
        var occupancy: UInt = 0
        var participants: Set<String> = []
        var groupChannels: [PNChannel] = []
    }

    private let identity: ChannelIdentity
    private let values = Locked(Values())

    init(identity: ChannelIdentity) {
        self.identity = identity
    }

    deinit {
        ChannelStates.forget(identity)
    }

    var current: Values {
        values.withLock { $0 }
    }

    func update(_ change: (inout Values) -> Void) {
        values.withLock { change(&$0) }
    }
}
