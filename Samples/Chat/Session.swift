import Foundation
import PubNubChat

/// One person in a room, at a terminal or as a script. All of it happens on the main actor, so nothing needs a lock.
@MainActor
final class Session {
    let room: String
    let chat: PubNubChatProvider
    var terminal: Terminal?
    var view = View()
    var transcript = Transcript()
    var decoder = KeyDecoder()
    private var state = "connecting"
    private var limit = 50
    private var shown: [Task<Void, any Error>] = []
    private var printed: Set<String>?
    private var running = 0
    private var isEnding = false

    init(_ options: Options) throws {
        let (user, key) = (options["user"] ?? "", options["subscribe-key"])
        let directory = URL.applicationSupportDirectory.appending(path: "pubnub-chat")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let name = [user, key].compactMap { $0?.addingPercentEncoding(withAllowedCharacters: .alphanumerics) }
        let file = directory.appending(path: "\(name.joined(separator: "@")).sqlite")
        let store = options["store"].map { URL(fileURLWithPath: $0) } ?? file
        guard flock(try LocalOrigin.openLock(for: store), LOCK_EX | LOCK_NB) == 0 else {
            throw Failure("\(store.path) is in use: is \(user) in another terminal?")
        }
        let origin = try key == nil ? LocalOrigin.start(in: directory) : options["origin"]
        room = options["room"] ?? ""
        chat = try PubNubChatProvider(
            service: ChatServiceAddress(
                publishKey: options["publish-key"] ?? "demo",
                subscribeKey: key ?? "demo",
                origin: origin?.replacing(#/^https?:\/\//#, with: ""),
                isSecure: origin?.hasPrefix("http://") != true
            ),
            userId: user,
            datastoreConfiguration: DatastoreConfiguration(
                storageDirectlyURL: store.deletingLastPathComponent(),
                storageUniqueFilename: store.lastPathComponent
            ),
            cacheProvider: MemoryCacheProvider()
        )
        terminal = Terminal()
        view.size = Terminal.size
    }

    /// Shows what is stored, at once, and what comes; connects as soon as that is possible.
    func open() {
        let (store, room, user) = (chat.store, room, chat.currentUserId)
        observe(chat.news()) { $0.state = "\($1)" }
        observe(chat.typing.changes(on: room)) { $0.transcript.typing = $1 }
        observe(store.changes(of: PubNubManagedUser.usersBy(channelID: room))) { $0.transcript.users = $1.entities }
        observe(store.changes(of: PubNubManagedMember.membersBy(channelID: room))) {
            $0.transcript.members = $1.entities
        }
        observe(store.changes(of: PubNubManagedMessage.unsentMessagesBy(pubnubUserId: user))) {
            $0.transcript.waiting = $1.entities.filter { $0.pubnubChannelId == room }
        }
        showMessages()
        start { chat in
            try await chat.subscribe(to: [room])
            await Self.untilItWorks {
                try await chat.connect()
                // Members are told when others change. What was said before the copy began is loaded.
                let me = PubNubChatMember(channelId: room, userId: user)
                let request = MembersModifyRequest(members: [me], modificationDirection: .modifyChannelsByUser)
                try await chat.dataProvider.createRemoteMembers(request)
                _ = try await chat.dataProvider.syncRemoteMessages(MessageHistoryRequest(channels: [room]))
                _ = try await chat.dataProvider.sendUnsentMessages()
            }
        }
    }

    /// Shows the newest messages with their reactions, and nothing any more that was shown before.
    private func showMessages() {
        for task in shown { task.cancel() }
        let messages = PubNubManagedMessage.newestMessagesBy(pubnubChannelId: room, limit: limit)
        let actions = PubNubManagedMessageAction.newestMessageActionsBy(pubnubChannelId: room, messages: limit)
        shown = [
            observe(chat.store.changes(of: messages)) { $0.transcript.messages = $1.entities },
            observe(chat.store.changes(of: actions)) { $0.transcript.reactions = $1.entities },
        ]
    }

    /// Shows more of what is stored and, where that ends, loads what was before.
    func showOlder() {
        let messages = transcript.messages ?? []
        if let oldest = messages.last?.timetoken, messages.count < limit {
            let request = MessageHistoryRequest(channels: [room], start: oldest)
            start { _ = try await $0.dataProvider.syncRemoteMessages(request) }
        }
        limit = messages.count + 50
        showMessages()
    }
}
