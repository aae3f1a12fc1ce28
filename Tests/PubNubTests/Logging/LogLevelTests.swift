import Foundation
import PubNubMachines
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("README, Logging: each level logs its own records, and no level a secret or content", .serialized)
struct LogLevelTests {
    /// Runs `body` with every level enabled, and returns the content of the dump file and of the dump of packets.
    private static func logged(_ body: @Sendable () throws -> Void) async throws -> (records: String, packets: String) {
        try await LoggerLease.withLogger {
            let folder = FileManager.default.temporaryDirectory.appending(path: "levels-\(UUID().uuidString)").path()
            defer { try? FileManager.default.removeItem(atPath: folder) }
            PNLogger.setDumpFolder(folder)
            PNLogger.enable(for: PNLogLevel(rawValue: .max))
            PNLogger.dump(toFile: true)
            PNLogger.dumpHTTPResponse(toFile: true)
            PNLogger.loggerEnabled(true)
            defer {
                PNLogger.loggerEnabled(false)
                PNLogger.disable(for: .connectionLayerHTTPLoggingLevel)
                PNLogger.dumpHTTPResponse(toFile: false)
                PNLogger.dump(toFile: false)
                PNLogger.setDumpFolder(LogStore.defaultFolder)
            }
            try body()
            let store = LogCenter.shared.store
            store.flush()
            let records = try String(contentsOfFile: store.dumpPath, encoding: .utf8)
            return (records, (try? String(contentsOfFile: store.packetsPath, encoding: .utf8)) ?? "")
        }
    }

    @Test(
        "No request with secrets in all of its values leaves one in the log at any level",
        arguments: Route.allCases
    )
    func routes(route: Route) async throws {
        let secrets = ["message", "token", "auth", "signature", "meta", "state", "filter-expr", "filter", "unheard-of"]
        let query = secrets.filter { $0 != "state" || !["hereNow", "hereNowGlobal"].contains(route.rawValue) }
        let call = Call(
            route: route,
            arguments: [
                "channel": "room-\(route.rawValue)", "channels": "room-\(route.rawValue)", "uuid": "u", "id": "i",
                "group": "g", "namespace": "n", "token": "mark-token", "timetoken": "1", "action": "1", "name": "n",
                "message": [.publish, .signal, .filePublish].contains(route) ? "mark-message" : "1",
            ],
            query: query.map { .text($0, "mark-\($0)") } + [.authorization, .library],
            body: Array(#""mark-message""#.utf8),
            bodyForm: .plain()
        ) { _ in .success(()) }
        var settings = RequestSettings(origin: "origin.test", identifier: "me")
        settings.subscribeKey = "sub"
        settings.publishKey = "pub"
        settings.authorizationKey = "mark-auth"
        let request = try RequestBuilder(settings).build(call, id: RequestID(rawValue: 1))
        #expect(request.route == route && request.url.contains("mark-"))
        let (records, packets) = try await Self.logged {
            let log = ExchangeLog(request)
            log.sent()
            let body = Array(#"{"words":"mark-reply"}"#.utf8)
            let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nSet-Cookie: mark-cookie\r\n"
            log.ended(.success(TransportResponse(status: 200, body: body, head: head)))
            log.ended(.failure(.cancelled))
            log.ended(.failure(.reset))
        }
        // Clients of other suites may log in the meantime, but no marks.
        #expect(!records.contains("mark-"))
        #expect(records.contains("origin.test/"))
        let marks = packets.split(separator: "\n").filter { $0.contains("mark-") }
        #expect(marks.allSatisfy { $0 == #"{"words":"mark-reply"}"# }, "\(marks)")
    }

    @Test(
        "A session emits every level: calls, connection, packets with heads, replies read and unread, failures, repetitions"
    )
    func session() async throws {
        let (records, packets) = try await Self.logged {
            let scripted = ScriptedClient()
            scripted.connect()
            scripted.subscribe(["levels"])
            scripted.client.sendMessage("private words", to: PNChannel.channel(withName: "levels"))
            scripted.settle()
            scripted.reply(Path.publish, #"[1,"Sent","15000000000000001"]"#)
            scripted.client.requestHistory(for: PNChannel.channel(withName: "levels"), from: nil)
            scripted.settle()
            // Repetitions do not change the result.
            for _ in 0..<5 {
                scripted.reply(Path.history, "no JSON")
                scripted.wait(.seconds(1))
            }
            scripted.client.requestHistory(for: PNChannel.channel(withName: "levels"), from: nil)
            scripted.settle()
            scripted.fail(Path.history, .reset)
            scripted.client.disconnect()
            scripted.settle()
        }
        let lines = records.split(separator: "\n").map(String.init)
        func has(_ title: String, _ words: String...) -> Bool {
            lines.contains { line in line.contains("[\(title)]") && words.allSatisfy { line.contains($0) } }
        }
        #expect(has("general", "didConnect: origin.test"))
        #expect(has("general", "subscription: levels"))
        #expect(has("general", "history: levels; "))
        #expect(has("general", "didSend: PNMessage(15 bytes on levels)"))
        #expect(has("delegate", "didConnect"))
        #expect(has("reachability", "didConnect"))
        #expect(has("deserializer info", "publish: read"))
        #expect(has("deserializer error", "history: 7 bytes", "cannot be read"))
        #expect(has("connection error", "reset for GET", "/v2/history/"))
        #expect(has("connection info", "GET https://origin.test/publish/pub/sub/0/levels/0/***"))
        #expect(has("connection info", "200", "bytes for GET"))
        #expect(has("request info", "publish: sent") && has("request info", "publish: finished"))
        #expect(has("request error", "history: failed"))
        #expect(records.contains("array(3) of number, string(4), string(17)"))
        #expect(records.contains("Accept-Encoding: gzip, deflate"))
        #expect(packets.contains("Accept-Encoding: gzip, deflate"))
        #expect(!records.contains("private words") && !packets.contains("private words"))
    }

    @Test("The dump of packets has the heads of requests and of the responses that the transport received")
    func heads() async throws {
        let (_, packets) = try await Self.logged {
            let request = TransportRequest(
                id: RequestID(rawValue: 2),
                route: .time,
                url: "https://origin.test/time/0",
                headers: [("X-Own", "hidden-value")]
            )
            let head = "HTTP/1.1 200 OK\r\nDate: Sun\r\nContent-Length: 3\r\n"
            ExchangeLog(request).ended(.success(TransportResponse(status: 200, body: Array("[1]".utf8), head: head)))
        }
        let expected = """
            GET https://origin.test/time/0
            Accept: */*
            Accept-Encoding: gzip, deflate
            X-Own: ***

            HTTP/1.1 200 OK
            Date: Sun
            Content-Length: 3

            [1]
            """
        #expect(packets.contains(expected), "\(packets)")
    }
}
