import Foundation
import PubNubChat

/// One person in a room, at a terminal or as a script. All of it happens on the main actor, so nothing needs a lock.
@MainActor final class Session {
    private let room: String
    private let chat: PubNubChatProvider
    private let localOrigin: LocalOrigin?
    private var terminal: Terminal?
    private var decoder = KeyDecoder()
    private var view = View()
    private var transcript = Transcript()
    /// Whether older messages are being fetched.
    private var isLoading = false
    private var state = "connecting" {
        didSet { if terminal == nil { remark(state) } }
    }
    /// How many messages are shown.
    private var limit: Int
    /// The observations of messages and reactions.
    private var shown: [Task<Void, any Error>] = []
    /// Is over when all that was started is.
    private var last: Task<Void, Never>?

    init(_ options: Options) throws {
        let user = options["user"] ?? ""
        let key = options["subscribe-key"]
        let data = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
        let directory = data.appending(path: "pubnub-chat")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let file = Self.file(options["store"], in: directory, of: [user, key].compactMap(\.self))
        let lock = Glibc.open(file.path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            throw Failure(description: "cannot lock \(file.path); is \(user) in another terminal?")
        }
        let copy = DatastoreConfiguration(
            storageDirectlyURL: file.deletingLastPathComponent(),
            storageUniqueFilename: file.lastPathComponent
        )
        localOrigin = key == nil ? try LocalOrigin(in: directory) : nil
        let origin = localOrigin?.address ?? options["origin"]
        var service = ChatServiceAddress(publishKey: options["publish-key"] ?? "demo", subscribeKey: key ?? "demo")
        service.origin = origin?.replacing(#/^https?:\/\//#, with: "")
        service.isSecure = origin?.hasPrefix("http://") != true
        chat = try PubNubChatProvider(service: service, userId: user, datastoreConfiguration: copy)
        room = options["room"] ?? ""
        terminal = Terminal()
        // A script may be told much at once.
        limit = terminal == nil ? 1000 : 50
    }

    /// The file of the local store: the one that was asked for, or one in the directory with a name made of others.
    private static func file(_ path: String?, in directory: URL, of names: [String]) -> URL {
        if let path { return URL(fileURLWithPath: path) }
        let name = names.compactMap { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) }
            .joined(separator: "@")
        return directory.appending(path: "\(name).sqlite")
    }

    /// Shows what is stored, at once, and what comes; connects as soon as that is possible.
    func open() {
        let room = room
        observe(chat.store.changes(of: PubNubManagedUser.usersBy(channelID: room))) { session, change in
            session.transcript.users = change.entities
        }
        observe(chat.store.changes(of: PubNubManagedMember.membersBy(channelID: room))) { session, change in
            session.transcript.members = change.entities
        }
        observe(chat.typing.changes(on: room)) { session, users in
            session.transcript.typing = users
        }
        observe(chat.news()) { session, news in
            switch news {
            case .connected: session.state = "connected"
            case .disconnected: session.state = "offline"
            case .behind, .filling: session.state = "catching up"
            case .whole: session.state = "complete"
            case .incomplete(_, let reason): session.state = "incomplete: \(reason)"
            case .missing: break
            case .skipped(_, let error, _): session.remark("\(error)")
            case .mismatched(_, _, let fields, _): session.remark("unexpected \(fields.joined(separator: ", "))")
            }
        }
        showMessages()
        connect()
    }

