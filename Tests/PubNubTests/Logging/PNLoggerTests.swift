import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("README, Logging: the functions of PNLogger", .serialized)
struct PNLoggerTests {
    private static let functions: [(PNLogLevel, @Sendable (() -> String?) -> Void)] = [
        (.generalLevel, { PNLogger.logGeneralMessageFrom(nil, message: $0) }),
        (.delegateLevel, { PNLogger.logDelegateMessageFrom(nil, message: $0) }),
        (.reachabilityLevel, { PNLogger.logReachabilityMessageFrom(nil, message: $0) }),
        (.deserializerInfoLevel, { PNLogger.logDeserializerInfoMessageFrom(nil, message: $0) }),
        (.deserializerErrorLevel, { PNLogger.logDeserializerErrorMessageFrom(nil, message: $0) }),
        (.connectionLayerErrorLevel, { PNLogger.logConnectionErrorMessageFrom(nil, message: $0) }),
        (.connectionLayerInfoLevel, { PNLogger.logConnectionInfoMessageFrom(nil, message: $0) }),
        (.communicationChannelLayerErrorLevel, { PNLogger.logCommunicationChannelErrorMessageFrom(nil, message: $0) }),
        (.communicationChannelLayerWarnLevel, { PNLogger.logCommunicationChannelWarnMessageFrom(nil, message: $0) }),
        (.communicationChannelLayerInfoLevel, { PNLogger.logCommunicationChannelInfoMessageFrom(nil, message: $0) }),
    ]

    @Test("Logs and writes nothing at first, as in packaged builds")
    func initially() async {
        await LoggerLease.withLogger {
            #expect(!PNLogger.isLoggerEnabled())
            #expect(!PNLogger.isDumpingToFile())
            #expect(!PNLogger.isDumpingHTTPResponse())
            #expect(PNLogger.dumpFilePath().hasSuffix("/pubnub-console-dump.txt"))
            for (_, log) in Self.functions {
                log {
                    Issue.record("The message of a level that is off was made")
                    return nil
                }
            }
        }
    }

    @Test("The default folder is below XDG_STATE_HOME, otherwise below HOME; relative paths are ignored")
    func defaultFolder() {
        #expect(LogStore.defaultFolder(in: ["XDG_STATE_HOME": "/state", "HOME": "/home/ann"]) == "/state/pubnub")
        #expect(LogStore.defaultFolder(in: ["HOME": "/home/ann"]) == "/home/ann/.local/state/pubnub")
        let relative = ["XDG_STATE_HOME": "state", "HOME": "/home/ann"]
        #expect(LogStore.defaultFolder(in: relative) == "/home/ann/.local/state/pubnub")
    }

    @Test("Each function logs at its level, and evaluates its message only if that is enabled")
    func levels() async {
        await LoggerLease.withLogger {
            PNLogger.loggerEnabled(true)
            defer { PNLogger.loggerEnabled(false) }
            for (level, log) in Self.functions {
                PNLogger.disable(for: level)
                log {
                    Issue.record("The message of a level that is off was made")
                    return nil
                }
                PNLogger.enable(for: level)
                let said = Recorder()
                log {
                    said.record("made")
                    return nil
                }
                #expect(said.all == ["made"])
            }
        }
    }

    @Test("Messages reach the dump file, including formatted ones")
    func dumpFile() async throws {
        try await LoggerLease.withLogger {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("dump-\(UUID().uuidString)").path
            defer { try? FileManager.default.removeItem(atPath: folder) }
            PNLogger.setDumpFolder(folder)
            // A file that is full is renamed.
            PNLogger.setMaximumDumpFileSize(.max)
            defer { PNLogger.setMaximumDumpFileSize(10 * 1024 * 1024) }
            PNLogger.loggerEnabled(true)
            PNLogger.dump(toFile: true)
            PNLogger.dumpHTTPResponse(toFile: true)
            #expect(PNLogger.isDumpingToFile() && PNLogger.isDumpingHTTPResponse() && PNLogger.isLoggerEnabled())
            PNLogger.logGeneralMessageFrom(self) { "Hello world!!!" }
            PNLog(.generalLevel, self, "%d of %@", 3, "four" as NSString)
            PNLogger.log(.generalLevel, "from inside")
            PNLogger.dumpPacket("HTTP/1.1 200 OK")
            PNLogger.dump(toFile: false)
            PNLogger.dumpHTTPResponse(toFile: false)
            PNLogger.loggerEnabled(false)
            LogCenter.shared.store.flush()
            #expect(PNLogger.dumpFilePath() == folder + "/pubnub-console-dump.txt")
            let dump = try String(contentsOfFile: PNLogger.dumpFilePath(), encoding: .utf8)
            for text in ["<PNLoggerTests> Hello world!!!", "3 of four", "from inside"] {
                #expect(dump.contains(text))
            }
            let packets = try String(contentsOfFile: LogCenter.shared.store.packetsPath, encoding: .utf8)
            // Clients of other suites may write packets in the meantime.
            #expect(packets.contains("HTTP/1.1 200 OK\n\n"))
            LogCenter.shared.store.setFolder(LogStore.defaultFolder)
        }
    }
}
