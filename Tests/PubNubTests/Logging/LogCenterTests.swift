import Foundation
import Logging
import PubNubSupport
import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("README, Logging")
struct LogCenterTests {
    private func folder() -> String {
        FileManager.default.temporaryDirectory.appendingPathComponent("log-\(UUID().uuidString)").path
    }

    private func contents(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    private func center(_ folder: String, _ records: RecordingHandler.Records = .init()) -> LogCenter {
        LogCenter(
            store: LogStore(folder: folder),
            isEnabled: true,
            storesRecords: true,
            storesPackets: false,
            handler: { _ in RecordingHandler(records: records) }
        )
    }

    @Test("Levels have the bits of the README")
    func levels() {
        let levels: [PNLogLevel] = [
            .generalLevel, .delegateLevel, .reachabilityLevel, .deserializerInfoLevel, .deserializerErrorLevel,
            .connectionLayerErrorLevel, .connectionLayerInfoLevel, .connectionLayerHTTPLoggingLevel,
            .communicationChannelLayerErrorLevel, .communicationChannelLayerWarnLevel,
            .communicationChannelLayerInfoLevel,
        ]
        #expect(levels.map(\.rawValue) == (0...10).map { 1 << $0 })
        let known: [ClientLogLevel] = [
            .general, .delegate, .reachability, .replyInfo, .replyError, .connectionError, .connectionInfo, .packets,
            .callError, .callWarning, .callInfo,
        ]
        #expect(levels.map(\.level) == known)
        #expect(PNLogDefaults().levels == PNLogLevel(levels).subtracting(.connectionLayerHTTPLoggingLevel))
    }

    @Test("Enables and disables levels, one by one and all together")
    func switches() {
        let center = center(folder())
        #expect(center.isActive(.general))
        #expect(!center.isActive(.packets))
        center.enable(.packets)
        center.disable([.general, .delegate])
        #expect(center.isActive(.packets))
        #expect(!center.isActive(.general))
        center.setEnabled(false)
        #expect(!center.isActive(.packets))
        center.setEnabled(true)
        #expect(center.isActive(.reachability))
        #expect(!center.isActive(.delegate))
    }

    @Test("Records go to swift-log with a severity for their level, and to the dump file")
    func records() throws {
        let folder = folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let records = RecordingHandler.Records()
        let center = center(folder, records)
        center.write(.general, from: PNLogger.source(of: self), "hello")
        center.write(.callError, from: ClientLog.source, "broken")
        center.write(.callWarning, from: ClientLog.source, "odd")
        center.setStoresRecords(false)
        center.write(.connectionInfo, from: ClientLog.source, "not in the file")
        center.store.flush()
        #expect(records.all == ["info hello", "error broken", "warning odd", "debug not in the file"])
        let dump = try #require(contents(center.store.dumpPath))
        let lines = dump.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].hasSuffix("[general] <LogCenterTests> hello"))
        let attributes = try FileManager.default.attributesOfItem(atPath: center.store.dumpPath)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }

    @Test("A warning about security is logged even when logging is off")
    func warning() {
        let records = RecordingHandler.Records()
        let center = LogCenter(
            store: LogStore(folder: folder()),
            isEnabled: false,
            storesRecords: false,
            storesPackets: false,
            handler: { _ in RecordingHandler(records: records) }
        )
        center.warn("TLS is relaxed")
        #expect(records.all == ["warning TLS is relaxed"])
    }

    @Test("A dump file that is too large at the start becomes the old one; there are at most two")
    func rotation() throws {
        let folder = folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = LogStore(folder: folder).dumpPath
        func run(_ text: String) {
            let store = LogStore(folder: folder)
            store.setMaximumSize(10)
            store.append(text)
            store.append(text)
            store.flush()
        }
        run("first run\n")
        #expect(contents(path) == "first run\nfirst run\n")
        run("second run\n")
        #expect(contents(path) == "second run\nsecond run\n")
        #expect(contents(DumpFile.oldPath(of: path)) == "first run\nfirst run\n")
        run("third run\n")
        #expect(contents(DumpFile.oldPath(of: path)) == "second run\nsecond run\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
    }

    @Test("A dump file that grows while it is open becomes the old one, repeatedly")
    func rotationWhileWriting() throws {
        let folder = folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/dump.txt"
        let file = DumpFile(path: path, maximumSize: 10, growth: 20)
        for number in 0..<10 { try file.append("record \(number)\n") }
        #expect(contents(path) == "record 8\nrecord 9\n")
        #expect(contents(DumpFile.oldPath(of: path)) == "record 4\nrecord 5\nrecord 6\nrecord 7\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
    }

    @Test("Continues a dump file that is small enough")
    func continuation() {
        let folder = folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for text in ["a\n", "b\n"] {
            let store = LogStore(folder: folder)
            store.append(text)
            store.flush()
        }
        #expect(contents(LogStore(folder: folder).dumpPath) == "a\nb\n")
    }

    @Test("A folder that cannot be written has no effect on the application")
    func badFolder() {
        let store = LogStore(folder: "/proc/nowhere")
        store.append("x")
        store.append(packet: "y")
        store.flush()
        #expect(contents(store.dumpPath) == nil)
    }

    @Test("HTTP responses go to a file of their own")
    func packets() {
        let folder = folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = LogStore(folder: folder)
        store.append(packet: "HTTP/1.1 200 OK\n")
        store.flush()
        #expect(contents(store.packetsPath) == "HTTP/1.1 200 OK\n")
        #expect(contents(store.dumpPath) == nil)
    }
}

/// Records what swift-log receives.
struct RecordingHandler: LogHandler {
    final class Records: Sendable {
        private let lines = Locked<[String]>([])

        var all: [String] { lines.withLock { $0 } }

        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    let records: Records
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    init(records: Records) {
        self.records = records
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        records.add("\(event.level) \(event.message)")
    }
}
