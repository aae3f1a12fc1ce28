import Dispatch
import PubNubMachines
import PubNubWire

/// How large messages would be.
extension ClientEngine {
    /// What stands for the size of a message that would not be sent.
    private static let noSize = -1

    /// Tells the size of the request in which a message would be sent. What is given is read at once; encryption and
    /// compression are not on the caller's time, and not on that of the callback queue.
    func sizeOfMessage(
        _ message: Any?,
        _ channel: String,
        isCompressed: Bool,
        isStored: Bool,
        _ metadata: [String: Any]?,
        _ block: @escaping PNMessageSizeCalculationCompletionBlock
    ) {
        var options = PublishOptions(isCompressed: isCompressed, isStored: isStored)
        let draft = MessageDraft.new(message: message, channel: PNChannel(name: channel))
        let drafted: PNMessage
        do throws(PNError) {
            if let metadata { options.metadata = try JSONBridge.value(metadata) }
            drafted = try draft.message(options)
        } catch {
            return hub.hand(Self.noSize, to: block)
        }
        let box = CallbackBox(block)
        DispatchQueue.global().async { [self, options] in
            hub.hand((try? size(of: drafted, options)) ?? Self.noSize, to: box.value)
        }
    }

    private func size(of message: PNMessage, _ options: PublishOptions) throws(PNError) -> Int {
        // Messages of an outbox are marked, and the mark is sent with them.
        let isMarked = read { $0.settings.outbox != nil || $0.desk.machine.count > 0 }
        let (_, call) = try composed(message, options, id: isMarked ? Self.newMark() : "")
        do throws(Failure) {
            return try read { $0.builder }.build(call, id: .next()).byteCount ?? Self.noSize
        } catch {
            throw PNError(error)
        }
    }
}
