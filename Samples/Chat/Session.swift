import Foundation
import PubNubChat

/// One person in a room, at a terminal or as a script. All of it happens on the main actor, so nothing needs a lock.
@MainActor
final class Session {
    let room: String
    let chat: PubNubChatProvider
    private let localOrigin: LocalOrigin?
    var terminal: Terminal?
    var view = View()
    var transcript = Transcript()
    var decoder = KeyDecoder()
    private var state = "connecting" { didSet { if terminal == nil { remark(state) } } }
    private var limit = 50
    private var shown: [Task<Void, any Error>] = []
    private var printed: Set<String>?
    private var sending: Task<Void, Never>?
    private var running = 0
    private var isEnding = false

    init(_ options: Options) throws {
        let (user, key) = (options["user"] ?? "", options["subscribe-key"])
        let files = FileManager.default
        let directory = files.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0].appending(path: "pubnub-chat")
        try files.createDirectory(at: directory, withIntermediateDirectories: true)
        let names = [user, key].compactMap { $0?.addingPercentEncoding(withAllowedCharacters: .alphanumerics) }
        let file = directory.appending(path: "\(names.joined(separator: "@")).sqlite")
        let store = options["store"].map { URL(fileURLWithPath: $0) } ?? file
        guard flock(Glibc.open(store.path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600), LOCK_EX | LOCK_NB) == 0 else {
            throw Failure("cannot lock \(store.path); is \(user) in another terminal?")
        }
        localOrigin = key == nil ? try LocalOrigin(in: directory) : nil
        let origin = localOrigin?.address ?? options["origin"]
        var service = ChatServiceAddress(publishKey: options["publish-key"] ?? "demo", subscribeKey: key ?? "demo")
        service.origin = origin?.replacing(#/^https?:\/\//#, with: "")
        service.isSecure = origin?.hasPrefix("http://") != true
        var copy = DatastoreConfiguration(storageDirectlyURL: store.deletingLastPathComponent())
        copy.storageUniqueFilename = store.lastPathComponent
        let cache = MemoryCacheProvider()
        chat = try PubNubChatProvider(service: service, userId: user, datastoreConfiguration: copy, cacheProvider: cache)
        room = options["room"] ?? ""
        terminal = Terminal()
        view.size = Terminal.size
    }

    /// Shows what is stored, at once, and what comes; connects as soon as that is possible.
    func open() {
        let (store, room, user) = (chat.store, room, chat.currentUserId)
        observe(chat.typing.changes(on: room)) { $0.transcript.typing = $1 }
        observe(store.changes(of: PubNubManagedUser.usersBy(channelID: room))) { $0.transcript.users = $1.entities }
        observe(store.changes(of: PubNubManagedMember.membersBy(channelID: room))) {
            $0.transcript.members = $1.entities
        }
        observe(store.changes(of: PubNubManagedMessage.unsentMessagesBy(pubnubUserId: user))) {
            $0.transcript.waiting = $1.entities.filter { $0.pubnubChannelId == room }
        }
        observe(chat.news()) { session, news in
            switch news {
            case .connected: session.state = "connected"
            case .disconnected: session.state = "offline"
            case .behind: session.state = "catching up"
            case .filling(_, let count): session.state = "catching up (\(count))"
            case .whole: session.state = "complete"
            case .incomplete(_, let reason): session.state = "incomplete: \(reason)"
            case .skipped(_, let error): session.remark("\(error)")
            }
        }
        showMessages()
        sending = start { [localOrigin] chat in
            await localOrigin?.serve()
            try await chat.subscribe(to: [room])
            await untilItWorks {
                try await chat.connect()
                // Members are told when others change. What was said before the copy began is loaded.
                let me = PubNubChatMember(channelId: room, userId: user)
                let request = MembersModifyRequest(members: [me], modificationDirection: .modifyChannelsByUser)
                try await chat.dataProvider.createRemoteMembers(request)
                try await chat.dataProvider.syncRemoteMessages(MessageHistoryRequest(channels: [room]))
                try await chat.dataProvider.sendUnsentMessages()
            }
        }
    }

    /// Shows the newest messages with their reactions.
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
        if messages.count < limit {
            let request = MessageHistoryRequest(channels: [room], start: messages.last?.timetoken)
            start { try await $0.dataProvider.syncRemoteMessages(request) }
        }
        limit = messages.count + 50
        showMessages()
    }

    /// Stores a message, which shows it, and sends it after those before, as soon as that is possible.
    func say(_ text: String) {
        let me = PubNubChatUser(id: chat.currentUserId)
        var message = PubNubChatMessage(content: .init(text: text), pubnubUserId: me.id, pubnubChannelId: room)
        (message.userModel, message.channelModel) = (me, PubNubChatChannel(id: room))
        sending = start { [message, sending] chat in
            try await chat.dataProvider.load(messages: [message], processMessageActions: false)
            await sending?.value
            await untilItWorks { try await chat.dataProvider.sendUnsentMessages() }
        }
    }

    /// Does something that takes time, and says what was against it.
    @discardableResult
    func start(_ action: @escaping @Sendable (PubNubChatProvider) async throws -> Void) -> Task<Void, Never> {
        running += 1
        return Task {
            do { try await action(chat) } catch { remark("\(error)") }
            running -= 1
            if isEnding, running == 0 { leave(0) }
            show()
        }
    }

    func remark(_ text: String) {
        view.remarks = (view.remarks + [text.printable]).suffix(5)
        if terminal == nil { FileHandle.standardError.write(Data("* \(text.printable)\n".utf8)) }
    }

    func resize() {
        view.size = Terminal.size
        terminal?.clear()
        show()
    }

    /// Draws the screen; for a script, prints the messages that came since the program began.
    func show() {
        view.entries = transcript.entries()
        let typing = transcript.typing.isEmpty ? "" : transcript.typing.map(transcript.name).joined(separator: ", ") + " typing… · "
        view.status = "\(room) · \(state) · \(typing)here: \(transcript.names(present: true))"
        let frame = view.frame()
        terminal?.draw(frame.rows, cursor: frame.cursor)
        guard terminal == nil, transcript.messages != nil else { return }
        let sent = view.entries.filter { !$0.isPending }
        for entry in sent where printed?.contains(entry.id) == false {
            Terminal.write("\(entry.heading)\(entry.text.printable)\n")
        }
        printed = Set(sent.map(\.id)).union(printed ?? [])
    }

    /// Ends as soon as everything is sent, and not much later if it cannot be.
    func leaveWhenSent() {
        isEnding = true
        if running == 0 { leave(0) }
        Task {
            try await Task.sleep(for: .seconds(10))
            remark("not everything could be sent; the rest goes out next time")
            leave(1)
        }
    }

    /// Tells the others, if that does not take long, and ends.
    func leave(_ status: Int32) {
        let (chat, room) = (chat, room)
        Task.detached {
            try? await chat.unsubscribe(from: [room])
            try? await chat.close()
            exit(status)
        }
        Task.detached {
            try? await Task.sleep(for: .seconds(2))
            exit(status)
        }
    }

    @discardableResult
    private func observe<Changes: AsyncSequence & Sendable>(
        _ changes: Changes,
        _ apply: @escaping (Session, Changes.Element) -> Void
    ) -> Task<Void, any Error> where Changes.Element: Sendable {
        Task {
            for try await change in changes {
                apply(self, change)
                show()
            }
        }
    }
}

/// Tries again and again: without a connection nothing works.
private func untilItWorks(_ action: @Sendable () async throws -> Void) async {
    while (try? await action()) == nil { try? await Task.sleep(for: .seconds(1)) }
}
