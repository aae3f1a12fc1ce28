import PubNubSupport
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("Servers of a cluster: one log, any server")
struct ClusterTests {
    private let clock = OriginManualClock()
    private let stream: SharedStream
    private let folder: DataFolder

    init() throws {
        stream = SharedStream(clock: clock)
        folder = try DataFolder()
    }

    /// A server of the cluster without sockets.
    private struct Node {
        let core: OriginCore
        let log: any OriginLog
        let connection: SharedStream.Connection

        func get(_ target: String) async -> (status: Int, text: String) {
            let response = await withHandover(of: OriginResponse?.self, throwing: Never.self) { handover in
                core.submit(OriginRequest(target: target)) { reply in
                    guard case .response(let response, _) = reply else { return handover.resume(returning: nil) }
                    handover.resume(returning: response)
                }
            }
            return (response?.status ?? 0, response.map { String(decoding: $0.body, as: UTF8.self) } ?? "")
        }

        /// Adds an action to a message, and returns the status.
        func act(on message: UInt64, _ channel: String) async -> Int {
            let request = OriginRequest(
                method: "POST",
                target: "/v1/message-actions/demo/channel/\(channel)/message/\(message)?uuid=ann",
                body: Array(#"{"type":"reaction","value":"v"}"#.utf8)
            )
            return await WaitingOrigin(core).submit(request).status
        }

        /// The timetoken of a message that was acknowledged.
        func publish(_ payload: Int, to channel: String) async throws -> UInt64 {
            let (status, text) = await get("/publish/demo/demo/0/\(channel)/0/\(payload)")
            try #require(status == 200, "\(text)")
            let timetoken = try JSON(parsing: text)[2]?.string.flatMap { UInt64($0) }
            return try #require(timetoken)
        }
    }

    @Test("The actions on a message end on all servers when the retention of one of them ends the message")
    func endedActions() async throws {
        let storage = OriginStorage.file(folder.file(), retention: MessageRetention(age: .seconds(300)))
        let a = try await node(OriginConfiguration(clock: clock).storing(in: storage))
        let b = try await node()
        let old = try await b.publish(1, to: "room")
        #expect(await b.act(on: old, "room") == 200)
        try await pass(200, [a, b])
        let young = try await b.publish(2, to: "room")
        #expect(await a.act(on: young, "room") == 200)
        // The next sweep comes when a minute has passed in the log.
        try await pass(200, [a, b])
        let limit = ContinuousClock.now + .seconds(60)
        func listed(_ node: Node) async -> String { await node.get("/v1/message-actions/demo/channel/room").text }
        for node in [a, b] {
            while await listed(node).contains("\(old)"), ContinuousClock.now < limit { await Task.yield() }
            let text = await listed(node)
            #expect(!text.contains("\(old)") && text.contains("\(young)"))
            let history = await node.get("/v2/history/sub-key/demo/channel/room").text
            #expect(history.hasPrefix("[[2],"))
        }
        await a.core.stop()
        await b.core.stop()
    }

    /// Lets seconds pass in steps so short that the servers notice each other's entries.
    private func pass(_ seconds: Int, _ nodes: [Node]) async throws {
        for _ in 0..<seconds / 2 {
            clock.advance(by: .seconds(2))
            for node in nodes {
                node.core.timePassed()
                _ = try await node.publish(0, to: "other")
            }
        }
    }

    private func node(_ file: String? = nil, limits: OriginLimits = OriginLimits()) async throws -> Node {
        try await node(OriginConfiguration(limits: limits, clock: clock).storing(in: .optional(file)))
    }

    private func node(_ configuration: OriginConfiguration) async throws -> Node {
        let connection = SharedStream.Connection(stream)
        let storage = try await OpenedStorage.join(connection, configuration).storage
        let core = OriginCore(configuration: configuration, storage: storage)
        await core.join()
        return Node(core: core, log: storage.log, connection: connection)
    }

    @Test("A message published on one server reaches a subscriber of another, with the acknowledged timetoken")
    func delivery() async throws {
        let a = try await node()
        let b = try await node()
        let first = await b.get("/v2/subscribe/demo/cl-room/0?tt=0").text
        let start = try JSON(parsing: first)["t"]?["t"]?.string ?? ""
        #expect(start == "\(clock.date)")
        async let page = b.get("/v2/subscribe/demo/cl-room/0?tt=\(start)")
        let timetoken = try await a.publish(7, to: "cl-room")
        let text = await page.text
        let message = try JSON(parsing: text)["m"]?[0]
        #expect(message?["d"] == .integer(7))
        #expect(message?["p"]?["t"]?.string == "\(timetoken)")
        await a.core.stop()
        await b.core.stop()
    }

