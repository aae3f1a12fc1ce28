import PubNubTestSupport
import Testing

@testable import PubNub

/// Delegate, observers, closure and notification receive the end of each call, in this order and once each (README "Delegate
/// callback methods", "Observation center", "Notifications").
@Suite struct FourWaysTests {
    /// The requests, without the parts that vary with time.
    private func requested(by scripted: ScriptedClient) -> [String] {
        scripted.requested.map { request in
            let parts = request.split(separator: "?")
            let query = parts[1].split(separator: "&").filter {
                !$0.hasPrefix("timestamp=") && !$0.hasPrefix("signature=")
            }
            return "\(parts[0])?\(query.joined(separator: "&"))"
        }
    }

    @Test(arguments: FourWaysOperation.all)
    func success(_ operation: FourWaysOperation) {
        let scripted = ScriptedClient.connected(.scripted(secretKey: "secret"))
        let ways = FourWays(scripted.client)
        operation.call(scripted.client, ways)
        #expect(requested(by: scripted) == [operation.request])
        #expect(ways.all == [], "nothing is reported before the end")
        scripted.reply("/", operation.answer)
        #expect(ways.all == operation.success.lines)
    }

    /// Refusals of the service and malformed responses (Documentation/WireProtocol.md, "Errors and retries").
    @Test(
        arguments: FourWaysOperation.all,
        [
            (403, #"{"status":403,"message":"Forbidden","error":true,"service":"Access Manager"}"#, 122),
            (402, #"{"status":402,"error":true}"#, kPNAPINotAvailableOrNotEnabledError), (200, "<html>", 143),
        ]
    )
    func refusal(_ operation: FourWaysOperation, _ answer: (status: Int, body: String, code: Int)) {
        let scripted = ScriptedClient.connected(.scripted(secretKey: "secret"))
        let ways = FourWays(scripted.client)
        operation.call(scripted.client, ways)
        while scripted.reply("/", status: answer.status, answer.body) != nil { scripted.wait(.seconds(3)) }
        #expect(ways.all == operation.failure.lines(code: answer.code))
    }

    @Test(arguments: FourWaysOperation.all)
    func noResponse(_ operation: FourWaysOperation) {
        let scripted = ScriptedClient.connected(.scripted(secretKey: "secret"))
        let ways = FourWays(scripted.client)
        operation.call(scripted.client, ways)
        scripted.wait(.seconds(15))
        #expect(ways.all == operation.failure.lines(code: 110))
        #expect(scripted.waiting == [])
    }

    @Test(arguments: FourWaysOperation.all)
    func notConnected(_ operation: FourWaysOperation) {
        let scripted = ScriptedClient.connected(.scripted(secretKey: "secret"))
        scripted.client.disconnect()
        scripted.forget()
        let ways = FourWays(scripted.client)
        operation.call(scripted.client, ways)
        scripted.settle()
        #expect(ways.all == operation.failure.lines(code: 108))
        #expect(scripted.requested == [])
    }

    /// Calls of a suspended client fail with 109.
    @Test(arguments: FourWaysOperation.all)
    func suspended(_ operation: FourWaysOperation) {
        let scripted = ScriptedClient.connected(.scripted(secretKey: "secret"))
        scripted.client.suspend()
        scripted.forget()
        let ways = FourWays(scripted.client)
        operation.call(scripted.client, ways)
        scripted.settle()
        #expect(ways.all == operation.failure.lines(code: 109))
        #expect(scripted.requested == [])
    }

    /// A call in flight when the client is suspended also ends with 109; its late response is ignored.
    @Test(arguments: FourWaysOperation.all)
    func suspendedUnderWay(_ operation: FourWaysOperation) {
        let scripted = ScriptedClient.connected(.scripted(secretKey: "secret"))
        let ways = FourWays(scripted.client)
        operation.call(scripted.client, ways)
        scripted.client.suspend()
        scripted.settle()
        let asked = ["shouldRunClientInBackground", "willSuspendWith"]
        #expect(ways.all == asked + operation.failure.lines(code: 109))
        #expect(scripted.waiting == [])
    }
}
