import PubNubCodec
import PubNubWire

/// Sending messages.
extension ClientEngine {
    /// How a message travels and whether it is kept.
    struct PublishOptions: Sendable {
        var isCompressed = false
        var isStored = true
        /// What filters of subscribers are applied to.
        var metadata: JSONValue?
        /// How many hours the history keeps the message; nil for the key's own setting.
        var hoursStored: Int?
    }

    /// Sends what the application gave, or tells why it cannot be sent.
    ///
    /// - Returns: The message; nil when what was given is not one.
    @discardableResult
    func publish(
        _ draft: MessageDraft,
        _ options: PublishOptions,
        _ handler: PNClientMessageProcessingBlock?
    ) -> PNMessage? {
        let completion = hub.completion(handler.map { .messageProcessing($0) }, for: nil)
        do throws(PNError) {
            let message = try draft.message(options)
            send(message, options, completion)
            return message
        } catch {
            let attempt = draft.attempt
            emit(.sendFailed(attempt, error.associated(with: attempt)), completion: completion)
            return nil
        }
    }

    private func send(_ message: PNMessage, _ options: PublishOptions, _ completion: Completion?) {
        let (stored, call): (OutboxRecord.StoredMessage, Call<Timetoken>)
        do throws(PNError) {
            let isKept = try prepareOutbox()
            (stored, call) = try composed(message, options, id: isKept ? Self.newMark() : "")
            try Validation.size(of: call)
        } catch {
            emit(.sendFailed(message, error.associated(with: message)), completion: completion)
            return
        }
        guard stored.id.isEmpty else { return keep(stored, message, completion) }
        emit(.willSend(message), completion: completion)
        // One in flight at a time for each channel, unless the configuration allows more, keeps their order.
        submit(call, order: stored.channel, as: .publish) { [self] result in
            switch result {
            case .success(let timetoken):
                message.accepted(at: timetoken)
                emit(.didSend(message), completion: completion)
            case .failure(let error):
                emit(.sendFailed(message, error.associated(with: message)), completion: completion)
            }
        }
    }

    /// The message as it is going to be sent, marked with `id` unless that is empty.
    func composed(
        _ message: PNMessage,
        _ options: PublishOptions,
        id: String
    ) throws(PNError) -> (OutboxRecord.StoredMessage, Call<Timetoken>) {
        let (cryptor, hasKeys) = read { ($0.cryptor, $0.settings.hasKeys(for: .publish)) }
        guard hasKeys else { throw PNError(code: kPNInvalidSubscribeOrPublishKeyError) }
        let text: [UInt8]
        do throws(CryptorError) {
            text = try message.text(encryptedWith: cryptor)
        } catch {
            throw PNError(error)
        }
        let stored = OutboxRecord.StoredMessage(
            id: id,
            channel: message.channel.name,
            payload: text,
            isCompressed: options.isCompressed,
            isStored: options.isStored,
            hoursStored: options.hoursStored,
            metadata: options.metadata
        )
        return (stored, MessagingEndpoints.publish(stored))
    }

    /// Marks a message so that nobody can make another one with the same mark before having seen it.
    static func newMark() throws(PNError) -> String {
        do throws(CryptorError) {
            return Digest.hex(try SecureRandom.bytes(12))
        } catch {
            throw PNError(error)
        }
    }
}

extension PNMessage {
    /// The JSON text that is published.
    fileprivate func text(encryptedWith cryptor: MessageCipher?) throws(CryptorError) -> [UInt8] {
        let push = outgoing?.push ?? [:]
        guard cryptor != nil || !push.isEmpty else { return Array(payload.bytes) }
        let message = payload.value()
        let composed = try PayloadComposer.compose(
            message: !push.isEmpty && message.isNull ? nil : message,
            push: push,
            cryptor: cryptor
        )
        return (composed ?? .null).serialized()
    }
}
