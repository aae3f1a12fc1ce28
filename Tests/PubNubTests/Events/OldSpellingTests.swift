import Foundation
import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("PORTING, Delegates: the spelling of Swift 1 and 2 is called, and the log names the new one")
struct OldSpellingTests {
    /// The events of 3.7.8.
    private static let rows = EventRow.all.filter { row in
        switch row.event {
        case .signal, .object, .messageAction, .gap: false
        default: true
        }
    }

    @Test("A method declared as in Swift 1 and 2 is called", arguments: rows)
    func verbatim(row: EventRow) async {
        let harness = HubHarness()
        let delegate = Swift2Delegate()
        harness.hub.setDelegate(delegate)
        await harness.emit(row.event)
        #expect(delegate.calls.all == [row.method])
    }

    @Test("A deprecated method declared so is called if its successor is not implemented", arguments: rows)
    func deprecated(row: EventRow) async {
        let harness = HubHarness()
        let delegate = DeprecatedSwift2Delegate()
        harness.hub.setDelegate(delegate)
        await harness.emit(row.event)
        #expect(delegate.calls.all == row.deprecated)
    }

    @Test("A method of which only the first label, or not the type of a list, was migrated is called")
    func partlyMigrated() async {
        var called: Set<String> = []
        for row in Self.rows {
            let harness = HubHarness()
            let delegate = PartlyMigratedDelegate()
            harness.hub.setDelegate(delegate)
            await harness.emit(row.event)
            #expect(delegate.calls.all.isEmpty || delegate.calls.all == [row.method])
            called.formUnion(delegate.calls.all)
        }
        #expect(called.contains("didReceive PNMessage"))
        #expect(called.contains("didSubscribeOn"))
        #expect(called.count == 25)
    }

    @Test("A deprecated method of which only the first label was migrated is called without a successor")
    func deprecatedPartlyMigrated() async {
        var called: Set<String> = []
        for row in Self.rows {
            let harness = HubHarness()
            let delegate = DeprecatedPartlyMigratedDelegate()
            harness.hub.setDelegate(delegate)
            await harness.emit(row.event)
            #expect(delegate.calls.all.isEmpty || delegate.calls.all == row.deprecated)
            called.formUnion(delegate.calls.all)
        }
        #expect(called.contains("didReceiveParticipantsList:for"))
    }

    @Test("A question in the old spelling is asked")
    func question() {
        let client = PubNub(configuration: .scripted())
        #expect(PNQuestion.reconnect.ask(Swift2Delegate(), client) == true)
    }

