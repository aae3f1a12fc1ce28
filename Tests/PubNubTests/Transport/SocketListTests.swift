import Glibc
import PubNubMachines
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

/// Connections with a dead peer are detected within 90 s (Documentation/WireProtocol.md, "Losing the network").
@Suite(.timeLimit(.minutes(5))) struct SocketListTests {
    /// A list with one loopback connection.
    private func connected() throws -> (server: RawServer, list: SocketList, socket: Int32) {
        let server = try RawServer { connection in _ = connection.readRequest() }
        let list = SocketList(poller: try #require(SocketPoller()))
        let socket = list.open(family: AF_INET, type: Int32(SOCK_STREAM.rawValue), protocol: 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        address.sin_port = server.port.bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        #expect(result == 0)
        return (server, list, socket)
    }

    private func option(_ name: Int32, of socket: Int32) -> Int32 {
        var value: Int32 = -1
        var length = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(socket, Int32(IPPROTO_TCP), name, &value, &length)
        return value
    }

    @Test func theKernelGivesASilentPeerNinetySeconds() throws {
        let (server, list, socket) = try connected()
        #expect(option(TCP_USER_TIMEOUT, of: socket) == 90_000)
        #expect(list.close(socket) == 0)
        withExtendedLifetime(server) {}
    }

    /// Changes of the network do not end connections within the machine.
    @Test func connectionsWithinTheMachineStay() throws {
        let (server, list, socket) = try connected()
        var notice = NetworkNotice()
        notice.hasSlept = true
        notice.lostAddresses = [[127, 0, 0, 1]]
        list.shutDown(because: notice)
        #expect(send(socket, "x", 1, Int32(MSG_NOSIGNAL)) == 1)
        #expect(list.close(socket) == 0)
        withExtendedLifetime(server) {}
    }

    /// A request that checks the network uses a new connection.
    @Test func aCheckTakesANewConnection() async throws {
        let transport = CurlTransport()
        let server = try RawServer.answering(HTTPText.response("[1]"))
        for needsNewConnection in [false, false, true, false] {
            let request = TransportRequest(
                id: .next(),
                url: server.url(),
                needsNewConnection: needsNewConnection
            )
            #expect(await transport.send(request).text == "[1]")
        }
        #expect(server.acceptedConnections == 2)
    }

    /// A notice of the network does not break working requests.
    @Test func requestsGoOnAfterANotice() async throws {
        let transport = CurlTransport()
        let server = try RawServer.answering(HTTPText.response("[1]"))
        for number: UInt64 in 1...3 {
            #expect(await transport.get(server.url()).text == "[1]")
            var notice = NetworkNotice()
            notice.isChanged = true
            notice.hasSlept = true
            transport.noticed(notice, number: number)
        }
        #expect(await transport.get(server.url()).text == "[1]")
    }
}
