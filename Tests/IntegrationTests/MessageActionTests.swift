import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("Message actions between clients, against a real origin")
struct MessageActionTests {
    @Test("Adds, reports, lists and removes an action")
    func life() async throws {
        try await withOrigin { _, address in
            let watcher = try await IntegrationClient.connected(address, as: "watcher")
            let client = try await IntegrationClient.connected(address, as: "me")
            try await watcher.subscribe("room")
            let message = try await client.publish("hello", to: "room")
            let timetoken = try #require(message.date).timeToken
            var added: [PNMessageAction] = []
            for value in ["smile", "tada", "grüße 🎈"] {
                let request = PNAddMessageActionRequest(channel: "room", messageTimetoken: timetoken)
                request.type = "reaction"
                request.value = value
                let status = try await client.change("add") {
                    client.pubnub.addMessageAction(with: request, completion: $0)
                }
                added.append(try #require(status.data.action))
                let event = try await watcher.events.next("action", \.messageAction)
                #expect(event.event == "added" && event.action.value == value && event.action.uuid == "me")
                #expect(event.action.messageTimetoken == timetoken && event.channel == "room")
                #expect(event.action.actionTimetoken == added.last?.actionTimetoken)
            }
            let page = PNFetchMessageActionsRequest(channel: "room")
            page.limit = 2
            let newest: PNFetchMessageActionsResult = try await watcher.fetch("list") {
                watcher.pubnub.fetchMessageActions(with: page, completion: $0)
            }
            #expect(newest.data.actions.map(\.value) == ["tada", "grüße 🎈"])
            #expect(newest.data.start == nil, "the page ended at the limit of the request")
            page.start = try #require(newest.data.actions.first).actionTimetoken
            let older: PNFetchMessageActionsResult = try await watcher.fetch("list") {
                watcher.pubnub.fetchMessageActions(with: page, completion: $0)
            }
            #expect(older.data.actions.map(\.value) == ["smile"] && older.data.start == nil)

            let removal = PNRemoveMessageActionRequest(channel: "room", messageTimetoken: timetoken)
            removal.actionTimetoken = added[0].actionTimetoken
            let foreign: any PNAcknowledgmentStatus = try await watcher.change("remove") {
                watcher.pubnub.removeMessageAction(with: removal, completion: $0)
            }
            #expect(foreign.isError)
            let removed: any PNAcknowledgmentStatus = try await client.change("remove") {
                client.pubnub.removeMessageAction(with: removal, completion: $0)
            }
            #expect(!removed.isError)
            let gone = try await watcher.events.next("action", \.messageAction)
            #expect(gone.event == "removed" && gone.action.actionTimetoken == added[0].actionTimetoken)
        }
    }

    @Test("Refuses a repeated action in the service's words")
    func twice() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address, as: "me")
            let request = PNAddMessageActionRequest(channel: "room", messageTimetoken: 16_000_000_000_000_000)
            request.type = "reaction"
            request.value = "smile"
            var ends: [PNAddMessageActionStatus] = []
            for _ in 0..<2 {
                ends.append(
                    try await client.change("add") { client.pubnub.addMessageAction(with: request, completion: $0) }
                )
            }
            #expect(ends.map(\.isError) == [false, true])
            #expect(ends[1].errorData.information == "Action Already Added")
        }
    }
}