    @Test(
        "A client whose heartbeat and first subscribe call reach different servers receives its own join once",
        arguments: [true, false]
    )
    func ownJoin(isHeartbeatFirst: Bool) async throws {
        let a = try await node()
        let b = try await node()
        let heartbeat = "/v2/presence/sub-key/demo/channel/cl-join/heartbeat?uuid=u&heartbeat=300"
        let subscribe = "/v2/subscribe/demo/cl-join,cl-join-pnpres/0?uuid=u&heartbeat=300&tt="
        if isHeartbeatFirst { #expect(await a.get(heartbeat).status == 200) }
        let start = try JSON(parsing: await b.get(subscribe + "0").text)["t"]?["t"]?.string ?? ""
        if !isHeartbeatFirst { #expect(await a.get(heartbeat).status == 200) }
        let isThere = Locked(false)
        let poll = Task {
            let text = await b.get(subscribe + start).text
            isThere.withLock { $0 = true }
            return text
        }
        // Time passes until one of the servers has said so in the log. A publish on each of them waits for what the log has before it.
        for _ in 0..<10 {
            clock.advance(by: .milliseconds(300))
            for node in [a, b] {
                node.core.timePassed()
                _ = try await node.publish(0, to: "cl-other")
            }
        }
        #expect(await eventually { isThere.withLock { $0 } })
        let events = try JSON(parsing: await poll.value)["m"]?.array?.compactMap { $0["d"] } ?? []
        #expect(events.first?["action"] == "join" && events.first?["uuid"] == "u")
        #expect(events.count { $0["action"] == "join" } == 1)
        for node in [a, b] { await node.core.stop() }
    }

    @Test("A server that starts later has everything; one with a data file resumes after what it has applied")
    func restart() async throws {
        let path = folder.file()
        let a = try await node(path)
        let first = try await a.publish(1, to: "cl-late")
        await a.core.stop()
        let b = try await node()
        let second = try await b.publish(2, to: "cl-late")
        let again = try await node(path)
        for node in [b, again] {
            let text = await node.get("/v2/history/sub-key/demo/channel/cl-late").text
            #expect(text == "[[1,2],\(first),\(second)]")
        }
        await b.core.stop()
        await again.core.stop()
    }

    /// Whether a server has applied the whole stream.
    private func isCurrent(_ node: Node) -> Bool { node.log.health.cluster?.position == UInt64(stream.count) }

    @Test("A batch that the stream has more than once is applied once, also by a server that restarts in between")
    func storedTwice() async throws {
        let path = folder.file()
        let a = try await node(path)
        let b = try await node()
        let first = try await a.publish(1, to: "cl-twice")
        let position = UInt64(stream.count)
        stream.storeAgain(position)
        #expect(await eventually { isCurrent(a) && isCurrent(b) })
        let second = try await a.publish(2, to: "cl-twice")
        await a.core.stop()
        // After a later batch of the same server, and while it is down.
        stream.storeAgain(position)
        stream.storeAgain(position + 2)
        let again = try await node(path)
        let last = try await b.publish(3, to: "cl-twice")
        #expect(await eventually { isCurrent(again) && isCurrent(b) })
        for node in [b, again] {
            let text = await node.get("/v2/history/sub-key/demo/channel/cl-twice").text
            #expect(text == "[[1,2,3],\(first),\(last)]")
        }
        #expect(second < last)
        await b.core.stop()
        await again.core.stop()
    }

    @Test("A batch that comes again after many records is not applied again, also by a server that was started since")
    func twiceMuchLater() async throws {
        let path = folder.file("b.sqlite")
        let a = try await node()
        let first = try await a.publish(1, to: "cl-later")
        let position = UInt64(stream.count)
        let former = try await node(path)
        let last = try await a.publish(2, to: "cl-later")
        for _ in 0..<12_000 { stream.storeAgain(position + 1) }
        _ = try await a.publish(3, to: "cl-other")
        #expect(await eventually { isCurrent(former) })
        await former.core.stop()
        let b = try await node(path)
        stream.storeAgain(position)
        _ = try await a.publish(4, to: "cl-other")
        #expect(await eventually { isCurrent(a) && isCurrent(b) })
        for node in [a, b] {
            let text = await node.get("/v2/history/sub-key/demo/channel/cl-later").text
            #expect(text == "[[1,2],\(first),\(last)]")
            await node.core.stop()
        }
    }

    @Test("A server that starts after the stream lost its newest records and got others does not follow it")
    func lostWhileDown() async throws {
        let path = folder.file("a.sqlite")
        let former = try await node(path)
        let first = try await former.publish(1, to: "cl-down")
        let kept = UInt64(stream.count)
        let second = try await former.publish(2, to: "cl-down")
        await former.core.stop()
        stream.loseRecords(after: kept)
        let b = try await node()
        for payload in 3...5 { _ = try await b.publish(payload, to: "cl-down") }
        let a = try await node(path)
        #expect(a.log.health.reasons == [.logLost])
        #expect(await a.get("/publish/demo/demo/0/cl-down/0/6").status == 503)
        #expect(await a.get("/v2/history/sub-key/demo/channel/cl-down").text == "[[1,2],\(first),\(second)]")
        #expect(b.log.health.isReady)
        for node in [a, b] { await node.core.stop() }
        // It says so at each start, until its data file is deleted.
        await #expect(throws: OriginError.self) { try await node(path) }
    }

    @Test("A server that finds a record missing between others applies nothing more")
    func gap() async throws {
        let path = folder.file("b.sqlite")
        let former = try await node(path)
        let first = try await former.publish(1, to: "cl-gap")
        await former.core.stop()
        let a = try await node()
        _ = try await a.publish(2, to: "cl-gap")
        stream.loseRecord(at: UInt64(stream.count))
        _ = try await a.publish(3, to: "cl-gap")
        let b = try await node(path)
        #expect(await eventually { b.log.health.reasons == [.logLost] })
        #expect(await b.get("/v2/history/sub-key/demo/channel/cl-gap").text == "[[1],\(first),\(first)]")
        #expect(a.log.health.isReady)
        for node in [a, b] { await node.core.stop() }
    }

    @Test("A batch counts as applied if it or a later one of the same start of a server was; old starts are forgotten")
    func appliedBatches() {
        var batches = AppliedBatches()
        func isNew(_ number: UInt64, of boot: UInt64, at position: UInt64) -> Bool {
            batches.note(number, of: boot, at: position).isNew
        }
        #expect(isNew(2, of: 1, at: 1))
        #expect(!isNew(2, of: 1, at: 2))
        #expect(!isNew(1, of: 1, at: 3))
        #expect(isNew(1, of: 2, at: 4))
        #expect(isNew(4, of: 1, at: 5))
        #expect(!isNew(3, of: 1, at: 6))
        for start in 3...UInt64(AppliedBatches.maxStarts) + 1 {
            #expect(isNew(1, of: start, at: start + 10))
        }
        #expect(batches.count == AppliedBatches.maxStarts)
        // The start whose record is the oldest is the second one.
        #expect(!isNew(4, of: 1, at: 5000))
        #expect(isNew(1, of: 2, at: 5001))
    }

    @Test("A change without an acknowledgement gets 503, and is there on all servers if it was stored all the same")
    func unknownOutcome() async throws {
        let a = try await node()
        let b = try await node()
        a.connection.isCut = true
        let (status, text) = await a.get("/publish/demo/demo/0/cl-cut/0/1")
        #expect(status == 503)
        #expect(text.contains(#""status":503,"service":"PubSub","error":true"#))
        #expect(text.contains("may have been stored"))
        a.connection.isCut = false
        let timetoken = try await a.publish(2, to: "cl-cut")
        let later = try await b.publish(3, to: "cl-cut")
        #expect(later > timetoken)
        let history = await b.get("/v2/history/sub-key/demo/channel/cl-cut").text
        #expect(history.hasPrefix("[[1,2,3],"))
        #expect(await a.get("/v2/history/sub-key/demo/channel/cl-cut").text.hasPrefix("[[1,2"))
        await a.core.stop()
        await b.core.stop()
    }

    @Test(
        "A server that receives no records for more than 3 s is unready, refuses changes and releases its subscribers"
    )
    func silence() async throws {
        let a = try await node()
        let start = try await a.publish(1, to: "cl-quiet")
        #expect(a.log.health.isReady)
        a.connection.isCut = true
        async let page = a.get("/v2/subscribe/demo/cl-quiet/0?tt=\(start)")
        #expect(await eventually { a.core.heldCount == 1 })
        clock.advance(by: .seconds(4))
        #expect(a.log.health.reasons == [.noQuorum])
        a.core.timePassed()
        #expect(await page.text.contains("\"m\":[]"))
        let refused = await a.get("/publish/demo/demo/0/cl-quiet/0/2")
        #expect(refused.status == 503)
        #expect(refused.text.contains("Nothing was changed"))
        a.connection.isCut = false
        #expect(await eventually { a.log.health.isReady })
        _ = try await a.publish(3, to: "cl-quiet")
        #expect(await a.get("/v2/history/sub-key/demo/channel/cl-quiet").text.hasPrefix("[[1,3],"))
        await a.core.stop()
    }

    @Test("The silence ends with the arrival of a record, before its changes are applied and acknowledged")
    func endOfSilence() async throws {
        let configuration = OriginConfiguration(clock: clock)
        let log = try await OpenedStorage.join(SharedStream.Connection(stream), configuration).storage.log
        let seen = Locked<[LogHealth]>([])
        // The stream forgets the closure when the log is closed.
        log.follow { _ in
            let health = log.health
            seen.withLock { $0.append(health) }
        }
        await log.caughtUp()
        let count = seen.withLock { $0.count }
        clock.advance(by: .seconds(4))
        #expect(log.health.reasons == [.noQuorum])
        stream.store(StreamCodec.encode(LogBatch(number: 1, after: 0, entries: []), boot: 7))
        #expect(await eventually { seen.withLock { $0.count } > count })
        #expect(seen.withLock { $0.last?.reasons } == [])
        await log.close()
    }

    @Test("A server with other limits does not start, and says which")
    func otherLimits() async throws {
        let a = try await node()
        var limits = OriginLimits()
        limits.messageBuffer = 7
        let error = await #expect(throws: OriginError.self) { try await node(limits: limits) }
        guard case .cannotJoin(let text)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(text.contains("limits.messageBuffer is 7 here and 100 there"))
        await a.core.stop()
    }

    @Test("A server with other limits of connections and requests starts: they change nothing that servers share")
    func otherConnections() async throws {
        let a = try await node()
        var limits = OriginLimits()
        limits.connections = 20_000
        limits.connectionsPerAddress = 5
        limits.limitsLoopback = true
        limits.requestsPerSecondPerKeyset = 9
        limits.compressionThreshold = nil
        let b = try await node(limits: limits)
        for node in [a, b] { await node.core.stop() }
    }

    @Test("A server starts on a stream whose first record has the limits of connections of the server that created it")
    func olderRecord() async throws {
        let settings = ClusterSettings(cluster: "test", id: 7, OriginConfiguration()).text
        let others = #""limits":{"connections":9,"requestsPerSecondPerKeyset":5,"#
        let older = settings.replacing(#""limits":{"#, with: others)
        try #require(older != settings)
        stream.store(StreamCodec.encode(settings: Array(older.utf8)))
        let a = try await node()
        _ = try await a.publish(1, to: "cl-older")
        await a.core.stop()
    }

    @Test("A change that a quota refuses is counted by the server that refuses it, and by no other")
    func quotaRefusals() async throws {
        var configuration = OriginConfiguration(clock: clock)
        configuration.quotas.registeredChannels = 1
        let nodes = [try await node(configuration), try await node(configuration)]
        let target = "/v1/channel-registration/sub-key/demo/channel-group/g?add=a,b"
        #expect(await nodes[0].get(target).status == 429)
        // A server responds to this when it has applied what is before it in the log.
        #expect(await nodes[1].get("/publish/demo/demo/0/cl-quota/0/1").status == 200)
        #expect(nodes.map { $0.core.statistics.quotaRefusals[.registeredChannels] } == [1, 0])
        for node in nodes { await node.core.stop() }
    }

    @Test("A server whose stream takes no record as large as a change does not start, and names both sizes")
    func smallRecords() async throws {
        let configuration = OriginConfiguration(clock: clock)
        let error = await #expect(throws: OriginError.self) {
            _ = try await OpenedStorage.join(SharedStream.Connection(stream, maxRecordBytes: 20_000), configuration)
        }
        guard case .cannotJoin(let text)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(text.contains("at most 20000 bytes") && text.contains("max_payload"))
    }

    @Test("A server whose stream lost what it applied stays unready, refuses changes, and applies nothing more")
    func lost() async throws {
        let a = try await node()
        let first = try await a.publish(1, to: "cl-lost")
        let b = try await node()
        a.connection.lose()
        #expect(a.log.health.reasons == [.logLost])
        #expect(await a.get("/publish/demo/demo/0/cl-lost/0/2").status == 503)
        _ = try await b.publish(3, to: "cl-lost")
        a.connection.waitUntilDelivered()
        #expect(await a.get("/v2/history/sub-key/demo/channel/cl-lost").text == "[[1],\(first),\(first)]")
        #expect(b.log.health.isReady)
        for node in [a, b] { await node.core.stop() }
    }

    @Test("A record with the settings of another cluster is the beginning of another stream")
    func otherSettings() async throws {
        let a = try await node()
        stream.store(ClusterSettings(cluster: "test", id: 7, epoch: 2, OriginConfiguration()).record)
        #expect(await eventually { a.log.health.reasons.contains(.logLost) })
        await a.core.stop()
    }

    @Test("A server that applies no more records proposes none, even as time passes, and stops")
    func stoppedTicks() async throws {
        let unreadable = try await node()
        stream.store([0xF0, 0x50, 0x4E, 99, 1, 2])
        #expect(await eventually { unreadable.log.health.reasons.contains(.logUnreadable) })
        let lost = try await node(folder.file("lost.sqlite"))
        lost.connection.lose()
        let count = stream.count
        for node in [unreadable, lost] {
            let failures = node.log.health.failures
            clock.advance(by: .seconds(2))
            node.core.timePassed()
            await node.core.stop()
            #expect(node.log.health.failures == failures)
        }
        #expect(stream.count == count)
    }

    @Test("The client of a batch in progress gets 503 if the server loses the stream, and may find the change stored")
    func lostInFlight() async throws {
        let a = try await node()
        a.connection.isSilent = true
        async let response = a.get("/publish/demo/demo/0/cl-flight/0/1")
        #expect(await eventually { stream.count == 2 })
        a.connection.lose()
        let (status, text) = await response
        #expect(status == 503 && text.contains("may have been stored"), "\(text)")
        await a.core.stop()
    }

    @Test("The client of a batch that is acknowledged and does not come back gets 503; the change counts when it comes")
    func silent() async throws {
        let a = try await node()
        _ = try await a.publish(1, to: "cl-silent")
        a.connection.isSilent = true
        let count = stream.count
        async let response = a.get("/publish/demo/demo/0/cl-silent/0/2")
        #expect(await eventually { stream.count == count + 1 })
        // The first time is that of the message before, which came back.
        for _ in 1...2 {
            #expect(await eventually { clock.deadlines.contains(clock.uptime + StreamLog.returnLimit) })
            clock.advance(by: StreamLog.returnLimit)
        }
        let (status, text) = await response
        #expect(status == 503 && text.contains("may have been stored"), "\(text)")
        a.connection.isSilent = false
        a.connection.waitUntilDelivered()
        #expect(await a.get("/v2/history/sub-key/demo/channel/cl-silent").text.hasPrefix("[[1,2],"))
        await a.core.stop()
    }

    /// A server whose start waits until its connection delivers records.
    private func waitingServer(_ keysets: [OriginKeyset] = []) -> (OriginServer, SharedStream.Connection) {
        let connection = SharedStream.Connection(stream)
        connection.isSilent = true
        var configuration = OriginConfiguration(clock: clock)
        configuration.cluster = connection
        configuration.keysets = keysets
        return (OriginServer(configuration: configuration), connection)
    }

    @Test("A server that waits for its cluster stops, and its start fails")
    func stoppedStart() async throws {
        let (server, connection) = waitingServer()
        async let started = server.start()
        #expect(await eventually { connection.isFollowed })
        await server.stop()
        do {
            _ = try await started
            Issue.record("It started.")
        } catch OriginError.notRunning {
            #expect(server.phase == .stopped)
        }
    }

    @Test("Keysets that are replaced while a server waits for its cluster are served from its start on")
    func replacedWhileStarting() async throws {
        let (server, connection) = waitingServer([OriginKeyset(subscribeKey: "demo", publishKey: "former")])
        async let started = server.start()
        #expect(await eventually { connection.isFollowed })
        #expect(throws: Never.self) {
            try server.replaceKeysets([OriginKeyset(subscribeKey: "demo", publishKey: "later")])
        }
        connection.isSilent = false
        let address = try await started
        let statuses = try await onOwnThread {
            try ["former", "later"].map { key in
                let connection = try #require(RawConnection(port: address.port))
                connection.get("/publish/\(key)/demo/0/a/0/1")
                return connection.answer()?.status
            }
        }
        #expect(statuses == [400, 200])
        await server.stop()
    }

    @Test("The data file of a server by itself is not used for a cluster")
    func otherFile() async throws {
        let path = folder.file("alone.sqlite")
        let alone = try DurableOrigin(path)
        await alone.get("/publish/demo/demo/0/cl-alone/0/1")
        await alone.close()
        let error = await #expect(throws: OriginError.self) { try await node(path) }
        guard case .cannotJoin(let text)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(text.contains("server by itself"))
    }

    @Test("A record of a later version makes a server unready, and it applies nothing after it")
    func unreadable() async throws {
        let a = try await node()
        let timetoken = try await a.publish(1, to: "cl-new")
        stream.store([0xF0, 0x50, 0x4E, 99, 1, 2])
        #expect(await eventually { a.log.health.reasons.contains(.logUnreadable) })
        #expect(await a.get("/publish/demo/demo/0/cl-new/0/2").status == 503)
        #expect(await a.get("/v2/history/sub-key/demo/channel/cl-new").text == "[[1],\(timetoken),\(timetoken)]")
        await a.core.stop()
    }

    @Test(
        "Records of other programs are skipped by all servers alike, counted and logged once a minute; a start skips them as well"
    )
    func foreignRecords() async throws {
        let reports = Locked<[String]>([])
        var configuration = OriginConfiguration(clock: clock)
        configuration.report = { line in reports.withLock { $0.append(line) } }
        let nodes = [try await node(configuration), try await node()]
        let first = try await nodes[0].publish(1, to: "cl-stray")
        let records =
            [
                [], [1], [2], [2, 0x7B], [0x21, 1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
                Array("stray".utf8),
            ] as [[UInt8]]
        for record in records { stream.store(record) }
        let second = try await nodes[1].publish(2, to: "cl-stray")
        let later = try await node()
        for node in nodes + [later] {
            #expect(await eventually { node.log.health.cluster?.skipped == UInt64(records.count) })
            #expect(node.log.health.isReady)
            #expect(await node.get("/v2/history/sub-key/demo/channel/cl-stray").text == "[[1,2],\(first),\(second)]")
        }
        let lines = reports.withLock { $0 }
        #expect(lines.count == 1 && lines[0].contains("is of another program, and was skipped"), "\(lines)")
        for node in nodes + [later] { await node.core.stop() }
    }

    @Test("Records of versions without the mark are read")
    func unmarkedRecords() async throws {
        let a = try await node()
        let batch = LogBatch(number: 1, after: 0, entries: [])
        let marked = StreamCodec.encode(batch, boot: 7)
        let unmarked = Array(marked.dropFirst(3))
        #expect(StreamCodec.batchIdentity(of: unmarked) == StreamCodec.batchIdentity(of: marked))
        stream.store(unmarked)
        _ = try await a.publish(1, to: "cl-unmarked")
        #expect(a.log.health.cluster?.skipped == 0)
        await a.core.stop()
    }

    @Test("A sign of life is stored only when a third of the client's time is gone")
    func signsOfLife() async throws {
        let a = try await node()
        let heartbeat = "/v2/presence/sub-key/demo/channel/cl-life/heartbeat?uuid=u&heartbeat=30"
        #expect(await a.get(heartbeat).status == 200)
        let present = PresentClient(topic: Topic(keyset: "demo", name: "cl-life"), client: "u")
        let first = a.core.withState { $0.presence.deadline(of: present) }
        let count = stream.count
        #expect(await a.get(heartbeat).status == 200)
        #expect(stream.count == count)
        // The time of the log passes with its records, and without any for 3 s the server refuses changes.
        for number in 1...6 {
            clock.advance(by: .seconds(2))
            _ = try await a.publish(number, to: "cl-life")
        }
        #expect(await a.get(heartbeat).status == 200)
        let second = a.core.withState { $0.presence.deadline(of: present) }
        #expect(first.map { $0 + .seconds(12) } == second)
        await a.core.stop()
    }
}