    @Test("The log names the new spelling once for each class and method")
    func warning() async throws {
        final class Office: PNDelegate, Sendable {
            let calls = Recorder()
            // swift-format-ignore
            func pubnubClient(client: PubNub!, didReceiveMessage message: PNMessage!) { calls.record("message") }
            // swift-format-ignore
            func pubnubClient(_ client: PubNub!, didReceivePresenceEvent event: PNPresenceEvent!) { calls.record("presence") }
        }
        let first = Office()
        let second = Office()
        let lines = await Self.log {
            for delegate in [first, second] {
                let harness = HubHarness()
                harness.hub.setDelegate(delegate)
                for _ in 0..<3 { await harness.emit(.message(.sample)) }
                await harness.emit(.presence(.sample))
            }
        }
        #expect(first.calls.all == ["message", "message", "message", "presence"])
        #expect(second.calls.all == first.calls.all)
        let warnings = lines.filter { $0.contains("The delegate's class Office ") }
        #expect(warnings.count == 2)
        #expect(
            warnings.first?.contains(
                "pubnubClient(client:didReceiveMessage:). It is called; rename it to pubnubClient(_:didReceive:)."
            )
                == true
        )
        #expect(warnings.last?.contains("pubnubClient(_:didReceivePresenceEvent:). It is called") == true)
    }

    @Test("The log warns once of a delegate without a method for the first events")
    func withoutMethods() async throws {
        final class Mute: PNDelegate {}
        final class Silent: PNDelegate {}
        final class Listener: PNDelegate {
            func pubnubClient(_ client: PubNub, didReceive message: PNMessage) {}
        }
        final class Participants: PNDelegate {
            func pubnubClient(
                _ client: PubNub,
                didReceiveParticipantsList participantsList: [PNClient],
                for channel: PNChannel
            ) {}
        }
        let start: [PNEvent] = [.willConnect(origin: "o"), .didConnect(origin: "o"), .subscription(.success(.sample))]
        let here = try #require(EventRow.all.first { $0.method == "didReceiveParticipants:for" }).event
        let lines = await Self.log {
            for (delegate, events) in [
                (Mute(), start + [.message(.sample), .message(.sample)]),
                (Silent(), Array(repeating: PNEvent.didConnect(origin: "o"), count: 12)),
                (Listener(), start + [.message(.sample)] + start),
                (Participants(), start + [here] + start + [.message(.sample)]),
            ] as [(any PNDelegate, [PNEvent])] {
                let harness = HubHarness()
                harness.hub.setDelegate(delegate)
                for event in events { await harness.emit(event) }
                withExtendedLifetime(delegate) {}
            }
        }
        // Other tests log at the same time.
        func warnings(of name: String) -> [String] {
            lines.filter { $0.contains("class \(name) implements no method of PNDelegate for its first ") }
        }
        #expect(warnings(of: "Mute").count == 1)
        #expect(warnings(of: "Mute").first?.contains("first 4 events: pubnubClient(_:willConnectToOrigin:), ") == true)
        #expect(warnings(of: "Silent").count == 1)
        #expect(warnings(of: "Silent").first?.contains("first 10 events") == true)
        #expect(warnings(of: "Listener").isEmpty)
        #expect(warnings(of: "Participants").isEmpty)
    }

    @Test("The delegate level of the log names the method that is called", arguments: EventRow.all)
    func delegateLevel(row: EventRow) {
        let method = row.event.delegateMethod
        let labels = row.method.split(separator: " ")[0]
        #expect(method == "pubnubClient(_:\(labels):)" || method == "\(labels)(_:)")
    }

    @Test("The delegate level is logged before the call, with the class")
    func delegateLevelLines() async throws {
        let lines = try await Self.dump {
            let harness = HubHarness()
            let delegate = RecordingDelegate { _ in }
            harness.hub.setDelegate(delegate)
            await harness.emit(.message(.sample))
            _ = PNQuestion.resubscribe.ask(delegate, harness.client)
            withExtendedLifetime(delegate) {}
        }
        #expect(
            lines.contains {
                $0.contains("[delegate]") && $0.contains("calls RecordingDelegate.pubnubClient(_:didReceive:)")
            }
        )
        #expect(lines.contains { $0.contains("calls RecordingDelegate.shouldResubscribeOnConnectionRestore()") })
    }

    /// The lines that the library logs while `body` runs.
    private static func log(_ body: @Sendable () async -> Void) async -> [String] {
        await LoggerLease.withLogger {
            // Other tests log at the same time, more than a dump file may have.
            let lines = Locked<[String]>([])
            PNLogger.watch { line in
                if line.contains("elegate") { lines.withLock { $0.append(line) } }
            }
            await body()
            PNLogger.watch { SecretWatch.shared.look(at: $0, in: "a log record") }
            return lines.withLock { $0 }
        }
    }

    /// The lines of the dump file that the library logs while `body` runs, with their levels.
    private static func dump(_ body: @Sendable () async -> Void) async throws -> [String] {
        try await LoggerLease.withLogger {
            let folder = FileManager.default.temporaryDirectory.appending(path: "spelling-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            PNLogger.setDumpFolder(folder.path())
            PNLogger.dump(toFile: true)
            PNLogger.loggerEnabled(true)
            await body()
            PNLogger.dump(toFile: false)
            PNLogger.loggerEnabled(false)
            LogCenter.shared.store.flush()
            // Other tests log at the same time, so the file may have been changed for a new one.
            let old = try? String(contentsOfFile: DumpFile.oldPath(of: PNLogger.dumpFilePath()), encoding: .utf8)
            let dump = try String(contentsOfFile: PNLogger.dumpFilePath(), encoding: .utf8)
            LogCenter.shared.store.setFolder(LogStore.defaultFolder)
            return ((old ?? "") + dump).split(separator: "\n").map(String.init)
        }
    }
}
