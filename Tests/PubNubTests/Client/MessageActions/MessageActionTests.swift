import Foundation
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub
@testable import PubNubCore

/// The literal requests of message actions, and the reports of their ends.
@Suite("Message actions, calls")
struct MessageActionTests {
    private static let root = "/v1/message-actions/sub/channel/"
    private static let added =
        #"{"status": 200, "data": {"messageTimetoken": "16228386282753291", "type": "reaction", "uuid": "me", "#
        + #""value": "smile", "actionTimetoken": "16228386320157220"}}"#

    private func addition(_ type: String = "reaction", _ value: String = "smile") -> PNAddMessageActionRequest {
        let request = PNAddMessageActionRequest(channel: "room 1", messageTimetoken: 16_228_386_282_753_291)
        request.type = type
        request.value = value
        return request
    }

    @Test("Adding posts type and value, and returns the action")
    func adds() throws {
        let client = ScriptedClient.connected(.scripted(authorizationKey: "key"))
        let ends = Notes<PNAddMessageActionStatus>()
        client.client.addMessageAction(with: addition()) { ends.add($0) }
        client.settle()
        let request = try #require(client.transport.waiting.last)
        #expect(request.verb == .post)
        #expect(request.body == Array(#"{"type":"reaction","value":"smile"}"#.utf8))
        #expect(client.requested == ["\(Self.root)room%201/message/16228386282753291?uuid=me&auth=key"])
        client.reply(Self.root, Self.added)
        let action = try #require(ends.values.first?.data.action)
        #expect(action.type == "reaction" && action.value == "smile" && action.uuid == "me")
        #expect(action.messageTimetoken == 16_228_386_282_753_291 && action.actionTimetoken == 16_228_386_320_157_220)
        #expect(ends.values.count == 1 && client.reported == [])
    }

    @Test("Removing names message and action in the path")
    func removes() throws {
        let client = ScriptedClient.connected()
        let ends = Notes<Bool>()
        let request = PNRemoveMessageActionRequest(channel: "a", messageTimetoken: 11)
        request.actionTimetoken = 12
        client.client.removeMessageAction(with: request) { ends.add($0.isError) }
        client.settle()
        #expect(client.transport.waiting.last?.verb == .delete)
        #expect(client.requested == ["\(Self.root)a/message/11/action/12?uuid=me"])
        client.reply(Self.root, #"{"status": 200, "data": {}}"#)
        #expect(ends.values == [false])
        // The action is removed, and only its event is missing.
        client.client.removeMessageAction(with: request) { ends.add($0.isError) }
        client.settle()
        let unpublished = #"{"status":207,"data":{},"error":{"source":"actions","message":"Failed to publish."}}"#
        client.reply(Self.root, status: 207, unpublished)
        #expect(ends.values == [false, false])
    }

    @Test("A page contains the start of the next one; invalid actions are left out")
    func lists() throws {
        let client = ScriptedClient.connected()
        let pages = Notes<PNFetchMessageActionsData>()
        let request = PNFetchMessageActionsRequest(channel: "a")
        request.start = 20
        request.end = 10
        request.limit = 3
        client.client.fetchMessageActions(with: request) { result, _ in if let result { pages.add(result.data) } }
        client.settle()
        #expect(client.requested == ["\(Self.root)a?limit=3&start=20&end=10&uuid=me"])
        let action = #"{"messageTimetoken":"9","type":"t","uuid":"u","value":"v","actionTimetoken":"15"}"#
        let more = #"{"url":"https://pubnub.com","end":10,"start":15,"limit":3}"#
        client.reply(Self.root, #"{"status":200,"data":[5,\#(action),{}],"more":\#(more)}"#)
        let page = try #require(pages.values.first)
        #expect(page.actions.map(\.actionTimetoken) == [15] && page.start == 15 && page.end == 10)
        request.limit = 1
        client.client.fetchMessageActions(with: request) { result, _ in if let result { pages.add(result.data) } }
        client.settle()
        #expect(client.requested == ["\(Self.root)a?limit=1&start=20&end=10&uuid=me"])
        client.reply(Self.root, #"{"status":200,"data":[\#(action)]}"#)
        #expect(pages.values.last?.actions.count == 1 && pages.values.last?.start == nil, "as the service reports")
        client.client.fetchMessageActions(with: PNFetchMessageActionsRequest(channel: "a")) { result, _ in
            if let result { pages.add(result.data) }
        }
        client.settle()
        #expect(client.requested == ["\(Self.root)a?limit=100&uuid=me"])
        client.reply(Self.root, #"{"status":200,"data":[]}"#)
        #expect(pages.values.last?.actions.isEmpty == true && pages.values.last?.start == nil)
    }

    @Test("Reports invalid input without sending it")
    func wrongInput() {
        let client = ScriptedClient.connected()
        let words = Notes<String>()
        for request in [
            addition(""), addition("t", ""), addition(String(repeating: "t", count: 16)),
            PNAddMessageActionRequest(channel: "a", messageTimetoken: 0),
        ] {
            client.client.addMessageAction(with: request) { words.add($0.errorData.information) }
        }
        let removal = PNRemoveMessageActionRequest(channel: "a", messageTimetoken: 1)
        client.client.removeMessageAction(with: removal) { words.add($0.errorData.information) }
        let list = PNFetchMessageActionsRequest(channel: "a")
        list.limit = 101
        client.client.fetchMessageActions(with: list) { words.add($1?.errorData.information ?? "") }
        client.settle()
        #expect(
            words.values == [
                "'type' is missing.", "'value' is missing.", "'type' has more than 15 characters.",
                "'messageTimetoken' is not a timetoken.", "'actionTimetoken' is not a timetoken.",
                "'limit' is more than 100.",
            ]
        )
        #expect(client.requested == [])
    }

    @Test("A refusal has the service's message; an addition without a response is not repeated")
    func failures() throws {
        let client = ScriptedClient.connected()
        let ends = Notes<PNAddMessageActionStatus>()
        client.client.addMessageAction(with: addition()) { ends.add($0) }
        client.settle()
        let refusal =
            #"{ "status": 400, "error": { "source": "actions", "message": "Request payload contained invalid input.", "#
            + #""details": [ { "message": "Missing field", "location": "value", "locationType": "body" } ] } }"#
        client.reply(Self.root, status: 400, refusal)
        let status = try #require(ends.values.first)
        #expect(status.isError && status.category == .badRequestCategory && status.data.action == nil)
        #expect(
            status.errorData.information
                == "Request payload contained invalid input.\nDetails:\n• Missing field Location: value"
        )
        client.client.addMessageAction(with: addition()) { ends.add($0) }
        client.settle()
        client.fail(Self.root, .reset)
        #expect(ends.values.count == 2 && ends.values.last?.underlyingError?.isOutcomeUnknown == true)
    }
}
