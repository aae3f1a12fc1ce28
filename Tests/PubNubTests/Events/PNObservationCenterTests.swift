import Foundation
import PubNubWire
import Testing

@testable import PubNub

@Suite("README, Observation center")
struct PNObservationCenterTests {
    private final class Observer {}

    @Test("Every kind of observer receives the documented arguments", arguments: EventRow.all)
    func reported(row: EventRow) async {
        let harness = HubHarness()
        let observer = Observer()
        let said = Recorder()
        ObserverTable.addAll(observer, to: harness.center, said)
        await harness.emit(row.event)
        #expect(said.all == [row.observed].compactMap(\.self))
        withExtendedLifetime(observer) {}
    }

    @Test("Some event calls every kind")
    func everyKind() {
        #expect(Set(EventRow.all.compactMap { $0.event.posting.kind }) == Set(EventKind.allCases))
    }

    @Test("A removed observer is not called, whatever its kind", arguments: EventRow.all)
    func removed(row: EventRow) async {
        let harness = HubHarness()
        let observer = Observer()
        let said = Recorder()
        ObserverTable.addAll(observer, to: harness.center, said)
        ObserverTable.removeAll(observer, from: harness.center)
        await harness.emit(row.event)
        #expect(said.all.isEmpty)
    }

    @Test("Observers are called in the order in which they were added, each as often as it was added")
    func order() async {
        let harness = HubHarness()
        let first = Observer()
        let second = Observer()
        let said = Recorder()
        harness.center.addMessageReceiveObserver(first) { _ in said.record("first") }
        harness.center.addMessageReceiveObserver(second) { _ in said.record("second") }
        harness.center.addMessageReceiveObserver(first) { _ in said.record("first again") }
        await harness.emit(.message(.sample))
        harness.center.removeMessageReceiveObserver(first)
        await harness.emit(.message(.sample))
        #expect(said.all == ["first", "second", "first again", "second"])
    }

    @Test("An observer is not retained, and is not called after its release")
    func weakness() async {
        let harness = HubHarness()
        let said = Recorder()
        var observer: Observer? = Observer()
        weak let trace = observer
        harness.center.addMessageReceiveObserver(observer as Any) { _ in said.record("reported") }
        await harness.emit(.message(.sample))
        observer = nil
        #expect(trace == nil)
        await harness.emit(.message(.sample))
        #expect(said.all == ["reported"])
        let alive = harness.center.registrations(for: .messageReceive).filter { !$0.value.isDead }
        #expect(alive.isEmpty)
    }

    @Test("The closure of a released observer is released with the next change")
    func deadClosure() {
        let center = PNObservationCenter()
        var captured: Observer? = Observer()
        weak let trace = captured
        do {
            let observer = Observer()
            center.addMessageReceiveObserver(observer) { [captured] _ in _ = captured }
        }
        captured = nil
        let other = Observer()
        center.addMessageReceiveObserver(other) { _ in }
        #expect(trace == nil)
        withExtendedLifetime(other) {}
    }

    @Test("A value can be an observer, and an equal one removes it")
    func values() async {
        let harness = HubHarness()
        let said = Recorder()
        harness.center.addTimeTokenReceivingObserver("clock") { token, _ in said.record("\(token ?? 0)") }
        await harness.emit(.time(.success(7)))
        harness.center.removeTimeTokenReceivingObserver("other")
        await harness.emit(.time(.success(8)))
        harness.center.removeTimeTokenReceivingObserver("clock")
        await harness.emit(.time(.success(9)))
        #expect(said.all == ["7", "8"])
    }

    @Test("An observer may add and remove observers while it is called")
    func changesWhileNotified() async {
        let harness = HubHarness()
        let observer = Observer()
        let said = Recorder()
        let center = harness.center
        center.addMessageReceiveObserver("once") { [weak observer] _ in
            said.record("once")
            center.removeMessageReceiveObserver("once")
            center.addMessageReceiveObserver(observer as Any) { _ in said.record("later") }
        }
        await harness.emit(.message(.sample))
        await harness.emit(.message(.sample))
        #expect(said.all == ["once", "later"])
        withExtendedLifetime(observer) {}
    }

    @Test("Each client has its own center")
    func centers() {
        let clients = [PubNub(configuration: .default()), PubNub(configuration: .default())]
        #expect(clients[0].observationCenter !== clients[1].observationCenter)
    }

    @Test("The older names of the state observers do the same")
    func metadataObservers() async {
        let harness = HubHarness()
        let observer = Observer()
        let said = Recorder()
        let old: any MetadataObserving = harness.center
        old.addClientMetadataRequestObserver(observer) { client, _ in said.record("got \(client?.identifier ?? "-")") }
        old.addClientMetadataUpdateObserver(observer) { client, _ in said.record("set \(client?.identifier ?? "-")") }
        await harness.emit(.clientState(.success(.sample)))
        await harness.emit(.clientStateUpdate(.success(.sample)))
        old.removeClientMetadataRequestObserver(observer)
        old.removeClientMetadataUpdateObserver(observer)
        await harness.emit(.clientState(.success(.sample)))
        #expect(said.all == ["got u1", "set u1"])
        withExtendedLifetime(observer) {}
    }
}

/// The deprecated methods, called without a warning.
private protocol MetadataObserving {
    func addClientMetadataRequestObserver(_ observer: Any, with block: @escaping PNClientStateRetrieveHandlingBlock)
    func addClientMetadataUpdateObserver(_ observer: Any, with block: @escaping PNClientStateUpdateHandlingBlock)
    func removeClientMetadataRequestObserver(_ observer: Any)
    func removeClientMetadataUpdateObserver(_ observer: Any)
}

extension PNObservationCenter: MetadataObserving {}
