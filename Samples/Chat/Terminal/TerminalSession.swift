import Foundation
import PubNubChat

/// Shows a room in a terminal, and applies keys and commands to it. Without a terminal it sends each line of the input, and prints each new message.
@MainActor final class TerminalSession {
    private let room: ChatRoom
    private var terminal: Terminal?
    private var decoder = KeyDecoder()
    private var view = View()
    private var status = "connecting"

    init(_ options: Options) throws {
        let account = try ChatAccount(options)
        let terminal = Terminal()
        self.terminal = terminal
        let session = WeakSession()
        // A script may receive many messages in one change.
        room = ChatRoom(options["room"] ?? "", account, limit: terminal == nil ? 1000 : 50) { event in
            session.value?.show(event)
        }
        session.value = self
    }

    func open() {
        room.open()
    }

    /// Handles bytes of the input: keys of a terminal, or lines of a script. Empty bytes mean the end of the input.
    func read(_ bytes: [UInt8]) {
        let isAtEnd = bytes.isEmpty
        if isAtEnd, terminal != nil { return leave(1) }
        let wasTyping = isTyping
        // The last line of a script may lack a line end.
        for key in decoder.keys(in: isAtEnd ? Array("\n".utf8) : bytes) { press(key) }
        if isTyping || wasTyping { room.type(isTyping: isTyping) }
        draw()
        if isAtEnd { leave(0, isFinishing: true) }
    }

    /// Leaves the room if that takes less than two seconds, and ends the program.
    ///
    /// - Parameters:
    ///   - status: The exit status.
    ///   - isFinishing: Whether to wait until all actions ended.
    func leave(_ status: Int32, isFinishing: Bool = false) {
        Task {
            if isFinishing { await room.finish() }
            DispatchQueue.global().asyncAfter(deadline: .now() + 2) { exit(status) }
            await room.close()
            exit(status)
        }
    }
}

// MARK: Input

extension TerminalSession {
    private var isTyping: Bool { !view.editor.text.isEmpty && !view.editor.text.hasPrefix("/") }

    private func press(_ key: String) {
        switch key {
        case Key.controlC: leave(0)
        case Key.controlD: if view.editor.text.isEmpty { leave(0) }
        case "\r", "\n": perform(view.editor.text)
        case Key.controlL: terminal?.drawn = []
        case Key.pageUp: if view.scroll(pages: -1) { room.showOlder() }
        case Key.pageDown: _ = view.scroll(pages: 1)
        default: view.editor.apply(key)
        }
    }

    private func perform(_ line: String) {
        view.editor = LineEditor()
        view.notices = []
        view.bottom = nil
        switch Command(line) {
        case .say(let text): room.say(text)
        case .react(let number, let value): withMessage(number) { room.react(to: $0, with: value) }
        case .edit(let number, let text): withMessage(number) { room.edit($0, to: text) }
        case .undo(let number): withMessage(number) { room.undoEdit(of: $0) }
        case .delete(let number): withMessage(number) { room.delete($0) }
        case .restore(let number): withMessage(number) { room.restore($0) }
        case .thread(let number): withMessage(number) { room.openThread(of: $0) }
        case .back: room.closeThread()
        case .search(let words): room.search(words)
        case .unreact: room.unreact()
        case .rename(let name): room.rename(to: name)
        case .retry: room.retryFailed()
        case .discard: room.discardFailed()
        case .who:
            notice("here: \(names(present: true))")
            notice("away: \(names(present: false))")
        case .help: Command.list.forEach(notice)
        case .wrong: notice("cannot do “\(line)”, see /help")
        case .quit: leave(0)
        }
    }

    private func withMessage(_ number: Int, _ action: (RoomContent.Row) -> Void) {
        guard let message = room.content.message(number) else { return notice("there is no message #\(number)") }
        action(message)
    }
}

// MARK: Output

extension TerminalSession {
    private func show(_ event: ChatRoom.Event) {
        switch event {
        case .changed: break
        case .status(let status):
            self.status = status
            if terminal == nil { notice(status) }
        case .notice(let text): notice(text)
        case .arrived(let message):
            guard terminal == nil else { break }
            let author = RoomContent.author(of: message).printable
            Terminal.write("\(author): \(message.text.printable)\n")
        }
        draw()
    }

    private func notice(_ text: String) {
        view.notices = (view.notices + [text.printable]).suffix(8)
        if terminal == nil { FileHandle.standardError.write(Data("* \(text.printable)\n".utf8)) }
    }

    private func draw() {
        guard terminal != nil else { return }
        let typing = room.content.typing.map { "\(room.content.name(of: $0).printable) typing… · " }.joined()
        if view.bottom == nil { room.markRead() }
        let unread = room.content.unread.flatMap { $0.count > 0 ? "\($0.count) unread · " : nil } ?? ""
        let place = room.thread == nil ? room.name : "\(room.name) › thread"
        view.status = "\(place) · \(status) · \(unread)\(typing)here: \(names(present: true))"
        view.entries = room.messages().map(Entry.init)
        view.size = Terminal.size
        let frame = view.frame()
        terminal?.draw(frame.rows, cursor: frame.cursor)
    }

    private func names(present: Bool) -> String {
        room.content.names(present: present).joined(separator: ", ").printable
    }
}

/// Lets the room report to a session that is created after it.
@MainActor private final class WeakSession {
    weak var value: TerminalSession?
}
