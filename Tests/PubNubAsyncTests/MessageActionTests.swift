import PubNub
import PubNubAsync
import PubNubTestSupport
import Testing

/// The sequence of the actions on the messages of a channel. Documentation/WireProtocol.md, "Message actions".
@Suite("Actions on messages, page by page", .timeLimit(.minutes(5)))
struct MessageActionTests {
    private static let root = "/v1/message-actions/"

    /// A page without a next one, as the service sends it if the limit of the call ended it.
    private static func page(_ timetokens: [UInt64]) -> String {
        let actions = timetokens.map { timetoken in
            #"{"type":"t","value":"v","uuid":"u","messageTimetoken":"1","actionTimetoken":"\#(timetoken)"}"#
        }
        return #"{"status":200,"data":[\#(actions.joined(separator: ","))]}"#
    }

    @Test("The page before a full one is requested, although the service reports none", arguments: [3, 0])
    func fullPage(count: Int) async throws {
        let first = 104 - UInt64(count)
        let newest = Self.page(Array(104...203))
        let older = Self.page(Array(first..<104))
        let service = ScriptedService(respond: { request in
            guard request.path.hasPrefix(Self.root) else { return nil }
            return ScriptedService.ok(request.path.contains("start=") ? older : newest)
        })
        var found: [UInt64] = []
        for try await action in service.client.actions.all(in: "a") { found.append(action.timetoken) }
        let expected = [UInt64](first...203)
        #expect(found.reversed() == expected)
        let requests = service.transport.requests.map(\.path).filter { $0.hasPrefix(Self.root) }
        #expect(requests.count == 2)
        #expect(requests.first?.hasPrefix("\(Self.root)sub/channel/a?limit=100&uuid=") == true)
        #expect(requests.last?.hasPrefix("\(Self.root)sub/channel/a?limit=100&start=104&uuid=") == true)
        await service.client.shutdown(deadline: .zero)
    }
}
