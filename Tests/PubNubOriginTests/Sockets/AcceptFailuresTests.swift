import Glibc
import NIOCore
import NIOEmbedded
import Testing

@testable import PubNubOrigin

@Suite("A listener that gets no connection from the kernel")
struct AcceptFailuresTests {
    private final class Surroundings {
        var uptime = Duration.zero
        var reports: [String] = []
    }

    private let connections = OpenConnections()
    private let surroundings = Surroundings()

    private func failures() -> AcceptFailures {
        let surroundings = surroundings
        return AcceptFailures(connections: connections) {
            surroundings.uptime
        } report: { line in
            surroundings.reports.append(line)
        }
    }

    private func opened(_ count: Int) throws -> [EmbeddedChannel] {
        try (0..<count).map { _ in
            let channel = EmbeddedChannel()
            try channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
            #expect(connections.admit(channel, at: .zero) != nil)
            return channel
        }
    }

    private func openCount(_ channels: [EmbeddedChannel]) -> Int { channels.filter(\.isActive).count }

    @Test("It pauses, closes some idle connections, and says so once in a minute", arguments: [EMFILE, ENFILE])
    func noDescriptors(code: CInt) throws {
        let failures = failures()
        let channels = try opened(40)
        for channel in channels.prefix(20) { connections.activity(of: channel)?.becameBusy() }
        let error = IOError(errnoCode: code, reason: "accept")
        #expect(failures.pause(after: error) != nil)
        #expect(openCount(channels) == 24)
        #expect(failures.pause(after: error) != nil)
        #expect(openCount(channels) == 20, "the others serve requests")
        #expect(openCount(Array(channels.prefix(20))) == 20)
        #expect(surroundings.reports.count == 1)
        surroundings.uptime = .seconds(60)
        #expect(failures.pause(after: error) != nil)
        #expect(surroundings.reports.count == 2)
    }

    @Test("A connection that its client has closed already is no reason to pause")
    func aborted() {
        let failures = failures()
        #expect(failures.pause(after: IOError(errnoCode: ECONNABORTED, reason: "accept")) == nil)
        #expect(surroundings.reports.isEmpty)
    }
}
