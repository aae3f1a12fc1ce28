import PubNubCodec
package import PubNubMachines
package import PubNubWire

/// The form in which messages are sent.
extension ClientEngine {
    /// The form in which a message is sent, and whether it is stored.
    package struct PublishOptions: Sendable {
        package var isCompressed = false
        package var isStored = true
        /// The metadata for filters of subscribers.
        package var metadata: JSON?
        /// For how many hours the service stores the message; `nil` for the key's own setting.
        package var hoursStored: Int?

        package init(
            isCompressed: Bool = false,
            isStored: Bool = true,
            metadata: JSON? = nil,
            hoursStored: Int? = nil
        ) {
            self.isCompressed = isCompressed
            self.isStored = isStored
            self.metadata = metadata
            self.hoursStored = hoursStored
        }
    }

    /// A message in the form in which it is sent.
    ///
    /// - Parameters:
    ///   - payload: The message.
    ///   - push: The payloads for push services, by the names of their members in the message.
    ///   - channel: The name of the channel.
    ///   - options: The form.
    ///   - id: Marks the message; empty for none.
    /// - Returns: The message, and the call that sends it.
    /// - Throws: 113 without the keys, or the error of the cipher.
    package func composed(
        _ payload: RawJSON,
        push: [String: JSON] = [:],
        to channel: String,
        _ options: PublishOptions,
        id: String
    ) throws(Failure) -> (OutboxRecord.StoredMessage, Call<Timetoken>) {
        let (cryptor, missingKey) = read { state in
            (state.cryptor, state.missingKey(for: .publish))
        }
        if let missingKey { throw missingKey }
        let stored = OutboxRecord.StoredMessage(
            id: id,
            channel: channel,
            payload: try Self.text(of: payload, push: push, encryptedWith: cryptor),
            isCompressed: options.isCompressed,
            isStored: options.isStored,
            hoursStored: options.hoursStored,
            metadata: options.metadata
        )
        return (stored, MessagingEndpoints.publish(stored))
    }

    /// Sends the call of a message, after those of earlier messages to its channel.
    ///
    /// `submit` would do the same, but in another module it is not specialized: it would look up its generic types for each
    /// message, which takes 3,400 instructions.
    ///
    /// - Parameters:
    ///   - call: The call of a composed message.
    ///   - channel: The name of the channel.
    ///   - completion: Called exactly once, on any thread.
    package func publish(
        _ call: Call<Timetoken>,
        on channel: String,
        completion: @escaping @Sendable (Result<Timetoken, Failure>) -> Void
    ) {
        submit(call, order: channel, as: .publish, completion: completion)
    }

    /// Makes an unpredictable mark, so that a client cannot forge a duplicate of a message before it has received the message.
    package static func newMark() throws(Failure) -> String {
        do throws(CryptorError) {
            return Digest.hex(try SecureRandom.bytes(12))
        } catch {
            throw Failure(error)
        }
    }

    /// The published JSON.
    private static func text(
        of payload: RawJSON,
        push: [String: JSON],
        encryptedWith cryptor: MessageCipher?
    ) throws(Failure) -> [UInt8] {
        guard cryptor != nil || !push.isEmpty else { return Array(payload.bytes) }
        let message = payload.value()
        do throws(CryptorError) {
            let composed = try PayloadComposer.compose(
                message: !push.isEmpty && message.isNull ? nil : message,
                push: push,
                cryptor: cryptor
            )
            return (composed ?? .null).bytes
        } catch {
            throw Failure(error)
        }
    }
}
