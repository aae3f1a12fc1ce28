/// What an envelope of a subscribe page carries.
package enum EnvelopeKind: Int, Sendable, Hashable {
    /// A published message; also the kind of everything in a v1 page and of presence events.
    case message = 0
    /// A signal: small, never stored.
    case signal = 1
    /// A change of an App Context object.
    case object = 2
    /// A reaction to a message.
    case action = 3
    /// A shared file.
    case file = 4
}
