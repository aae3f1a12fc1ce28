import NIOCore
import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

@Suite("Downloads are read from the storage as fast as their clients read them")
struct DownloadTests {
    /// More than the kernel takes for a client that reads nothing.
    private static let size = 24 * 1024 * 1024

    @Test("While a client reads nothing the server does not read the file; it is sent later", arguments: [false, true])
    func backPressure(waitsForDisk: Bool) async throws {
        let files = LargeFiles(size: Self.size, waitsForDisk: waitsForDisk)
        try await withOrigin(files.configuration()) { server, address in
            try await onOwnThread {
                let idle = try #require(RawConnection(port: address.port, receiveBuffer: 64 * 1024))
                let target = try #require(LargeFiles.address(idle))
                idle.get(target)
                let other = try #require(RawConnection(port: address.port))
                other.get(target)
                #expect(other.answer()?.body == LargeFiles.bytes(0..<Self.size))
                // The kernel holds up to several megabytes for a client that does not read.
                let unread = files.read - Self.size
                #expect(unread < Self.size / 2, "\(unread) bytes were read")
                other.get("/time/0")
                #expect(other.answer()?.status == 200)
                let answer = idle.answer()
                #expect(answer?.status == 200 && answer?["content-length"] == "\(Self.size)")
                #expect(answer?.body == LargeFiles.bytes(0..<Self.size))
                idle.get("/time/0")
                #expect(idle.answer()?.status == 200)
            }
            #expect(server.statistics.fileDownloads == 2)
        }
    }

    @Test(
        "Long ranges, and HEAD, which reads nothing",
        arguments: [("bytes=100000-999999", 100_000..<1_000_000), ("bytes=-70000", 930_000..<1_000_000)]
    )
    func ranges(header: String, range: Range<Int>) async throws {
        let files = LargeFiles(size: 1_000_000, waitsForDisk: true)
        try await withOrigin(files.configuration()) { _, address in
            try await onOwnThread {
                let connection = try #require(RawConnection(port: address.port))
                let target = try #require(LargeFiles.address(connection))
                connection.get(target, "Range: \(header)\r\n")
                let answer = connection.answer()
                #expect(answer?.status == 206)
                #expect(answer?["content-range"] == "bytes \(range.lowerBound)-\(range.upperBound - 1)/1000000")
                #expect(answer?.body == LargeFiles.bytes(range))
                let read = files.read
                connection.send("HEAD \(target) HTTP/1.1\r\nHost: o\r\n\r\nGET /time/0 HTTP/1.1\r\nHost: o\r\n\r\n")
                #expect(connection.readUntil("Content-Length: 1000000\r\n"))
                #expect(connection.readUntil("]") && files.read == read)
            }
        }
    }

    @Test("A download without progress ends after 180 s; until then, others get 503 if too many are in progress")
    func stalled() async throws {
        let clock = OriginManualClock()
        let files = LargeFiles(size: Self.size, waitsForDisk: true)
        var configuration = files.configuration(clock: clock)
        configuration.limits.fileDownloads = 1
        try await withOrigin(configuration) { server, address in
            try await onOwnThread {
                let idle = try #require(RawConnection(port: address.port, receiveBuffer: 64 * 1024))
                let target = try #require(LargeFiles.address(idle))
                idle.get(target)
                #expect(waitUntil { files.read > 0 })
                let other = try #require(RawConnection(port: address.port))
                other.get(target)
                let busy = other.answer()
                #expect(busy?.status == 503 && busy?["retry-after"] == "1")
                #expect(busy?.text.contains("<Code>SlowDown</Code>") == true)
                other.close()
                // The kernel may take some parts after the first steps of the clock.
                let isClosed = waitUntil {
                    clock.advance(by: .seconds(90))
                    return server.connectionCount == 0
                }
                #expect(isClosed && idle.answer()?.status == 200 && idle.end != nil)
                let next = try #require(RawConnection(port: address.port))
                // The first address may have expired.
                next.get(try #require(LargeFiles.address(next)), "Range: bytes=0-99999\r\n")
                #expect(next.answer()?.status == 206)
            }
        }
    }

    @Test("If the storage fails during a download, the connection ends before the announced length")
    func failure() async throws {
        let files = LargeFiles(size: 1_000_000, waitsForDisk: true, failsAt: 500_000)
        try await withOrigin(files.configuration()) { _, address in
            try await onOwnThread {
                let connection = try #require(RawConnection(port: address.port))
                connection.get(try #require(LargeFiles.address(connection)))
                let answer = connection.answer()
                #expect(answer?.status == 200 && answer?["content-length"] == "1000000")
                #expect((answer?.body.count).map { (1...500_000).contains($0) } == true)
                #expect(connection.end == .closed)
            }
        }
    }

    @Test("A server that drains sends the rest of a download, and closes its connection then")
    func drain() async throws {
        let files = LargeFiles(size: Self.size, waitsForDisk: true)
        let server = OriginServer(configuration: files.configuration())
        let address = try await server.start()
        let connection = try await onOwnThread {
            let connection = try #require(RawConnection(port: address.port, receiveBuffer: 64 * 1024))
            connection.get(try #require(LargeFiles.address(connection)))
            #expect(waitUntil { files.read > 0 })
            return connection
        }
        async let drained: Void = server.drain(grace: .zero, limit: .seconds(110))
        try await onOwnThread {
            #expect(waitUntil { RawConnection(port: address.port) == nil })
            #expect(connection.answer()?.body == LargeFiles.bytes(0..<Self.size))
            #expect(connection.waitForEnd() == .closed)
        }
        await drained
    }

    @Test("An address has a part of the downloads in progress, and each one ends with its ticket")
    func budget() throws {
        var limits = OriginLimits()
        limits.fileDownloads = 3
        limits.fileDownloadsPerAddress = 2
        let budget = DownloadBudget(limits)
        let first = AddressKey(try SocketAddress(ipAddress: "192.0.2.1", port: 1))
        let second = AddressKey(try SocketAddress(ipAddress: "192.0.2.2", port: 1))
        var tickets = (0..<2).map { _ in budget.start(from: first) }
        #expect(!tickets.contains { $0 == nil } && budget.start(from: first) == nil)
        let other = budget.start(from: second)
        #expect(other != nil && budget.start(from: second) == nil && budget.count == 3)
        tickets.removeLast()
        #expect(budget.count == 2)
        withExtendedLifetime((other, tickets)) {
            #expect(budget.start(from: first) != nil)
            #expect(budget.count == 2)
        }
    }
}
