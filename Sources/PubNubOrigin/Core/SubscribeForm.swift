/// The shape of a subscribe answer, which depends on the version and on what was subscribed to.
enum SubscribeForm: Sendable, Equatable {
    /// Version 1 with one channel: messages and timetoken.
    case single
    /// Version 1 with several channels: a list of channel names as well.
    case multiple
    /// Version 1 with a group or wildcard: the matched names and the channel names. An answer without messages has
    /// `blanks` empty lists.
    case matched(blanks: Int)
    /// Version 2; `named` when each envelope repeats the name it matched.
    case envelopes(named: Bool)
}
