import PubNubWire
import Testing

@testable import PubNubOrigin

@Suite("ParsedRequest: what a request says is read before the lock is taken")
struct ParsedRequestTests {
    private func arrived(_ target: String) throws -> ParsedCall {
        guard case .call(let arrived) = ParsedRequest(OriginRequest(target: target), limits: OriginLimits()) else {
            throw TestFailure.refused
        }
        return arrived
    }

    private enum TestFailure: Error {
        case refused
    }

    @Test(
        "A subscribe call and a heartbeat have the states of their client, in the order of names and without nulls",
        arguments: [
            "/v2/subscribe/demo/a,b/0?tt=1", "/subscribe/demo/a,b/0/1?x=",
            "/v2/presence/sub-key/demo/channel/a,b/heartbeat?x=",
        ]
    )
    func states(target: String) throws {
        let state = PercentEncoding.escape(#"{"b":{"k":1,"l":null},"a":{},"c":7}"#)
        let states = try arrived("\(target)&uuid=u&state=\(state)").states
        #expect(
            states == [
                RequestedState(name: NameKey("a"), state: .object([:])),
                RequestedState(name: NameKey("b"), state: .object(["k": .integer(1)])),
            ]
        )
        #expect(try arrived("\(target)&state=\(PercentEncoding.escape("{"))").states.isEmpty)
        #expect(try arrived(target).states.isEmpty)
    }

    @Test("The flag of here-now is no state")
    func flag() throws {
        #expect(try arrived("/v2/presence/sub-key/demo/channel/a?state=1").states.isEmpty)
    }

    @Test("A subscribe call of version 2 has its filter, or the error in it")
    func filter() throws {
        let target = "/v2/subscribe/demo/a/0?tt=1&filter-expr="
        #expect(try arrived(target + PercentEncoding.escape("n == 1")).filter.get() != nil)
        #expect(throws: FilterError.self) { try arrived(target + PercentEncoding.escape("n ==")).filter.get() }
        #expect(try arrived("/v2/subscribe/demo/a/0?tt=1").filter.get() == nil)
        #expect(try arrived("/subscribe/demo/a/0/1?filter-expr=n").filter.get() == nil)
    }
}
