import Foundation
import PubNubChat

/// One person in a room, at a terminal or as a script. All of it happens on the main actor, so nothing needs a lock.
@MainActor final class Session {
    private let room: String
    private let chat: PubNubChatProvider
    private let localOrigin: LocalOrigin?
    private var terminal: Terminal?
    private var (decoder, view, transcript, isLoading) = (KeyDecoder(), View(), Transcript(), false)
    private var state = "connecting" { didSet { if terminal == nil { remark(state) } } }
    private var limit: Int
    private var shown: [Task<Void, any Error>] = []
    private var last: Task<Void, Never>?  // Is over when all that was started is.

    init(_ options: Options) throws {
        let (user, key) = (options["user"] ?? "", options["subscribe-key"])
        let data = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
        let directory = data.appending(path: "pubnub-chat")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let names = [user, key].compactMap { $0?.addingPercentEncoding(withAllowedCharacters: .alphanumerics) }
        let file = URL(fileURLWithPath: options["store"] ?? "\(directory.path)/\(names.joined(separator: "@")).sqlite")
        guard flock(Glibc.open(file.path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600), LOCK_EX | LOCK_NB) == 0 else {
            throw Failure(description: "cannot lock \(file.path); is \(user) in another terminal?")
        }
        var copy = DatastoreConfiguration(storageDirectlyURL: file.deletingLastPathComponent())
        copy.storageUniqueFilename = file.lastPathComponent
        localOrigin = key == nil ? try LocalOrigin(in: directory) : nil
        let origin = localOrigin?.address ?? options["origin"]
        var service = ChatServiceAddress(publishKey: options["publish-key"] ?? "demo", subscribeKey: key ?? "demo")
        service.origin = origin?.replacing(#/^https?:\/\//#, with: "")
        service.isSecure = origin?.hasPrefix("http://") != true
        chat = try PubNubChatProvider(service: service, userId: user, datastoreConfiguration: copy)
        room = options["room"] ?? ""
        terminal = Terminal()
        limit = terminal == nil ? 1000 : 50  // A script may be told much at once.
    }

    /// Shows what is stored, at once, and what comes; connects as soon as that is possible.
    func open() {
        let (store, room, user) = (chat.store, room, chat.currentUserId)
        let members = PubNubManagedMember.membersBy(channelID: room)
        observe(store.changes(of: PubNubManagedUser.usersBy(channelID: room))) { $0.transcript.users = $1.entities }
        observe(store.changes(of: members)) { $0.transcript.members = $1.entities }
        observe(chat.typing.changes(on: room)) { $0.transcript.typing = $1 }
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
        start { [localOrigin] chat in
            if let localOrigin, (try? await localOrigin.start()) == nil {
                Task { while (try? await localOrigin.start()) == nil { try await Task.sleep(for: .seconds(1)) } }
            }
            try await chat.subscribe(to: [room])
            await untilItWorks(chat) {
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
            observe(chat.store.changes(of: messages)) { session, now in
                if session.transcript.messages != nil { now.insertions.reversed().forEach(session.print) }
                session.transcript.messages = now.entities
            },
            observe(chat.store.changes(of: actions)) { $0.transcript.reactions = $1.entities },
        ]
    }

    /// Shows more of what is stored and, where that ends, loads what was before.
    private func showOlder() {
        let messages = transcript.messages ?? []
        if messages.count >= limit {
            limit += 50
            showMessages()
        } else if !isLoading {
            isLoading = true
            let request = MessageHistoryRequest(channels: [room], start: messages.last?.timetoken)
            Task {
                _ = try? await chat.dataProvider.syncRemoteMessages(request)
                isLoading = false
            }
        }
    }

    /// Takes keys, which edit the line, scroll, or end the program; a script has nothing but lines, and ends when all are sent.
    func read(_ bytes: [UInt8]) {
        let (room, wasTyping) = (room, isTyping)
        if bytes.isEmpty, terminal != nil { return leave(1) }
        for key in decoder.keys(in: bytes.isEmpty ? [10] : bytes) {
            switch key {
            case "\u{3}": leave(0)
            case "\u{4}": if view.editor.text.isEmpty { leave(0) }
            case "\r", "\n": perform(view.editor.text)
            case "\u{C}": terminal?.drawn = []
            case "\u{1B}[5~": if view.scroll(pages: -1) { showOlder() }
            case "\u{1B}[6~": _ = view.scroll(pages: 1)
            default: view.editor.apply(key)
            }
        }
        let isTyping = isTyping
        if isTyping || wasTyping { Task { try await chat.typing.send(isTyping: isTyping, on: room) } }
        show()
        if bytes.isEmpty { leave(0, after: last) }
    }

    private var isTyping: Bool { !view.editor.text.isEmpty && !view.editor.text.hasPrefix("/") }

    private func perform(_ line: String) {
        let user = chat.currentUserId
        (view.editor, view.remarks, view.bottom) = (LineEditor(), [], nil)
        switch Command(line) {
        case .say(let text): if text.contains(where: { !$0.isWhitespace }) { say(text) }
        case .react(let number, let value):
            guard let message = transcript.message(number) else { return remark("there is no message #\(number)") }
            start { chat in
                let parent: PubNubChatMessage = try await chat.store.read { try message.convert(from: $0) }
                let request = MessageActionSendRequest(parent: parent, actionType: "reaction", actionValue: value)
                try await chat.dataProvider.sendRemoteMessageAction(request)
            }
        case .unreact:
            guard let reaction = transcript.reactions.last(where: { $0.pubnubUserId == user }) else { break }
            start { chat in
                let action: PubNubChatMessageAction = try await chat.store.read { try reaction.convert(from: $0) }
                try await chat.dataProvider.removeRemoteMessageAction(MessageActionRequest(messageAction: action))
            }
        case .rename(let name):
            let request = ChatUserRequest(user: PubNubChatUser(id: user, name: name))
            start { try await $0.dataProvider.updateRemoteUser(request) }
        case .who:
            for isHere in [true, false] { remark("\(isHere ? "here" : "away"): \(transcript.names(present: isHere))") }
        case .help: Command.list.forEach(remark)
        case .wrong: remark("cannot do “\(line)”, see /help")
        case .quit: leave(0)
        }
    }

    /// Stores a message, which shows it, and sends it after those before, as soon as that is possible.
    private func say(_ text: String) {
        let me = PubNubChatUser(id: chat.currentUserId)
        var message = PubNubChatMessage(content: .init(text: text), pubnubUserId: me.id, pubnubChannelId: room)
        (message.userModel, message.channelModel) = (me, PubNubChatChannel(id: room))
        do {
            try chat.store.write { _ = try PubNubManagedMessage.insert(message: message, into: $0) }
            start { chat in await untilItWorks(chat) { try await chat.dataProvider.sendUnsentMessages() } }
        } catch {
            remark("\(error)")
        }
    }

    /// Does something after what was started before, when there is a connection, and says what was against it.
    private func start(_ action: @escaping @Sendable (PubNubChatProvider) async throws -> Void) {
        last = Task { [last] in
            await last?.value
            do { try await action(chat) } catch { remark("\(error)") }
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
        (view.entries, view.size) = (transcript.entries(), Terminal.size)
        let frame = view.frame()
        terminal?.draw(frame.rows, cursor: frame.cursor)
    }

    private func print(_ message: PubNubManagedMessage) {
        let text = "\(transcript.name(of: message.pubnubUserId ?? "")): \(message.text.printable)\n"
        if terminal == nil { Terminal.write(text) }
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
        if (try? await chat.connect()) == nil { while let next = await news.next(), next != .connected {} }
        try? await Task.sleep(for: .seconds(1))
    }
}
