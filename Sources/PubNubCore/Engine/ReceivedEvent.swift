package import PubNubMachines
package import PubNubWire

/// An event of the subscribe loop for listeners and the iterations of subscriptions.
package enum ReceivedEvent: Sendable {
    case message(ReceivedMessage)
    case signal(ReceivedMessage)
    case presence(PresencePayload, ReceivedMessage)
    case action(ActionRecord, isAddition: Bool, ReceivedMessage)
    case object(ObjectEventRecord, ReceivedMessage)
    /// Messages sent between these times may be missing.
    case gap(from: Timetoken, to: Timetoken)
    /// The channels of the iteration are subscribed. History has to bring what was published before the long poll could.
    case subscribed(past: [IterationTable.Past])
    /// The client is not connected any more; the error is `nil` if the application disconnected it.
    case disconnected(Failure?)
    case connecting

    /// Whether it says only that the connection has changed.
    var isConnectionChange: Bool {
        switch self {
        case .connecting, .disconnected: true
        case .subscribed(let past): past.isEmpty
        case .message, .signal, .presence, .action, .object, .gap: false
        }
    }

    /// Whether it came with a page of the service. Only these events are counted while they wait.
    var isFromPage: Bool {
        switch self {
        case .message, .signal, .presence, .action, .object: true
        case .gap, .subscribed, .disconnected, .connecting: false
        }
    }
}

/// A received envelope, with its payload decrypted.
package struct ReceivedMessage: Sendable {
    package let channel: String
    /// The channel group through which it arrived, as it stands on the wire.
    package let group: String?
    /// The group or wildcard through which it arrived.
    package let subscription: String?
    package let publisher: String?
    package let timetoken: Timetoken
    package let payload: RawJSON
    package let metadata: RawJSON?
    package let customType: String?
    /// Whether there is a cipher key that does not decrypt it.
    package let isUndecryptable: Bool
    package let kind: EnvelopeKind

    /// Whether its content decides if it is a message about a file.
    package let isAboutFile: Bool
}

extension ReceivedMessage {
    fileprivate init(
        _ envelope: Envelope,
        group: String?,
        at timetoken: Timetoken,
        payload: RawJSON,
        isUndecryptable: Bool = false
    ) {
        channel = envelope.channel
        self.group = group
        subscription = envelope.subscription
        publisher = envelope.publisher
        self.timetoken = timetoken
        self.payload = payload
        metadata = envelope.metadata
        customType = envelope.customType
        self.isUndecryptable = isUndecryptable
        kind = envelope.kind
        isAboutFile = envelope.kind == .file || envelope.isFromHistory
    }
}

extension ReceivedEvent {
    /// The event of an envelope.
    ///
    /// - Parameters:
    ///   - envelope: The envelope.
    ///   - group: The name of the group through which it arrived.
    ///   - page: The time of its page, which applies if the envelope has none.
    ///   - cryptor: Decrypts messages; `nil` without a cipher key.
    init(_ envelope: Envelope, group: String?, page: Timetoken, cryptor: MessageCipher?) {
        let timetoken = envelope.timetoken ?? page
        // If the application retains the message, that must not retain the rest of the page.
        let payload = envelope.payload.compacted()
        let plain = ReceivedMessage(envelope, group: group, at: timetoken, payload: payload)
        if envelope.isPresence, let change = PresencePayload(envelope.payload.value()) {
            self = .presence(change, plain)
            return
        }
        switch envelope.kind {
        case .signal:
            self = .signal(plain)
            return
        case .object:
            if let record = ObjectEventRecord(envelope.payload) {
                self = .object(record, plain)
                return
            }
        case .action:
            if let record = ActionEventRecord(envelope.payload, publisher: envelope.publisher) {
                self = .action(record.action, isAddition: record.isAddition, plain)
                return
            }
        case .message, .file: break
        }
        guard let cryptor else {
            self = .message(plain)
            return
        }
        let decrypted = MessageDecryptor.decrypt(payload, with: cryptor)
        self = .message(
            ReceivedMessage(
                envelope,
                group: group,
                at: timetoken,
                // An original that cannot be decrypted: the receiver may be able to use it.
                payload: decrypted.failure == nil ? decrypted.payload : payload,
                isUndecryptable: decrypted.failure != nil
            )
        )
    }
}
