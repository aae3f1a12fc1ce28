@testable import PubNubOrigin
@testable import PubNubWire

extension OriginState {
    /// A number for everything that clients can see of the state, and that later entries depend on, apart from buffers. It is the same for the
    /// same state in this process.
    var digest: Int {
        var hasher = Hasher()
        hasher.combine(clock.latest)
        hasher.combine(groups.count)
        hasher.combine(push.count)
        hasher.combine(objectStore.count)
        hasher.combine(objectStore.bytes)
        hasher.combine(actions.count)
        hasher.combine(actions.bytes)
        hasher.combine(announcements.count)
        hasher.combine(announcements.nextDue)
        hasher.combine(presence.count)
        hasher.combine(presence.stateBytes)
        hasher.combine(push.channels(of: ClusterLoad.device))
        for keyset in ClusterLoad.keysets {
            for group in ClusterLoad.groups { hasher.combine(groups.channels(of: group, keyset: keyset)) }
            for channel in ClusterLoad.channels { combine(Topic(keyset: keyset, name: channel), into: &hasher) }
            for client in ClusterLoad.clients { combine(client, keyset, into: &hasher) }
        }
        return hasher.finalize()
    }

    private func combine(_ topic: Topic, into hasher: inout Hasher) {
        for occupant in presence.occupants(of: topic) {
            hasher.combine(occupant.client)
            hasher.combine(occupant.state)
            hasher.combine(presence.deadline(of: PresentClient(topic: topic, client: occupant.client)))
        }
        for action in actions.page(HistoryRange(), on: topic).actions {
            hasher.combine(action.timetoken)
            hasher.combine(action.value)
        }
        let target = AccessTarget(keyset: topic.keyset, scope: .channel(topic.name))
        hasher.combine(access.entry(on: target, at: clock.latest)?.everybody)
    }

    private func combine(_ client: String, _ keyset: String, into hasher: inout Hasher) {
        let objects = objectStore[keyset]
        hasher.combine(objects.users[client]?.eTag)
        for entry in objects.page(of: client, .user, ObjectQuery()).entries {
            hasher.combine(entry.record.channel)
            hasher.combine(entry.record.updated)
        }
    }
}
