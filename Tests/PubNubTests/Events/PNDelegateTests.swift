import Foundation
import Testing

@testable import PubNub

@Suite("README, Delegate callback methods: each is called, in either spelling")
struct PNDelegateTests {
    @Test("A method spelled with plain types is called", arguments: EventRow.all)
    func plainSpelling(row: EventRow) async {
        let harness = HubHarness()
        let delegate = TypedDelegate()
        harness.hub.setDelegate(delegate as any PNDelegate)
        await harness.emit(row.event)
        #expect(delegate.calls.all == [row.method])
    }

    @Test("A method spelled as Swift imported it is called", arguments: EventRow.all)
    func copiedSpelling(row: EventRow) async {
        let harness = HubHarness()
        let delegate = CopiedDelegate()
        harness.hub.setDelegate(delegate as any PNDelegate)
        await harness.emit(row.event)
        #expect(delegate.calls.all == [row.method])
    }

    @Test("Deprecated since 3.7.0: called when the successor is not implemented", arguments: EventRow.all)
    func deprecatedInPlainSpelling(row: EventRow) async {
        let harness = HubHarness()
        let delegate = DeprecatedTypedDelegate()
        harness.hub.setDelegate(delegate as any PNDelegate)
        await harness.emit(row.event)
        #expect(delegate.calls.all == row.deprecated)
    }

    @Test("Deprecated since 3.7.0, spelled as Swift imported it", arguments: EventRow.all)
    func deprecatedInCopiedSpelling(row: EventRow) async {
        let harness = HubHarness()
        let delegate = DeprecatedCopiedDelegate()
        harness.hub.setDelegate(delegate as any PNDelegate)
        await harness.emit(row.event)
        #expect(delegate.calls.all == row.deprecated)
    }

    @Test("Every method of the protocol is reached by some event")
    func everyMethodIsReached() async {
        let methods = Set(EventRow.all.map(\.method))
        let deprecated = Set(EventRow.all.flatMap(\.deprecated))
        #expect(methods.count == 65)
        #expect(deprecated.count == 10)
    }

    @Test("A successor that is implemented keeps its deprecated form from being called")
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

    @Test("A failed request for participants everywhere reaches the deprecated method without a channel")
    func participantsEverywhere() async {
        let harness = HubHarness()
        let delegate = DeprecatedCopiedDelegate()
        harness.hub.setDelegate(delegate)
        await harness.emit(.hereNow(objects: [], .failure(.sample)))
        #expect(delegate.calls.all == ["didFailParticipantsListDownloadFor:withError PNChannel"])
    }

    @Test("A delegate that implements nothing is fine")
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
