import Foundation
import PubNub
import Testing

/// Every call form of signals, message actions and stored messages compiles, and ends with an error on a client that is not
/// connected.
@Suite struct ChatForms {
    private let given = Given()
    private let heard = Heard()
    private let refused = AppContextForms.refused

    @Test func signals() {
        let request = PNSignalRequest(channel: "a", signal: ["typing": true])
        request.customMessageType = "typing"
        given.client.sendSignal(with: request)
        given.client.sendSignal(with: request) { status in
            heard.hear(status, status.data.timetoken)
        }
        given.client.sendSignal(with: request, completion: { (status: PNSignalStatus) in heard.hear(status) })
        given.client.signal("typing", channel: "a")
        given.client.signal(given.anything, channel: "a") { status in heard.hear(status) }
        given.client.signal(nil, channel: "a", withCompletion: { status in heard.hear(status) })
        #expect(heard.words(given) == [refused, refused, refused, refused])
    }

    @Test func messageActions() {
        let added = PNAddMessageActionRequest(channel: "a", messageTimetoken: 16_000_000_000_000_000)
        added.type = "reaction"
        added.value = "smile"
        given.client.addMessageAction(with: added)
        given.client.addMessageAction(with: added) { status in
            heard.hear(status, status.data.action)
        }
        let removed = PNRemoveMessageActionRequest(channel: "a", messageTimetoken: 16_000_000_000_000_000)
        removed.actionTimetoken = 16_000_000_000_000_001
        given.client.removeMessageAction(with: removed)
        given.client.removeMessageAction(with: removed) { (status: any PNAcknowledgmentStatus) in
            heard.hear(status)
        }
        let fetched = PNFetchMessageActionsRequest(channel: "a")
        fetched.start = 16_000_000_000_000_002
        fetched.end = 16_000_000_000_000_000
        fetched.limit = 50
        given.client.fetchMessageActions(with: fetched) { result, status in
            heard.hear(status, result?.data.actions)
        }
        #expect(heard.words(given) == [refused, refused, refused])
    }

    @Test func storedMessages() {
        let request = PNHistoryFetchRequest(channels: ["a", "b"])
        request.start = 16_000_000_000_000_002
        request.end = 16_000_000_000_000_000
        request.max = 25
        request.includeMetadata = true
        request.includeMessageType = false
        request.includeUUID = false
        given.client.fetchHistory(with: request) { result, status in
            heard.hear(status, result?.data.channels["a"]?.first?.actions)
        }
        request.includeMessageActions = true
        given.client.fetchHistory(
            with: request,
            completion: { (result: PNHistoryFetchResult?, status: (any PNErrorStatus)?) in
                heard.hear(status, result)
            }
        )
        #expect(heard.words(given).sorted() == ["failed: badRequestCategory", refused])
    }

    @Test func countsAndDeletionOfStoredMessages() {
        let counted = PNHistoryMessagesCountRequest(channels: ["a", "b"], timetokens: [16_000_000_000_000_000])
        given.client.fetchMessagesCount(with: counted) { result, status in
            heard.hear(status, result?.data.channels["a"])
        }
        let deleted = PNHistoryMessagesDeleteRequest(channel: "a")
        deleted.start = 16_000_000_000_000_000
        deleted.end = 16_000_000_000_000_002
        given.client.deleteMessages(with: deleted)
        given.client.deleteMessages(with: deleted) { (status: any PNAcknowledgmentStatus) in
            heard.hear(status)
        }
        #expect(heard.words(given) == [refused, refused])
    }

    @Test func observers() {
        let center = given.client.observationCenter
        center.addSignalObserver(self) { (signal: PNSignalResult?) in
            guard let signal else { return }
            _ = (signal.data.channel, signal.data.subscription, signal.data.publisher, signal.data.customMessageType)
            _ = (signal.data.message, signal.data.timetoken)
        }
        center.removeSignalObserver(self)
        center.addMessageActionObserver(self) { (event: PNMessageActionResult?) in
            guard let event else { return }
            let action = event.data.action
            _ = (event.data.event, event.data.channel, event.data.subscription, event.data.timetoken)
            _ = (action.type, action.value, action.uuid, action.messageTimetoken, action.actionTimetoken)
        }
        center.removeMessageActionObserver(self)
        let names = [kPNClientDidReceiveSignalNotification, kPNClientDidReceiveMessageActionNotification]
        #expect(names == ["PNClientDidReceiveSignalNotification", "PNClientDidReceiveMessageActionNotification"])
    }
}
