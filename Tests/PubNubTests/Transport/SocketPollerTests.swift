import CPubNubCurl
import Foundation
import Glibc
import PubNubMachines
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("The kernel's list contains no closed descriptor", .timeLimit(.minutes(5)))
struct SocketPollerTests {
    private let poller: SocketPoller
    private let lane: CurlLane

    init() throws {
        poller = try #require(SocketPoller())
        lane = try #require(CurlLane(poller: poller, speaksHTTP2: false))
    }

    /// The descriptors in the kernel's list.
    private func listed() throws -> Set<Int32> {
        let text = try String(contentsOfFile: "/proc/self/fdinfo/\(poller.descriptor)", encoding: .utf8)
        let numbers = text.split(separator: "\n").filter { $0.hasPrefix("tfd:") }.compactMap { line in
            line.split(separator: " ").dropFirst().first.flatMap { Int32($0) }
        }
        return Set(numbers)
    }

    /// Two ends of a connection; the first is readable.
    private func readablePair() throws -> (first: Int32, second: Int32) {
        var pair: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
        #expect(write(pair[1], "x", 1) == 1)
        return (pair[0], pair[1])
    }

    @Test("A connection leaves the list before it is closed, also if a child process has a copy of it")
    func closedConnection() throws {
        let (socket, peer) = try readablePair()
        let copy = dup(socket)
        defer { for descriptor in [copy, peer] { close(descriptor) } }
        poller.opened(socket)
        poller.updateInterest(CURL_POLL_IN, for: socket, of: lane)
        #expect(try listed() == [poller.wakeupFD, socket])
        // libcurl stores it for reuse, and so does the list.
        poller.updateInterest(CURL_POLL_REMOVE, for: socket, of: lane)
        #expect(try listed() == [poller.wakeupFD, socket])
        #expect(poller.close(socket) == 0)
        #expect(try listed() == [poller.wakeupFD])
        #expect(poller.connections == [])
        lane.close()
    }

    @Test("A descriptor of libcurl's own leaves the list as soon as libcurl does not wait for it")
    func libraryDescriptor() throws {
        let (socket, peer) = try readablePair()
        defer { for descriptor in [socket, peer] { close(descriptor) } }
        poller.updateInterest(CURL_POLL_IN, for: socket, of: lane)
        poller.updateInterest(CURL_POLL_REMOVE, for: socket, of: lane)
        #expect(try listed() == [poller.wakeupFD])
        lane.close()
    }

    @Test("An entry that outlives its descriptor is removed after the first event; other entries stay")
    func outlivingEntry() throws {
        let (lost, lostPeer) = try readablePair()
        let (waited, waitedPeer) = try readablePair()
        let copy = dup(lost)
        defer { for descriptor in [copy, lostPeer, waited, waitedPeer] { close(descriptor) } }
        poller.updateInterest(CURL_POLL_IN, for: lost, of: lane)
        poller.updateInterest(CURL_POLL_OUT, for: waited, of: lane)
        close(lost)
        poller.updateInterest(CURL_POLL_REMOVE, for: lost, of: lane)
        #expect(try listed() == [poller.wakeupFD, lost, waited], "the kernel keeps it while there is a copy")
        #expect(poller.wait(mayBlock: true, until: nil))
        #expect(try listed() == [poller.wakeupFD, waited])
        lane.close()
    }

    @Test("A cancelled transfer releases its body, and its handle is not reused")
    func cancelledBody() throws {
        let held = DispatchSemaphore(value: 0)
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.send(
                "HTTP/1.1 200 OK\r\nContent-Length: 2000000\r\n\r\n" + String(repeating: "x", count: 1_000_000)
            )
            held.wait()
        }
        defer { held.signal() }
        let sockets = SocketList(poller: poller)
        var origins = OriginList()
        let order = TransportOrder(TransportRequest(id: .next(), url: server.url())) { _ in }
        let found = origins.base(of: order.request.url)
        let place = try #require(found)
        let profile = CurlProfile(order.request)
        let handle = try lane.takeHandle(profile, share: nil, sockets: sockets)
        try handle.configure(for: order, place, staleAfter: nil)
        #expect(lane.add(handle))
        while handle.heldBytes < 1_000_000 {
            lane.runTimer()
            #expect(poller.wait(mayBlock: true, until: lane.deadline))
        }
        lane.remove(handle)
        #expect(handle.heldBytes == 0)
        let next = try lane.takeHandle(profile, share: nil, sockets: sockets)
        #expect(next !== handle)
        lane.close()
        withExtendedLifetime(sockets) {}
    }
}
