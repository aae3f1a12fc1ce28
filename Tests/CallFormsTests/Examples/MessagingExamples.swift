import Foundation
import PubNub
import Testing

/// README "Timetoken", "Publishing Messages" and "History": the examples, on a client that is not connected and
/// therefore refuses them.
@Suite struct MessagingExamples {
    private let given = Given()

    @Test func time() {
        let heard = Heard()
        let calls = EndedCalls(of: given.client)
        given.client.requestServerTimeToken { timeToken, error in
            heard.hear(error.map { "\($0.code)" } ?? "\(timeToken ?? 0)")
        }
        #expect(calls.count == 1)
        #expect(heard.words == ["108"])
    }

    @Test func sendingAgain() {
        let pubNub = given.client
        let heard = Heard()
        let calls = EndedCalls(of: pubNub)
        let helloMessage = pubNub.sendMessage("Hello PubNub", to: PNChannel.channel(withName: "iosdev")) {
            state,
            data in
            switch state {
            case .sending: heard.hear("on its way")
            case .sent: heard.hear("sent: \((data as? PNMessage)?.channel.name ?? "-")")
            case .sendingError: heard.hear("not sent: \((data as? PNError)?.code ?? 0)")
            default: heard.hear("another state")
            }
        }
        #expect(calls.count == 1)
        #expect(heard.words.last == "not sent: 108")
        #expect(helloMessage != nil)
        pubNub.send(helloMessage)
        #expect(calls.count == 2)
    }

    @Test func dictionaries() {
        let calls = EndedCalls(of: given.client)
        given.client.sendMessage(
            ["message": "Hello from dictionary object"],
            to: PNChannel.channel(withName: "iosdev")
        )
        #expect(calls.count == 1)
    }

    @Test func pushNotifications() {
        let calls = EndedCalls(of: given.client)
        let message = given.client.sendMessage(
            ["data_for_all": ["info": "what every device gets, those with notifications too"]],
            applePushNotification: [
                "aps": [
                    "alert": "Your order is ready for pickup!",
                    "badge": 1,
                    "payment_info": ["credit_card": 987_656_789_876, "expiration": "0108"],
                ]
            ],
            googleCloudNotification: ["data": "this is my data only for gcm devices"],
            to: PNChannel.channel(withName: "push-test")
        )
        #expect(calls.count == 1)
        #expect(message?.channel.name == "push-test")
    }

    @Test func historyDirections() {
        let pubNub = given.client
        let calls = EndedCalls(of: pubNub)
        let myChannel = given.channel
        let myStartDate = PNDate(date: Date(timeIntervalSinceNow: -3600))
        let myEndDate = PNDate(date: Date())
        pubNub.requestHistory(for: myChannel, from: nil, to: myEndDate, limit: 100, reverseHistory: true)
        pubNub.requestHistory(for: myChannel, from: myStartDate, to: nil, limit: 100, reverseHistory: true)
        pubNub.requestHistory(for: myChannel, from: nil, to: nil, limit: 100, reverseHistory: true)
        #expect(calls.count == 3)
    }

    @Test func history() {
        let pubNub = given.client
        let heard = Heard()
        let calls = EndedCalls(of: pubNub)
        let channel: PNChannel = PNChannel.channel(withName: "iosdev")
        let limit: UInt = 34
        pubNub.requestHistory(
            for: channel,
            from: PNDate(date: Date(timeIntervalSinceNow: -3600)),
            to: PNDate(date: Date()),
            limit: limit,
            reverseHistory: false
        ) { messages, channel, startDate, endDate, error in
            heard.hear(error.map { "\(channel?.name ?? "-"): \($0.code)" } ?? "\(messages?.count ?? 0) messages")
            // Those of the call, because the client could not send it.
            #expect(startDate != nil && endDate != nil)
        }
        pubNub.requestFullHistory(for: channel, includingTimeToken: true) { messages, _, _, _, error in
            heard.hear(error.map { "all: \($0.code)" } ?? "\(messages?.count ?? 0) messages")
        }
        #expect(calls.count == 2)
        #expect(heard.words == ["iosdev: 108", "all: 108"])
    }
}
