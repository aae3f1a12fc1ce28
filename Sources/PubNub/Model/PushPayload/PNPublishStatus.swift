public import Foundation
import PubNubWire

/// The response to a message.
public final class PNPublishData: PNServiceData {
    /// The time at which the service accepted the message; `nil` if it did not.
    public let timetoken: NSNumber?

    init(_ timetoken: Timetoken?) {
        self.timetoken = timetoken.map { NSNumber(value: $0.rawValue) }
    }
}

/// The outcome of ``PubNub/publish(_:toChannel:mobilePushPayload:withCompletion:)``.
public final class PNPublishStatus: PNAcknowledgmentStatus {
    /// The outcome that the properties of the status describe.
    public let content: PNStatusContent

    /// The response; it has no timetoken if the operation failed.
    public let data: PNPublishData

    /// The outcome of a message that the service accepted.
    init(_ message: PNMessage?) {
        content = PNStatusContent(error: nil, again: {})
        data = PNPublishData(message?.timetoken)
    }

    /// The outcome of a message that the client could not send.
    init(_ error: PNError, again: @escaping @Sendable () -> Void) {
        content = PNStatusContent(error: error, again: again)
        data = PNPublishData(nil)
    }
}
