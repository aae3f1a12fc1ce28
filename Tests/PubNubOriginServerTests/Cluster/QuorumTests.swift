import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("A server of a cluster without a quorum lets its clients go")
struct QuorumTests {
    private let clock = OriginManualClock()
    private let stream: SharedStream

    init() {
        stream = SharedStream(clock: clock)
    }

    private func start() async throws -> (server: OriginServer, connection: SharedStream.Connection) {
        let connection = SharedStream.Connection(stream)
        var configuration = OriginConfiguration(clock: clock)
        configuration.cluster = connection
        configuration.report = { _ in }
        let server = OriginServer(configuration: configuration)
        try await server.start()
        return (server, connection)
    }

    /// Ends deliveries, and lets more time pass than the servers of a cluster are silent.
    private func cutOff(_ connection: SharedStream.Connection) {
        connection.isCut = true
        clock.advance(by: .seconds(4))
    }

    private static let changes: [(method: String, target: String, body: String, form: String)] = [
        ("GET", "/publish/demo/demo/0/qu-a/0/1", "", #"{"status":503,"service":"PubSub","error":true,"message":""#),
        ("GET", "/signal/demo/demo/0/qu-a/0/1", "", #"{"status":503,"service":"PubSub","error":true,"message":""#),
        (
            "GET", "/v1/channel-registration/sub-key/demo/channel-group/g?add=a", "",
            #"{"status":503,"service":"PubSub","error":true,"message":""#
        ),
        (
            "GET", "/v2/presence/sub-key/demo/channel/qu-a/leave?uuid=u", "",
            #"{"status":503,"service":"PubSub","error":true,"message":""#
        ),
        (
            "DELETE", "/v3/history/sub-key/demo/channel/qu-a", "",
            #"{"status": 503, "error": true, "error_message": ""#
        ),
        (
            "POST", "/v1/message-actions/demo/channel/qu-a/message/16000000000000000?uuid=u",
            #"{"type":"reaction","value":"x"}"#, #"{"status": 503, "error": {"source": "actions", "message": ""#
        ),
        (
            "PATCH", "/v2/objects/demo/uuids/u", #"{"name":"U"}"#, #"{"status":503,"error":{"message":""#
        ),
    ]

    @Test(
        "Changes are refused with 503 in the form of their family, as the last response of a connection",
        arguments: changes
    )
    func refused(method: String, target: String, body: String, form: String) async throws {
        let (server, link) = try await start()
        cutOff(link)
        let port = try #require(server.address?.port)
        try await onOwnThread {
            let connection = try #require(RawConnection(port: port))
            connection.send(
                "\(method) \(target) HTTP/1.1\r\nHost: o\r\nContent-Type: application/json\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
            )
            // A request that is sent before the response has arrived does not change the response.
            connection.get("/time/0")
            let answer = try #require(connection.answer())
            #expect(answer.status == 503)
            #expect(answer.text.hasPrefix(form))
            #expect(answer.text.contains("Nothing was changed"))
            #expect(answer["connection"] == "close")
            #expect(connection.waitForEnd() == .closed)
            #expect(connection.received.isEmpty)
        }
        link.isCut = false
        await server.stop()
    }

    @Test("Reads are served, and their connections stay open")
    func reads() async throws {
        let (server, link) = try await start()
        cutOff(link)
        let port = try #require(server.address?.port)
        try await onOwnThread {
            let connection = try #require(RawConnection(port: port))
            for target in ["/v2/history/sub-key/demo/channel/qu-a", "/time/0"] {
                connection.get(target)
                let answer = try #require(connection.answer())
                #expect(answer.status == 200)
                #expect(answer["connection"] == "keep-alive")
            }
            connection.close()
        }
        link.isCut = false
        await server.stop()
    }

    @Test("Polls get an empty response as the last of their connection, and again every 5 s")
    func polls() async throws {
        let (server, link) = try await start()
        let port = try #require(server.address?.port)
        try await onOwnThread {
            for pause in [Duration.seconds(4), .seconds(5), .seconds(5)] {
                let connection = try #require(RawConnection(port: port))
                connection.get("/v2/subscribe/demo/qu-b/0?tt=17000000000000000")
                #expect(waitUntil { server.waitingCount == 1 })
                link.isCut = true
                clock.advance(by: pause)
                let answer = try #require(connection.answer())
                #expect(answer.text == #"{"t":{"t":"17000000000000000","r":1},"m":[]}"#)
                #expect(answer["connection"] == "close")
                #expect(connection.waitForEnd() == .closed)
            }
        }
        link.isCut = false
        await server.stop()
    }

    @Test("A change that waits for one in progress is refused, as it was not proposed, when there is no quorum")
    func waiting() async throws {
        let connection = SharedStream.Connection(stream)
        let configuration = OriginConfiguration(clock: clock)
        let storage = try await OpenedStorage.join(connection, configuration).storage
        let core = OriginCore(configuration: configuration, storage: storage)
        await core.join()
        connection.isStalled = true
        let first = Pending(core, "/publish/demo/demo/0/qu-c/0/1")
        let second = Pending(core, "/publish/demo/demo/0/qu-c/0/2")
        clock.advance(by: .seconds(4))
        core.timePassed()
        #expect(await eventually { second.response != nil })
        #expect(second.response?.status == 503)
        #expect(second.text.contains("Nothing was changed"))
        #expect(first.response == nil)
        connection.isStalled = false
        #expect(await eventually { first.response != nil })
        #expect(first.response?.status == 200)
        let history = Pending(core, "/v2/history/sub-key/demo/channel/qu-c")
        #expect(await eventually { history.response != nil })
        #expect(history.text.hasPrefix("[[1],"))
        await core.stop()
    }
}

/// A request with its response, once there is one.
private final class Pending: Sendable {
    private let received = Locked<OriginResponse?>(nil)

    init(_ core: OriginCore, _ target: String) {
        core.submit(OriginRequest(target: target)) { reply in
            guard case .response(let response, _) = reply else { return }
            self.received.withLock { $0 = response }
        }
    }

    var response: OriginResponse? { received.withLock { $0 } }

    var text: String { response.map { String(decoding: $0.body, as: UTF8.self) } ?? "" }
}
