import PubNub

@testable import PubNub
@testable import PubNubChat
@testable import PubNubMachines

/// A call of the sender that is in flight.
struct Flight: Sendable {
    let outcome: SendOutcome
    /// What other clients change between the requests of the call.
    let changes: [ServiceChange]
    /// What happens to the store after the service changed something, and before the response arrives.
    let steps: [StoreStep]
}

extension SimulatedStore {
    /// Begins a call of the sender, which must follow the order of the application's changes.
    ///
    /// - Throws: The refusal of the service.
    func begin(
        _ word: String,
        on channel: String,
        _ more: @Sendable (inout State) -> Void = { _ in }
    ) throws -> Flight {
        guard !current.isTokenEnded else { throw PNError.tokenEnded }
        let flight = change { state in
            more(&state)
            state.calls.append(word)
            let asked = state.asked[channel] ?? []
            let done = state.done[channel] ?? 0
            if let index = asked.indices.first(where: { $0 >= done && asked[$0] == word }) {
                state.done[channel] = index
            } else if !state.isReplacing(word), !state.isFormerEdit(word, among: asked) {
                let text =
                    "store \(number): sends \"\(word)\" to \(channel), which follows \(asked.prefix(done + 1).suffix(1))"
                state.violation = state.violation ?? ChatViolation(invariant: .outbox, text: text)
            }
            defer { (state.outcome, state.during) = (.delivered, []) }
            return Flight(
                outcome: state.outcome,
                changes: state.during.compactMap { if case .service(let change) = $0 { change } else { nil } },
                steps: state.during.compactMap { if case .store(_, let step) = $0 { step } else { nil } }
            )
        }
        guard flight.outcome != .refused else {
            // The changes of a membership that does not begin end with the join.
            let key = SimulatedService.MemberKey(channel: channel, user: userId)
            if word == "join" {
                change { state in
                    state.memberWishes[key]?.marker = nil
                    state.memberWishes[key]?.status = nil
                }
            }
            if let id = State.editedMessage(of: word) { change { _ = $0.refusedEdits.insert(id) } }
            throw PNError(httpStatusCode: 403)
        }
        return flight
    }

    /// Ends a call that the service processed.
    ///
    /// - Parameters:
    ///   - flight: The call.
    ///   - isChanged: Whether the changes of other clients were made.
    /// - Throws: An error if its response does not arrive.
    func end(_ flight: Flight, isChanged: Bool = false) async throws {
        if !isChanged { for change in flight.changes { service.apply(change) } }
        if flight.outcome != .killed { await pass(flight.steps) }
        switch flight.outcome {
        case .refused, .delivered: break
        case .lost, .repeated:
            var failure = Failure(.timedOut, code: kPNRequestExecutionFailedOnInternetFailureError)
            failure.isOutcomeUnknown = true
            throw PNError(failure)
        case .killed:
            change { $0.isKilled = true }
            try allowWriting(false)
            throw CancellationError()
        }
    }

    /// Performs the steps that occur during a call. The sender handles every error, so violations are retained.
    private func pass(_ steps: [StoreStep]) async {
        for step in steps {
            do {
                try await perform(step)
            } catch {
                let violation = error as? ChatViolation ?? ChatViolation(invariant: .rows, text: "\(error)")
                change { $0.violation = $0.violation ?? violation }
            }
        }
    }
}

extension SimulatedStore.State {
    /// Whether a call removes an older edit with the same text, which the service refuses to add again.
    fileprivate func isReplacing(_ word: String) -> Bool {
        word.hasPrefix("remove ") && word.contains(" \(EditAction.edited) ")
    }

    /// Whether a call makes an edit that a later one would have replaced, which the service refused.
    fileprivate func isFormerEdit(_ word: String, among asked: [String]) -> Bool {
        asked.contains(word) && Self.editedMessage(of: word).map(refusedEdits.contains) == true
    }

    /// The message that a call edits; nil for other calls.
    fileprivate static func editedMessage(of word: String) -> String? {
        let parts = word.split(separator: " ")
        return parts.count > 2 && parts[2] == EditAction.edited ? String(parts[1]) : nil
    }
}

extension PNError {
    /// The refusal of a request whose token has ended.
    static var tokenEnded: PNError {
        var failure = Failure(.forbidden, code: kPNAPIAccessForbiddenError)
        failure.isTokenEnded = true
        failure.response = ServiceResponse(status: 403, information: "Token is expired.")
        return PNError(failure)
    }
}
