/// The progress of a message or another change of the outbox.
///
/// A stored message with the timetoken 0 is queued until the provider publishes it. The states are stored, so a program
/// that ended continues where it was: see ``DataProvider/queueMessage(_:)``.
public enum ChatSendState: Hashable, Sendable {
    /// It waits for its turn, for a connection, or for a pause after a temporary error. The messages of a channel are
    /// sent one after the other.
    case queued
    /// Its publish request is in flight.
    case sending
    /// The service has it: the timetoken of a message is not 0.
    case sent
    /// The service refused it permanently. It is left out until ``DataProvider/retry(_:)`` queues it
    /// again or ``DataProvider/discard(_:)`` removes it; later messages of its channel are sent. `code` is
    /// that of the `PNError`, or 0 for another error; `attempts` is the number of failed attempts since it was queued.
    case failed(reason: String, code: Int, attempts: Int)
}

/// The state of a row in the table of the outbox.
enum SendStage: Int64 {
    case queued = 0
    case sending = 1
    case failed = 2
}

extension ChatSendState {
    /// The state that the columns of an unpublished message represent.
    init(stage: Int64, attempts: Int, errorCode: Int?, error: String?) {
        self =
            switch SendStage(rawValue: stage) {
            case .sending: .sending
            case .failed: .failed(reason: error ?? "", code: errorCode ?? 0, attempts: attempts)
            case .queued, nil: .queued
            }
    }
}
