/// The member `type` of a signal that tells whether somebody is typing.
enum TypingSignal: String, Sendable {
    case on = "typing_on"
    case off = "typing_off"
}
