import PubNubWire

/// How a message travels and whether it is kept.
struct PublishOptions: Sendable {
    var isCompressed = false
    var isStored = true
}

/// Sending messages.
extension ClientEngine {
    /// Sends a message that has passed the checks of its draft.
    func publish(_ message: PNMessage, _ options: PublishOptions, completion: CompletionKey?) {
        do {
            let call = try publishCall(message, options)
            emit(.willSend(message), completion: completion)
            // One at a time for each channel keeps their order; a message is not repeated, because it might arrive twice.
            submit(call, order: message.channel.name, isRepeatable: false) { [self] result in
                switch result {
                case .success(let timetoken):
                    message.markSent(at: timetoken)
                    emit(.didSend(message), completion: completion)
                case .failure(let error):
                    emit(.sendFailed(message, error.associated(with: message)), completion: completion)
                }
            }
        } catch {
            emit(.sendFailed(message, error.associated(with: message)), completion: completion)
        }
    }

    private func publishCall(_ message: PNMessage, _ options: PublishOptions) throws(PNError) -> Call<Timetoken> {
        let (cryptor, publishKey) = read { ($0.cryptor, $0.settings.publishKey) }
        guard !publishKey.isEmpty else { throw PNError(code: kPNInvalidSubscribeOrPublishKeyError) }
        let text: String
        do {
            text = try PayloadComposer.text(of: message.payload, cryptor: cryptor)
        } catch {
            throw PNError(error)
        }
        let call = MessagingEndpoints.publish(
            payload: text,
            channel: message.channel.name,
            compressed: options.isCompressed,
            store: options.isStored
        )
        let size = call.body?.count ?? call.arguments["message"]?.utf8.count ?? 0
        guard size <= ServiceLimits.maxMessageBytes else { throw PNError(code: kPNTooLongMessageError) }
        return call
    }
}
