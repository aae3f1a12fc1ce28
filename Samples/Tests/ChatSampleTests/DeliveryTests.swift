import Foundation
import PubNub
import PubNubChat
import Testing

@testable import Chat

@Suite("Chat sample: delivery of messages")
struct DeliveryTests {
    private func entry(_ delivery: RoomMessage.Delivery) -> Entry {
        Entry(
            RoomMessage(
                id: "m",
                number: 7,
                author: "ann",
                text: "Hello",
                reactions: [.init(value: "👍", count: 2), .init(value: "🎉", count: 1)],
                delivery: delivery
            )
        )
    }

    @Test("A message shows whether it is pending or failed instead of its time, in another colour")
    func labels() {
        #expect(entry(.pending).rows(width: 80) == ["\u{1B}[2m#7 pending ann: Hello", "\u{1B}[2m  👍 2  🎉 1"])
        #expect(entry(.failed).rows(width: 80) == ["\u{1B}[31m#7 failed ann: Hello", "\u{1B}[31m  👍 2  🎉 1"])
        let published = entry(.published(Date(timeIntervalSince1970: 0))).rows(width: 80)
        #expect(published.first?.contains("pending") == false && published.first?.contains("failed") == false)
    }

    @Test(
        "Retries errors of the network and the service",
        arguments: [
            kPNClientConnectionFailedOnInternetFailureError, kPNClientConnectionClosedOnServerRequestError,
            kPNRequestExecutionFailedByTimeoutError, kPNRequestExecutionFailedClientNotReadyError,
            kPNAPIRateExceededError, kPNResponseMalformedJSONError, kPNUnknownError,
        ]
    )
    func temporary(code: Int) {
        #expect(Retry.canHeal(PNError(code: code)))
    }

    @Test(
        "Stops on errors that another attempt cannot heal",
        arguments: [
            PNError(code: kPNAPIAccessForbiddenError), PNError(code: kPNInvalidSubscribeOrPublishKeyError),
            PNError(code: kPNAPINotAvailableOrNotEnabledError), PNError(code: kPNTooLongMessageError),
            ChatError.cannotWriteStore("the disk is full"), CancellationError(),
        ] as [any Error]
    )
    func permanent(error: any Error) {
        #expect(!Retry.canHeal(error))
        let request = MessageHistoryRequest(channels: ["lobby"])
        #expect(!Retry.canHeal(PaginationError(request: request, error: error)))
    }
}
