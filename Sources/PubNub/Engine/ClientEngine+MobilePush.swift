/// Messages whose end is told as a status.
extension ClientEngine {
    /// Sends what the application gave, and tells how that ended.
    func publish(_ draft: MessageDraft, _ block: PNPublishCompletionBlock?) {
        let options = PublishOptions()
        guard let block else {
            publish(draft, options, nil)
            return
        }
        // What can be sent is read now, so that another try sends the same.
        let sent = (try? draft.message(options)).map(MessageDraft.again) ?? draft
        let box = CallbackBox((draft: sent, block: block))
        publish(sent, options) { [weak self] state, object in
            switch state {
            case .sent:
                box.value.block(PNPublishStatus(object as? PNMessage))
            case .sendingError:
                let error = object as? PNError ?? PNError(code: kPNUnknownError)
                let again: @Sendable () -> Void = { [weak self] in self?.publish(box.value.draft, box.value.block) }
                box.value.block(PNPublishStatus(error, again: again))
            default: break
            }
        }
    }
}
