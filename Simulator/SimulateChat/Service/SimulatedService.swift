import Foundation

@testable import PubNub
@testable import PubNubChat
@testable import PubNubSupport
@testable import PubNubMachines
@testable import struct PubNubWire.RawJSON

/// A plain model of the service: its data, and all events that it sent.
struct SimulatedService: Sendable {
    struct Publication: Sendable {
        let at: Timetoken
        let id: String
        let channel: String
        let author: String
        let form: PayloadForm
        var reactions: [Reaction] = []
        /// The message as a store reads it, without reactions. Reading the JSON for each response takes a large part
        /// of the time of a run; stores also read it when it arrives.
        var read: Result<[ChatMessage<Model>], ChatError> = .success([])

        var text: String { "\(id) of \(author)" }
    }

    struct Reaction: Hashable, Sendable {
        let at: Timetoken
        let user: String
        let value: String
        let type: String

        /// Some of the values edit the message, delete it, or start its thread.
        init(at: Timetoken, user: String, value: String, type: String? = nil) {
            (self.at, self.user, self.value) = (at, user, value)
            self.type = type ?? Self.type(of: value)
        }

        private static func type(of value: String) -> String {
            switch value {
            case "v2", "v5": "edited"
            case "v3": "deleted"
            case "v4": "threadRootId"
            default: "reaction"
            }
        }

        /// The value of the message action. The last user starts threads in a channel of its own choice. Some edits look like
        /// encrypted ones, and cannot be read.
        func sent(to publication: Publication) -> String {
            guard value != "v5" else { return "\(EditCipher.beginning)bm90aGluZw==" }
            guard type == "threadRootId", user != Names.user(2) else { return value }
            return ChatThread(parentChannelId: publication.channel, parentTimetoken: publication.at).id
        }
    }

    /// The metadata of a user or a channel.
    struct Object: Sendable {
        var text: String
        /// The type of a channel; nil if none was set.
        var type: String?
        var eTag: String
        var updated: Date
    }

    struct MemberKey: Hashable, Sendable {
        let channel: String
        let user: String
    }

    /// An event for subscribed clients.
    struct Event: Sendable {
        let arrival: LiveArrival
        /// nil for an event that every subscriber receives.
        let channel: String?
        /// The object whose metadata it changes, with the new name; nil for a deletion.
        var metadata: (id: String, name: String?)?
    }

    /// Whether former members are still present.
    var keepsPresence = true
    private(set) var now: Timetoken = 17_000_000_000_000_000
    private(set) var publications: [Publication] = []
    private(set) var junk: [(at: Timetoken, channel: String)] = []
    private(set) var deleted: [Publication] = []
    private(set) var users: [String: Object] = [:]
    private(set) var channels: [String: Object] = [:]
    var members: [MemberKey: Membership] = [:]
    /// Current and former memberships.
    var everMembers: Set<MemberKey> = []
    /// The memberships that ended at some time.
    var endedMembers: Set<MemberKey> = []
    /// The last change of each membership by each store, or by any other client.
    var touchedMembers: [MemberKey: [Int: MemberTouch]] = [:]
    /// The latest read marker that each membership had.
    var highestMarkers: [MemberKey: Timetoken] = [:]
    /// The state of present users; 0 for none.
    private(set) var present: [MemberKey: Int] = [:]
    private(set) var log: [Event] = []
    /// The stores that changed a message action; -1 for any other client.
    private(set) var touched: [OutboxWish: Set<Int>] = [:]

    /// The publications of a message, oldest first.
    func publications(of id: String) -> [Publication] { publications.filter { $0.id == id } }

    /// The publication at a time.
    func publication(on channel: String, at timetoken: Timetoken) -> Publication? {
        publications.first { $0.at == timetoken && $0.channel == channel }
    }

    /// Advances the time.
    mutating func tick() { now += 10_000_000 }

