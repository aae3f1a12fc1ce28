@testable import PubNubOrigin

/// The rows of a server in the tables of a data file, with which a restart begins.
struct StoredRows: Sendable {
    private struct GrantKey: Hashable {
        let target: AccessTarget
        let key: String?
    }

    private(set) var applied = 0
    private var latest: UInt64 = 0
    private var presence: [PresentClient: PresenceRecord] = [:]
    private var notes: [CrowdNote] = []
    private var announcements: [Announcement] = []
    private var grants: [GrantKey: AccessRecord] = [:]
    private var others: [ArchiveChange] = []
    /// The messages and their removals, in order.
    private(set) var messages: [ArchiveChange] = []

    /// Takes in the changes of an applied record.
    mutating func write(_ changes: [ArchiveChange], applied: Int, latest: UInt64) {
        self.applied = applied
        self.latest = latest
        for change in changes { write(change) }
    }

    /// Deletes the grants that have expired, as a data file does now and then.
    mutating func prune() {
        grants = grants.filter { $0.value.grant.isValid(at: latest) }
    }

    /// The rows that a restart reads.
    func restored(_ mistake: ClusterMistake?, region: Int) -> RestoredState {
        var restored = RestoredState()
        restored.latest = latest
        restored.applied = LogPosition(rawValue: UInt64(applied))
        restored.messages = messages.compactMap { change in
            guard case .message(let stored) = change, !stored.message.isSilent else { return nil }
            return EnvelopeWriter(topic: stored.topic, region: region).write(stored.message)
        }
        restored.changes = others + grants.values.map { .access($0) }
        for var record in presence.values.sorted(by: { $0.order < $1.order }) {
            if mistake == .forgottenDeadlines { record.deadline = nil }
            restored.changes.append(.presence(.here(record)))
        }
        if mistake != .forgottenNotes { restored.changes += notes.map { .presence(.noted($0)) } }
        if mistake != .forgottenAnnouncements {
            restored.changes += announcements.map { .presence(.announcing($0)) }
        }
        return restored
    }

    private mutating func write(_ change: ArchiveChange) {
        switch change {
        case .message: messages.append(change)
        case .removal:
            messages.append(change)
            // The actions on the messages are removed as well.
            others.append(change)
        case .groups, .push, .revocation, .object, .action: others.append(change)
        case .access(let record): grants[GrantKey(target: record.target, key: record.key)] = record
        case .presence(.here(let record)): presence[record.present] = record
        case .presence(.gone(let present)): presence[present] = nil
        case .presence(.noted(let note)): notes.append(note)
        case .presence(.intervalPassed(let keysets)): notes.removeAll { keysets.contains($0.topic.keyset) }
        case .presence(.announcing(let announcement)): announcements.append(announcement)
        case .presence(.announced(let count)): announcements.removeFirst(min(count, announcements.count))
        }
    }
}
