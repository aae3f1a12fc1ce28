import PubNubCore
import PubNubMachines

/// The outcome of one call, for delivery to the app.
protocol OutcomeEvent: AnyObject, Sendable {
    var posting: PNEvent.Posting { get }

    /// The subject and the result of the call, for the log; empty if the name of the event is enough.
    var logText: String { get }

    /// Calls the delegate method of the outcome.
    func notify(_ delegate: any PNDelegate, _ client: PubNub)
}

/// A row of the table of outcomes: the effects of the success and the failure of one kind of call.
///
/// Call a row with an outcome to make its event.
final class OutcomeRow<Subject: Sendable, Value: Sendable>: Sendable {
    typealias Outcome = PNEvent.Outcome<Value>

    /// One outcome of the row.
    private final class Event: OutcomeEvent {
        let row: OutcomeRow
        let subject: Subject
        let outcome: Outcome

        init(_ row: OutcomeRow, _ subject: Subject, _ outcome: Outcome) {
            self.row = row
            self.subject = subject
            self.outcome = outcome
        }

        var posting: PNEvent.Posting {
            switch outcome {
            case .success(let value): .init(row.kind, row.successNotification, row.payload(subject, value))
            case .failure(let error): .init(row.kind, row.failureNotification, error)
            }
        }

        var logText: String {
            [PNEvent.logText(of: subject), outcome.value.flatMap { PNEvent.logText(of: $0) }]
                .compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
        }

        func notify(_ delegate: any PNDelegate, _ client: PubNub) {
            switch outcome {
            case .success(let value): row.success(delegate, client, subject, value)
            case .failure(let error): row.failure(delegate, client, subject, error)
            }
        }
    }

    let kind: EventKind
    private let successNotification: String
    private let failureNotification: String
    private let payload: @Sendable (Subject, Value) -> (any Sendable)?
    private let success: @Sendable (any PNDelegate, PubNub, Subject, Value) -> Void
    private let failure: @Sendable (any PNDelegate, PubNub, Subject, PNError) -> Void

    /// Makes a row.
    ///
    /// - Parameters:
    ///   - kind: The observers of the outcomes. Its name is the name of the events in the log.
    ///   - successNotification: The name of the notification of a success.
    ///   - failureNotification: The name of the notification of a failure; it carries the error.
    ///   - payload: Makes the payload of the notification of a success; the value by default.
    ///   - success: Calls the delegate method for a success.
    ///   - failure: Calls the delegate method for a failure.
    init(
        _ kind: EventKind,
        successNotification: String,
        failureNotification: String,
        payload: @escaping @Sendable (Subject, Value) -> (any Sendable)? = { _, value in value },
        success: @escaping @Sendable (any PNDelegate, PubNub, Subject, Value) -> Void,
        failure: @escaping @Sendable (any PNDelegate, PubNub, Subject, PNError) -> Void
    ) {
        self.kind = kind
        self.successNotification = successNotification
        self.failureNotification = failureNotification
        self.payload = payload
        self.success = success
        self.failure = failure
    }

    /// Makes the event of one outcome of a call about `subject`.
    func callAsFunction(_ subject: Subject, _ outcome: Outcome) -> PNEvent {
        .outcome(Event(self, subject, outcome))
    }

    /// Makes a handler of the outcomes of this kind.
    func outcomeHandler(_ body: @escaping (Subject, Outcome) -> Void) -> EventHandler {
        .all { [kind] event in
            guard case .outcome(let outcome) = event, let event = outcome as? Event, event.row.kind == kind else {
                return false
            }
            body(event.subject, event.outcome)
            return true
        }
    }
}

/// Outcomes whose delegate methods take nothing but the value or the error.
extension OutcomeRow where Subject == Void {
    convenience init(
        _ kind: EventKind,
        successNotification: String,
        failureNotification: String,
        payload: @escaping @Sendable (Value) -> (any Sendable)? = { $0 },
        success: @escaping @Sendable (any PNDelegate, PubNub, Value) -> Void,
        failure: @escaping @Sendable (any PNDelegate, PubNub, PNError) -> Void
    ) {
        self.init(
            kind,
            successNotification: successNotification,
            failureNotification: failureNotification,
            payload: { _, value in payload(value) },
            success: { delegate, client, _, value in success(delegate, client, value) },
            failure: { delegate, client, _, error in failure(delegate, client, error) }
        )
    }

    /// Makes the event of one outcome.
    func callAsFunction(_ outcome: Outcome) -> PNEvent {
        self((), outcome)
    }

    /// Makes a handler that calls `block` with the value and the error. After a failure the value is the object that
    /// the error is about, if it is of the same type.
    func handler(_ block: @escaping (Value?, PNError?) -> Void) -> EventHandler {
        outcomeHandler { _, outcome in
            block(outcome.value ?? outcome.failure?.associatedObject as? Value, outcome.failure)
        }
    }
}

extension OutcomeRow where Subject == Void, Value == Void {
    func handler(_ block: @escaping PNClientPushNotificationsRemoveHandlingBlock) -> EventHandler {
        outcomeHandler { _, outcome in block(outcome.failure) }
    }
}

extension OutcomeRow where Subject == Void, Value == PNChannelGroupChange {
    func handler(_ block: @escaping PNClientChannelsAdditionToGroupHandlingBlock) -> EventHandler {
        handler { (change: PNChannelGroupChange?, error: PNError?) in
            block(change?.group, change?.channels, error)
        }
    }
}

extension OutcomeRow where Subject == PNChannel, Value == PNMessagesHistory {
    /// Makes a handler that calls `block` with the page or the error.
    ///
    /// - Parameters:
    ///   - block: The closure of the call.
    ///   - start: The first date of the request. As in 3.7.8, the closure receives both dates if the client could not send
    ///     the request, so that an app which reads on from them does not begin again. `nil`, the default, for none.
    ///   - end: The second date of the request; `nil`, the default, for none.
    /// - Returns: The handler.
    func handler(
        _ block: @escaping PNClientHistoryLoadHandlingBlock,
        from start: PNDate? = nil,
        to end: PNDate? = nil
    ) -> EventHandler {
        outcomeHandler { channel, outcome in
            if let failure = outcome.failure, ErrorCode.withoutConnection.contains(failure.code) {
                return block(nil, channel, start, end, failure)
            }
            let page = outcome.value
            block(page?.messages, channel, page?.startDate, page?.endDate, outcome.failure)
        }
    }
}

extension OutcomeRow where Subject == PNEvent.Objects, Value == PNHereNow {
    func handler(_ block: @escaping PNClientParticipantsHandlingBlock) -> EventHandler {
        outcomeHandler { objects, outcome in
            block(outcome.value, outcome.value?.channels() ?? objects, outcome.failure)
        }
    }
}

extension OutcomeRow where Subject == String, Value == PNWhereNow {
    func handler(_ block: @escaping PNClientParticipantChannelsHandlingBlock) -> EventHandler {
        outcomeHandler { identifier, outcome in block(identifier, outcome.value?.channels, outcome.failure) }
    }
}

extension OutcomeRow where Subject == String?, Value == [PNChannelGroup] {
    func handler(_ block: @escaping PNClientChannelGroupsRequestHandlingBlock) -> EventHandler {
        outcomeHandler { namespace, outcome in block(namespace, outcome.value, outcome.failure) }
    }
}
