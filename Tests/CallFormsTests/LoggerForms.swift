import Foundation
import PubNub
import PubNubTestSupport
import Testing

/// README "Logging": every form of 3.7.8. The logger belongs to the whole process, so that they run in one of
/// their own.
@Suite struct LoggerForms {
    @Test func settings() async {
        await #expect(processExitsWith: .success) {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
            defer { try? FileManager.default.removeItem(atPath: folder) }
            PNLogger.setDumpFolder(folder)
            PNLogger.loggerEnabled(true)
            #expect(PNLogger.isLoggerEnabled())
            PNLogger.enable(for: .generalLevel)
            PNLogger.disable(for: .delegateLevel)
            PNLogger.setMaximumDumpFileSize(1000)
            PNLogger.dump(toFile: true)
            #expect(PNLogger.isDumpingToFile())
            #expect(PNLogger.dumpFilePath().hasPrefix(folder))
            PNLogger.dump(toFile: false)
            PNLogger.dumpHTTPResponse(toFile: true)
            #expect(PNLogger.isDumpingHTTPResponse())
            PNLogger.dumpHTTPResponse(toFile: false)
            PNLogger.loggerEnabled(false)
            #expect(!PNLogger.isLoggerEnabled())
        }
    }

    @Test("The calls of PNLog in the guide log errors, messages, channel lists and nil as they are written there")
    func samples() async {
        await #expect(processExitsWith: .success) {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
            defer { try? FileManager.default.removeItem(atPath: folder) }
            PNLogger.setDumpFolder(folder)
            PNLogger.loggerEnabled(true)
            PNLogger.dump(toFile: true)
            let given = Given()
            let app = ExampleDelegate()
            let calls = EndedCalls(of: given.client)
            given.client.setDelegate(app)
            given.client.subscribe(on: given.channels)
            given.client.sendMessage("text", to: given.channel)
            given.client.requestHistory(for: given.channel, from: nil)
            given.client.requestClientState("admin", forObject: given.channel)
            #expect(calls.count == 4)
            let remote: PNClient? = nil
            PNLog(.generalLevel, app, "state of %@: %@", remote, given.objects)
            PNLogger.logGeneralMessageFrom(app) { "the last record" }
            let expected = [
                "PubNub client failed to subscribe because of error: ", " 108: ",
                "PubNub client failed to send message 'PNMessage(6 bytes on a)' because of error: ",
                "PubNub client failed to download history for PNChannel(a) because of error: ",
                "did fail to receive state for client admin on channel PNChannel(a) because of error: ",
                "state of (null): [PNChannel(a), PNChannelGroup(g)]",
            ]
            var log = ""
            // The logger writes on a queue of its own.
            let isComplete = await eventually {
                log = (try? String(contentsOfFile: PNLogger.dumpFilePath(), encoding: .utf8)) ?? ""
                return log.contains("the last record")
            }
            #expect(isComplete)
            for text in expected { #expect(log.contains(text), "\(text) in \(log)") }
        }
    }

    @Test func messages() async {
        await #expect(processExitsWith: .success) {
            let heard = Heard()
            let text: () -> String? = {
                heard.hear("made")
                return "text"
            }
            PNLogger.loggerEnabled(true)
            for bit: UInt in 0..<11 { PNLogger.enable(for: PNLogLevel(rawValue: 1 << bit)) }
            PNLogger.logFrom(heard, for: .generalLevel, message: text)
            PNLogger.logGeneralMessageFrom(heard, message: text)
            PNLogger.logDelegateMessageFrom(heard, message: text)
            PNLogger.logReachabilityMessageFrom(heard, message: text)
            PNLogger.logDeserializerInfoMessageFrom(heard, message: text)
            PNLogger.logDeserializerErrorMessageFrom(heard, message: text)
            PNLogger.logConnectionErrorMessageFrom(heard, message: text)
            PNLogger.logConnectionInfoMessageFrom(heard, message: text)
            PNLogger.logCommunicationChannelErrorMessageFrom(heard, message: text)
            PNLogger.logCommunicationChannelWarnMessageFrom(heard, message: text)
            PNLogger.logCommunicationChannelInfoMessageFrom(heard, message: text)
            #expect(heard.words.count == 11)
        }
    }
}
