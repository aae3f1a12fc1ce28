import Foundation
import PubNub
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
