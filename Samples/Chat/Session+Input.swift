import Foundation
import PubNubChat

extension Session {
    private var isTyping: Bool { !view.editor.text.isEmpty && !view.editor.text.hasPrefix("/") }

    /// Keys edit the line, scroll, or end the program; a script has nothing but lines, and ends when all of them are sent.
    func read(_ bytes: [UInt8]) {
        let (room, wasTyping) = (room, isTyping)
        if bytes.isEmpty, terminal != nil { return leave(1) }
        for key in decoder.keys(in: bytes.isEmpty ? [10] : bytes) {
            switch key {
            case "\u{3}": leave(0)
            case "\u{4}": if view.editor.text.isEmpty { leave(0) }
            case "\r", "\n": perform(view.editor.take())
            case "\u{C}": terminal?.clear()
            case "\u{1B}[5~": if view.scroll(pages: -1) { showOlder() }
            case "\u{1B}[6~": _ = view.scroll(pages: 1)
            default: view.editor.apply(key)
            }
        }
        let isTyping = isTyping
        if isTyping || wasTyping { start { try? await $0.typing.send(isTyping: isTyping, on: room) } }
        if bytes.isEmpty { leaveWhenSent() }
        show()
    }

    private func perform(_ line: String) {
        view.remarks = []
        view.bottom = nil
        let user = chat.currentUserId
        switch Command(line) {
        case .nothing: break
        case .say(let text): say(text)
        case .react(let number, let value):
            guard let message = transcript.message(number) else { return remark("there is no message #\(number)") }
            let request = MessageActionSendRequest<VoidCustomData>(
                channelId: room,
                messageTimetoken: message.timetoken,
                actionType: "reaction",
                actionValue: value
            )
            start { try await $0.dataProvider.sendRemoteMessageAction(request) }
        case .unreact(let number, let value):
            guard let action = transcript.reaction(of: user, to: number, value) else { return remark("there is no such reaction of yours") }
            start { try await $0.dataProvider.removeRemoteMessageAction(MessageActionRequest(messageAction: action)) }
        case .rename(let name):
            start { try await $0.dataProvider.updateRemoteUser(ChatUserRequest(user: PubNubChatUser(id: user, name: name))) }
        case .who:
            remark("here: \(transcript.names(present: true))")
            remark("away: \(transcript.names(present: false))")
        case .help: Command.list.forEach(remark)
        case .wrong: remark("cannot do “\(line)”, see /help")
        case .quit: leave(0)
        }
    }
}