    /// Applies a change if it is possible.
    mutating func apply(_ change: ServiceChange) {
        tick()
        switch change {
        case .publish(let message, let author, let form):
            publish(Names.message(message), on: Names.channel(ofMessage: message), Names.user(author), form)
        case .publishJunk(let channel):
            junk.append((now, Names.channels[channel]))
            tell(Names.channels[channel], .message(publisher: "u0", payload: RawJSON(["no": "message"])))
        case .react(let message, let toLatest, let user, let value):
            react(Names.message(message), toLatest, Names.user(user), "v\(value)")
        case .unreact(let pick): unreact(pick)
        case .delete(let message):
            erase(Names.message(message))
        case .setUser(let user, let name): set("uuid", Names.user(user), "n\(name)", nil)
        case .setChannel(let channel, let name):
            set("channel", Names.channels[channel], "n\(name)", channels[Names.channels[channel]]?.type)
        case .setType(let channel, let isDirect):
            let id = Names.channels[channel]
            set("channel", id, channels[id]?.text ?? "n0", isDirect ? "direct" : "group")
        case .removeUser(let user): remove("uuid", Names.user(user))
        case .removeChannel(let channel): remove("channel", Names.channels[channel])
        case .setMember(let channel, let user, let status):
            setMember(MemberKey(channel: Names.channels[channel], user: Names.user(user))) { $0.status = "s\(status)" }
        case .read(let channel, let user):
            let key = MemberKey(channel: Names.channels[channel], user: Names.user(user))
            guard members[key] != nil, let newest = publications.last(where: { $0.channel == key.channel })?.at
            else { return }
            setMember(key) { $0.marker = newest }
        case .removeMember(let channel, let user):
            removeMember(MemberKey(channel: Names.channels[channel], user: Names.user(user)))
        case .join(let channel, let user):
            let key = MemberKey(channel: Names.channels[channel], user: Names.user(user))
            guard present.updateValue(present[key] ?? 0, forKey: key) == nil else { return }
            tell(key.channel, .presence(.join(key.user)))
        case .leave(let channel, let user):
            let key = MemberKey(channel: Names.channels[channel], user: Names.user(user))
            leave(key)
        case .state(let channel, let user, let value):
            let key = MemberKey(channel: Names.channels[channel], user: Names.user(user))
            present[key] = value
            tell(key.channel, .presence(.state(key.user, RawJSON(text: #"{"s":\#(value)}"#))))
        case .outdatePresence(let channel):
            tell(Names.channels[channel], .presence(.interval(joined: [], left: [], isOutdated: true)))
        }
    }

    private mutating func publish(_ id: String, on channel: String, _ author: String, _ form: PayloadForm) {
        // A deleted message does not return under its identifier.
        guard !deleted.contains(where: { $0.id == id }) else { return }
        var publication = Publication(at: now, id: id, channel: channel, author: author, form: form)
        publication.read = Self.read(publication)
        publications.append(publication)
        tell(channel, .message(publisher: author, payload: publication.payload))
    }

    /// Deletes all publications of a message.
    mutating func erase(_ id: String) {
        deleted += publications(of: id)
        publications.removeAll { $0.id == id }
    }

    /// Ends the presence of a user.
    mutating func leave(_ key: MemberKey) {
        guard present.removeValue(forKey: key) != nil else { return }
        tell(key.channel, .presence(.leave(key.user)))
    }

    /// Adds a message that was published before any client subscribed.
    mutating func addHistory(_ message: Int) {
        tick()
        let (id, channel) = (Names.message(message), Names.channel(ofMessage: message))
        var publication = Publication(at: now, id: id, channel: channel, author: Names.user(2), form: .plain)
        publication.read = Self.read(publication)
        publications.append(publication)
    }

    private mutating func react(_ id: String, _ toLatest: Bool, _ user: String, _ value: String) {
        let index =
            toLatest ? publications.lastIndex { $0.id == id } : publications.firstIndex { $0.id == id }
        guard let index, !publications[index].reactions.contains(where: { $0.user == user && $0.value == value })
        else { return }
        let reaction = Reaction(at: now, user: user, value: value)
        publications[index].reactions.append(reaction)
        // Of the edits of an author the last one counts, whichever device made it.
        if reaction.type == "edited", publications(of: id).contains(where: { $0.author == user }) {
            touch(reaction, publications[index])
        }
        tell(reaction, to: publications[index], isRemoved: false)
    }

    /// Records who changes a message action.
    mutating func touch(_ key: OutboxWish, _ number: Int) { touched[key, default: []].insert(number) }

    private mutating func touch(_ reaction: Reaction, _ publication: Publication) {
        let value = reaction.type == "edited" ? nil : reaction.value
        touch(OutboxWish(messageId: publication.id, type: reaction.type, value: value), -1)
    }

    /// The error for a response with a status.
    private static func refusal(_ status: Int) -> PNError {
        var failure = Failure(.refused, code: kPNAPIUnauthorizedAccessError)
        failure.response = ServiceResponse(status: status, information: "refused")
        return PNError(failure)
    }

    /// Adds or removes a message action of a user.
    ///
    /// - Returns: The action; an error if the service has no such message, has the action already, or does not have it.
    mutating func change(
        _ isAdded: Bool,
        _ channel: String,
        _ timetoken: Timetoken,
        _ user: String,
        _ type: String,
        _ value: String
    ) -> Result<ChatMessageAction<Model>, PNError> {
        tick()
        let index = publications.firstIndex { $0.at == timetoken && $0.channel == channel }
        guard let index else { return .failure(Self.refusal(404)) }
        let known = publications[index].reactions.firstIndex { $0.user == user && $0.value == value && $0.type == type }
        guard isAdded else {
            guard let known else { return .failure(Self.refusal(404)) }
            let reaction = publications[index].reactions.remove(at: known)
            tell(reaction, to: publications[index], isRemoved: true)
            return .success(action(reaction, to: publications[index]))
        }
        guard known == nil else { return .failure(Self.refusal(409)) }
        let reaction = Reaction(at: now, user: user, value: value, type: type)
        publications[index].reactions.append(reaction)
        tell(reaction, to: publications[index], isRemoved: false)
        return .success(action(reaction, to: publications[index]))
    }

    private mutating func unreact(_ pick: Int) {
        let places = publications.indices.flatMap { index in
            publications[index].reactions.indices.map { (index, $0) }
        }
        guard !places.isEmpty else { return }
        let (index, position) = places[pick % places.count]
        let reaction = publications[index].reactions.remove(at: position)
        touch(reaction, publications[index])
        tell(reaction, to: publications[index], isRemoved: true)
    }

    private mutating func tell(_ reaction: Reaction, to publication: Publication, isRemoved: Bool) {
        let event = LiveEvent.Reaction(
            isRemoved: isRemoved,
            actionTimetoken: reaction.at,
            parentTimetoken: publication.at,
            type: reaction.type,
            value: reaction.sent(to: publication),
            userId: reaction.user
        )
        tell(publication.channel, .reaction(event))
    }

    private mutating func set(_ kind: String, _ id: String, _ name: String, _ type: String?) {
        let object = Object(text: name, type: type, eTag: "e\(now)", updated: date)
        if kind == "uuid" { users[id] = object } else { channels[id] = object }
        let member = type.map { #""type":"\#($0)","# } ?? ""
        tell(kind, #"{"id":"\#(id)","name":"\#(name)",\#(member)\#(object.version),"later":[1]}"#, of: id, name)
    }

    private mutating func remove(_ type: String, _ id: String) {
        let before = type == "uuid" ? users.removeValue(forKey: id) : channels.removeValue(forKey: id)
        guard before != nil else { return }
        tell(type, #"{"id":"\#(id)"}"#, of: id, nil, isDelete: true)
    }

    mutating func tellMember(_ key: MemberKey, _ more: String, isDelete: Bool) {
        let data = #"{"channel":{"id":"\#(key.channel)"},"uuid":{"id":"\#(key.user)"}\#(more)}"#
        tell(key.channel, .object(.init(type: "membership", isDelete: isDelete, data: RawJSON(text: data))))
    }

    private mutating func tell(_ type: String, _ data: String, of id: String, _ name: String?, isDelete: Bool = false) {
        let channel = type == "channel" ? id : nil
        let event = LiveEvent.object(.init(type: type, isDelete: isDelete, data: RawJSON(text: data)))
        log.append(
            Event(arrival: arrival(channel ?? Names.channels[0], event), channel: channel, metadata: (id, name))
        )
    }

    private mutating func tell(_ channel: String, _ event: LiveEvent) {
        log.append(Event(arrival: arrival(channel, event), channel: channel))
    }

    private func arrival(_ channel: String, _ event: LiveEvent) -> LiveArrival {
        LiveArrival(channel: channel, through: channel, timetoken: now, event: event)
    }

    var date: Date { Date(timeIntervalSince1970: Double(now) / 10_000_000) }
}

extension SimulatedService.Publication {
    /// The published payload.
    var payload: RawJSON {
        RawJSON(text: #"{"id":"\#(id)","text":"\#(text)","createdAt":"2024-01-01T00:00:00.000Z"\#(form.fields)}"#)
    }
}

extension RawJSON {
    /// The JSON that a client of the simulation sends; null if it is not valid.
    fileprivate init(text: String) {
        self = (try? RawJSON(validating: Array(text.utf8))) ?? RawJSON(.null)
    }
}

extension SimulatedService.Object {
    /// The JSON members with the version.
    fileprivate var version: String { #""eTag":"\#(eTag)","updated":"\#(ISODate.text(of: updated) ?? "")""# }
}

/// A service that two stores share.
final class SharedService: Sendable {
    private let content: Locked<SimulatedService>

    init(_ traits: ChatTraits) {
        var service = SimulatedService()
        service.keepsPresence = traits.contains(.presentFormerMembers)
        content = Locked(service)
    }

    var state: SimulatedService { content.withLock { $0 } }

    /// The time, which is different for each call.
    func time() -> Timetoken {
        content.withLock { content in
            content.tick()
            return content.now
        }
    }

    func apply(_ change: ServiceChange) { edit { $0.apply(change) } }

    /// Publishes a message of a store.
    func publish(_ message: Int, by author: Int) -> Timetoken {
        content.withLock { content in
            content.apply(.publish(message: message, author: author, form: .plain))
            return content.now
        }
    }

    func edit(_ body: (inout SimulatedService) -> Void) { content.withLock { body(&$0) } }

    /// Adds a message that was published before any client subscribed.
    func addHistory(_ message: Int) { content.withLock { $0.addHistory(message) } }

    func touch(_ key: OutboxWish, _ number: Int) { content.withLock { $0.touch(key, number) } }

    /// Adds or removes a message action of a user.
    func change(
        _ isAdded: Bool,
        _ channel: String,
        _ timetoken: Timetoken,
        _ user: String,
        _ type: String,
        _ value: String
    ) -> Result<ChatMessageAction<SimulatedService.Model>, PNError> {
        content.withLock { $0.change(isAdded, channel, timetoken, user, type, value) }
    }
}