    private func connect() {
        let room = room
        start { [localOrigin] chat in
            if let localOrigin, (try? await localOrigin.start()) == nil {
                // Another program has the origin inside; this one takes over when that ends.
                Task {
                    while (try? await localOrigin.start()) == nil { try await Task.sleep(for: .seconds(1)) }
                }
            }
            try await chat.subscribe(to: [room])
            await untilItWorks(chat) {
                try await chat.connect()
                // Members are told when others change. What was said before the local store began is loaded.
                let me = PubNubChatMember(channelId: room, userId: chat.currentUserId)
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
            observe(chat.store.changes(of: messages)) { session, change in
                let isFirst = session.transcript.messages == nil
                if !isFirst { change.insertions.reversed().forEach(session.print) }
                session.transcript.messages = change.entities
            },
            observe(chat.store.changes(of: actions)) { session, change in
                session.transcript.reactions = change.entities
            },
        ]
    }

    /// Shows more of what is stored and, where that ends, loads what was before.
    private func showOlder() {
        let count = transcript.messages?.count ?? 0
        if count >= limit {
            limit += 50
            showMessages()
        } else if !isLoading {
            isLoading = true
            let request = MessageHistoryRequest(channels: [room], start: transcript.oldest?.timetoken)
            Task {
                _ = try? await chat.dataProvider.syncRemoteMessages(request)
                isLoading = false
            }
        }
    }

    /// Takes keys, which edit the line, scroll, or end the program; a script has nothing but lines, and ends when all are sent.
    func read(_ bytes: [UInt8]) {
        let isAtEnd = bytes.isEmpty
        if isAtEnd, terminal != nil { return leave(1) }
        let wasTyping = isTyping
        // The last line of a script may have no end.
        for key in decoder.keys(in: isAtEnd ? Array("\n".utf8) : bytes) { press(key) }
        let isTyping = isTyping
        if isTyping || wasTyping {
            Task { try await chat.typing.send(isTyping: isTyping, on: room) }
        }
        show()
        if isAtEnd { leave(0, after: last) }
    }

    private func press(_ key: String) {
        switch key {
        case Key.controlC: leave(0)
        case Key.controlD: if view.editor.text.isEmpty { leave(0) }
        case "\r", "\n": perform(view.editor.text)
        case Key.controlL: terminal?.drawn = []
        case Key.pageUp: if view.scroll(pages: -1) { showOlder() }
        case Key.pageDown: _ = view.scroll(pages: 1)
        default: view.editor.apply(key)
        }
    }

    private var isTyping: Bool { !view.editor.text.isEmpty && !view.editor.text.hasPrefix("/") }

    private func perform(_ line: String) {
        view.editor = LineEditor()
        view.remarks = []
        view.bottom = nil
        switch Command(line) {
        case .say(let text): say(text)
        case .react(let number, let value): react(to: number, with: value)
        case .unreact: unreact()
        case .rename(let name): rename(to: name)
        case .who:
            remark("here: \(transcript.names(present: true))")
            remark("away: \(transcript.names(present: false))")
        case .help: Command.list.forEach(remark)
        case .wrong: remark("cannot do “\(line)”, see /help")
        case .quit: leave(0)
        }
    }

    private func react(to number: Int, with value: String) {
        guard let message = transcript.message(number) else { return remark("there is no message #\(number)") }
        start { chat in
            let parent: PubNubChatMessage = try await chat.store.read { db in try message.convert(from: db) }
            let request = MessageActionSendRequest(parent: parent, actionType: "reaction", actionValue: value)
            try await chat.dataProvider.sendRemoteMessageAction(request)
        }
    }

    /// Takes back the newest reaction.
    private func unreact() {
        let user = chat.currentUserId
        guard let reaction = transcript.reactions.last(where: { $0.pubnubUserId == user }) else { return }
        start { chat in
            let action: PubNubChatMessageAction = try await chat.store.read { db in try reaction.convert(from: db) }
            try await chat.dataProvider.removeRemoteMessageAction(MessageActionRequest(messageAction: action))
        }
    }

    private func rename(to name: String) {
        let request = ChatUserRequest(user: PubNubChatUser(id: chat.currentUserId, name: name))
        start { chat in
            try await chat.dataProvider.updateRemoteUser(request)
        }
    }

    /// Stores a message, which shows it, and sends it after those before, as soon as that is possible.
    private func say(_ text: String) {
        guard text.contains(where: { !$0.isWhitespace }) else { return }
        let message = PubNubChatMessage(
            content: .init(text: text),
            pubnubUserId: chat.currentUserId,
            userModel: PubNubChatUser(id: chat.currentUserId),
            pubnubChannelId: room,
            channelModel: PubNubChatChannel(id: room)
        )
        do {
            try chat.store.write { db in
                _ = try PubNubManagedMessage.insert(message: message, into: db)
            }
            start { chat in
                await untilItWorks(chat) { try await chat.dataProvider.sendUnsentMessages() }
            }
        } catch {
            remark("\(error)")
        }
    }

    /// Does something after what was started before, when there is a connection, and says what was against it.
    private func start(_ action: @escaping @Sendable (PubNubChatProvider) async throws -> Void) {
        last = Task { [last] in
            await last?.value
            do {
                try await action(chat)
            } catch {
                remark("\(error)")
            }
            show()
        }
    }

    @discardableResult private func observe<Changes: AsyncSequence & Sendable>(
        _ changes: Changes,
        _ apply: @escaping (Session, Changes.Element) -> Void
    ) -> Task<Void, any Error> where Changes.Element: Sendable {
        Task {
            for try await change in changes where !Task.isCancelled {
                apply(self, change)
                show()
            }
        }
    }

    private func remark(_ text: String) {
        view.remarks = (view.remarks + [text.printable]).suffix(5)
        if terminal == nil { FileHandle.standardError.write(Data("* \(text.printable)\n".utf8)) }
    }

    private func show() {
        guard terminal != nil else { return }
        let typing = transcript.typing.map { "\(transcript.name(of: $0)) typing… · " }.joined()
        view.status = "\(room) · \(state) · \(typing)here: \(transcript.names(present: true))"
        view.entries = transcript.entries()
        view.size = Terminal.size
        let frame = view.frame()
        terminal?.draw(frame.rows, cursor: frame.cursor)
    }

    private func print(_ message: PubNubManagedMessage) {
        guard terminal == nil else { return }
        Terminal.write("\(transcript.name(of: message.pubnubUserId ?? "")): \(message.text.printable)\n")
    }

    /// Tells the others, if that does not take long, and ends.
    func leave(_ status: Int32, after task: Task<Void, Never>? = nil) {
        Task {
            await task?.value
            DispatchQueue.global().asyncAfter(deadline: .now() + 2) { exit(status) }
            try? await chat.unsubscribe(from: [room])
            try? await chat.close()
            exit(status)
        }
    }
}

/// Tries again and again, with each connection: without one nothing works.
private func untilItWorks(_ chat: PubNubChatProvider, _ action: @Sendable () async throws -> Void) async {
    var news = chat.news().makeAsyncIterator()
    while (try? await action()) == nil {
        if (try? await chat.connect()) == nil {
            while let next = await news.next(), next != .connected {}
        }
        try? await Task.sleep(for: .seconds(1))
    }
}
