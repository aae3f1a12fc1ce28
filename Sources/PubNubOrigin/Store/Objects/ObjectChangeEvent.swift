import PubNubWire

/// An event about a change in App Context.
struct ObjectChangeEvent: Sendable, Equatable {
    enum Subject: String, Sendable {
        case user = "uuid"
        case channel
        case membership
    }

    let subject: Subject
    /// The channels that it is published on.
    let channels: [String]
    /// The new values of changed fields; nil for a removed object.
    let changed: [String: JSON]?
    /// What names the object.
    let names: [String: JSON]

    /// The message that is published.
    var payload: [UInt8] {
        let event: JSON = .string(changed == nil ? "delete" : "set")
        let data = JSON.object(names.merging(changed ?? [:]) { $1 }).text
        let text =
            "{\"source\":\"objects\",\"version\":\"2.0\",\"event\":\(event.text),"
            + "\"type\":\"\(subject.rawValue)\",\"data\":\(data)}"
        return Array(text.utf8)
    }

    /// A user or channel was changed.
    static func set(
        _ record: MetadataRecord,
        _ kind: ObjectKind,
        before old: MetadataRecord?,
        on channels: [String]
    ) -> ObjectChangeEvent {
        var changed = record.content.members(otherThanIn: old?.content ?? ObjectContent())
        changed["updated"] = .string(Instant(timetoken: record.updated).text)
        changed["eTag"] = .string(record.eTag)
        return ObjectChangeEvent(
            subject: kind == .user ? .user : .channel,
            channels: channels,
            changed: changed,
            names: ["id": .string(record.id)]
        )
    }

    /// A user or channel was removed.
    static func removed(_ id: String, _ kind: ObjectKind, on channels: [String]) -> ObjectChangeEvent {
        ObjectChangeEvent(
            subject: kind == .user ? .user : .channel,
            channels: channels,
            changed: nil,
            names: ["id": .string(id)]
        )
    }

    /// A membership was set.
    static func joined(_ record: MembershipRecord, before old: MembershipRecord?) -> ObjectChangeEvent {
        var changed = record.content.members(otherThanIn: old?.content ?? ObjectContent())
        changed["updated"] = .string(Instant(timetoken: record.updated).preciseText)
        changed["eTag"] = .string(record.eTag)
        return membership(record, changed)
    }

    /// A membership was removed.
    static func parted(_ record: MembershipRecord) -> ObjectChangeEvent { membership(record, nil) }

    private static func membership(_ record: MembershipRecord, _ changed: [String: JSON]?) -> ObjectChangeEvent {
        ObjectChangeEvent(
            subject: .membership,
            channels: [record.channel, record.user].withoutRepetitions(),
            changed: changed,
            names: ["channel": ["id": .string(record.channel)], "uuid": ["id": .string(record.user)]]
        )
    }
}

extension AppContextSettings {
    /// Whether changes of this subject are published.
    func sendsEvents(of subject: ObjectChangeEvent.Subject) -> Bool {
        switch subject {
        case .user: sendsUserEvents
        case .channel: sendsChannelEvents
        case .membership: sendsMembershipEvents
        }
    }
}
