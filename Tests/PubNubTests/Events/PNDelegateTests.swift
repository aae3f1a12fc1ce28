import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("README, Delegate callback methods: each is called, in either spelling")
struct PNDelegateTests {
    @Test("A method spelled with plain types is called", arguments: EventRow.all)
    func plainSpelling(row: EventRow) async {
        let harness = HubHarness()
        let calls = Recorder()
        let delegate = RecordingDelegate { calls.record($0) }
        harness.hub.setDelegate(delegate as any PNDelegate)
        await harness.emit(row.event)
        #expect(calls.all == [row.method])
        withExtendedLifetime(delegate) {}
    }

    @Test("A method spelled as Swift imported it is called", arguments: EventRow.all)
    func copiedSpelling(row: EventRow) async {
        let harness = HubHarness()
        let calls = Recorder()
        let delegate = ImportedRecordingDelegate { calls.record($0) }
        harness.hub.setDelegate(delegate as any PNDelegate)
        await harness.emit(row.event)
        #expect(calls.all == [row.method])
        withExtendedLifetime(delegate) {}
    }

    @Test("Calls a method deprecated in 3.7.0 if its successor is not implemented", arguments: EventRow.all)
    func deprecatedInPlainSpelling(row: EventRow) async {
        let harness = HubHarness()
        let calls = Recorder()
        let delegate = DeprecatedRecordingDelegate { calls.record($0) }
        harness.hub.setDelegate(delegate as any PNDelegate)
        await harness.emit(row.event)
        #expect(calls.all == row.deprecated)
        withExtendedLifetime(delegate) {}
    }

    @Test("Calls such a method as Swift imported it", arguments: EventRow.all)
    func deprecatedInCopiedSpelling(row: EventRow) async {
        let harness = HubHarness()
        let calls = Recorder()
        let delegate = DeprecatedImportedRecordingDelegate { calls.record($0) }
        harness.hub.setDelegate(delegate as any PNDelegate)
        await harness.emit(row.event)
        #expect(calls.all == row.deprecated)
        withExtendedLifetime(delegate) {}
    }

    @Test("Some event reaches every method of the protocol")
    func everyMethodIsReached() async {
        let methods = Set(EventRow.all.map(\.method))
        let deprecated = Set(EventRow.all.flatMap(\.deprecated))
        #expect(methods.count == 65)
        #expect(deprecated.count == 10)
    }

    @Test("Does not call a method that only a subclass of the conforming class has; calls an override")
    func subclassMethods() async {
        let harness = HubHarness()
        let delegate = InheritingDelegate()
        harness.hub.setDelegate(delegate)
        await harness.emit(.willConnect(origin: "o"))
        await harness.emit(.didConnect(origin: "o"))
        #expect(delegate.calls.all == ["override"])
    }

    @Test("Warns once of a class that inherits its conformance, and of no other")
    func inheritedConformance() async throws {
        let client = PubNub(configuration: .scripted())
        let dump = try await LoggerLease.withLogger {
            let folder = FileManager.default.temporaryDirectory.appending(path: "warning-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            PNLogger.setDumpFolder(folder.path())
            PNLogger.dump(toFile: true)
            PNLogger.loggerEnabled(true)
            let delegates: [any PNDelegate] = [
                WarnedDelegate(), WarnedDelegate(), ConformingDelegate(), ConformingSubclass(), RecordingDelegate(),
            ]
            for delegate in delegates { client.setDelegate(delegate) }
            PNLogger.dump(toFile: false)
            PNLogger.loggerEnabled(false)
            LogCenter.shared.store.flush()
            let dump = try String(contentsOfFile: PNLogger.dumpFilePath(), encoding: .utf8)
            LogCenter.shared.store.setFolder(LogStore.defaultFolder)
            return dump
        }
        let warnings = dump.split(separator: "\n").filter { $0.contains("inherits PNDelegate") }
        #expect(
            warnings.filter { $0.contains("class WarnedDelegate inherits PNDelegate from ConformingDelegate") }.count
                == 1
        )
        for name in ["class ConformingDelegate", "class ConformingSubclass", "class RecordingDelegate"] {
            #expect(!warnings.contains { $0.contains(name) })
        }
    }

    @Test("A successor that is implemented replaces its deprecated form")
    func successorAlone() async {
        final class Both: PNDelegate {
            let calls = Recorder()
            func pubnubClient(_ client: PubNub, didSubscribeOn channelObjects: [any PNChannelProtocol]) {
                calls.record("new")
            }
            func pubnubClient(_ client: PubNub, didSubscribeOnChannels channels: [PNChannel]) {
                calls.record("old")
            }
        }
        let harness = HubHarness()
        let delegate = Both()
        harness.hub.setDelegate(delegate)
        await harness.emit(.subscription(.success(.sample)))
        #expect(delegate.calls.all == ["new"])
    }

    @Test("A failed request for all participants reaches the deprecated method without a channel")
    func participantsEverywhere() async {
        let harness = HubHarness()
        let calls = Recorder()
        let delegate = DeprecatedImportedRecordingDelegate { calls.record($0) }
        harness.hub.setDelegate(delegate)
        await harness.emit(.hereNow(objects: [], .failure(.sample)))
        #expect(calls.all == ["didFailParticipantsListDownloadFor:withError PNChannel"])
        withExtendedLifetime(delegate) {}
    }

    @Test("A delegate may implement no method")
    func emptyDelegate() async {
        final class Empty: PNDelegate {}
        let harness = HubHarness()
        let delegate = Empty()
        harness.hub.setDelegate(delegate)
        for row in EventRow.all {
            await harness.emit(row.event)
        }
        #expect(!delegate.shouldRunClientInBackground())
        #expect(delegate.shouldReconnectPubNubClient(harness.client) == nil)
    }
}

private class ConformingDelegate: PNDelegate {
    let calls = Recorder()

    func pubnubClient(_ client: PubNub, willConnectToOrigin origin: String) { calls.record("base") }
}

private final class InheritingDelegate: ConformingDelegate {
    override func pubnubClient(_ client: PubNub, willConnectToOrigin origin: String) { calls.record("override") }

    func pubnubClient(_ client: PubNub, didConnectToOrigin origin: String) { calls.record("new in the subclass") }
}

private final class WarnedDelegate: ConformingDelegate {}

private class Plain {}

private final class ConformingSubclass: Plain, PNDelegate {}
