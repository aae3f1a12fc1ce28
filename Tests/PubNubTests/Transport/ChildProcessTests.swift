import Dispatch
import PubNubWire
import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("Programs that the application starts", .timeLimit(.minutes(5)))
struct ChildProcessTests {
    @Test("A program that outlives a long poll has no connection of the client, and the network thread sleeps")
    func longPoll() async throws {
        let arrived = Latch()
        let release = DispatchSemaphore(value: 0)
        let server = try RawServer { connection in
            _ = connection.readRequest()
            arrived.arrive()
            release.wait()
            connection.send(HTTPText.response("[[],\"1\"]", headers: ["Connection: close"]))
        }
        let transport = CurlTransport()
        async let poll = transport.get(server.url(), lane: .subscribe)
        await arrived.opened()
        let child = try ChildProcess()
        let connections = ChildProcess.connections(to: server.port)
        #expect(!connections.isDisjoint(with: ChildProcess.sockets(of: "self")), "this process has the connection")
        #expect(connections.isDisjoint(with: child.sockets))
        release.signal()
        #expect(await poll.text == "[[],\"1\"]")

        let wakeups = try #require(transport.wakeups)
        let before = wakeups.current
        // While another network thread does a fixed amount of work, this one is idle.
        let busy = try RawServer.answering(HTTPText.response("[1]"))
        let other = CurlTransport()
        for _ in 0..<500 {
            #expect(await other.get(busy.url()).text == "[1]")
        }
        #expect(wakeups.current - before < 50)
        withExtendedLifetime(child) {}
    }
}
