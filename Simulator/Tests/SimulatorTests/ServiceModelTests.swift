import Testing

@testable import PubNubMachines
@testable import PubNubSimulator
@testable import PubNubWire

/// The service of the simulator follows Documentation/WireProtocol.md, "Subscribe", and the limits of the service.
@Suite struct ServiceModelTests {
    private static let a = SubscriptionTargetList.Names(channels: ["a"], groups: [])

    /// nil if the poll is held.
    private func answer(
        of service: inout ServiceModel,
        _ names: SubscriptionTargetList.Names = Self.a,
        from cursor: Cursor,
        repeating repetition: ServiceModel.Repetition? = nil
    ) -> SubscribePage? {
        guard case .page(let page) = service.poll(names, from: cursor, as: "me", repeating: repetition, at: 10) else {
            return nil
        }
        return page
    }

    private func page(
        of service: inout ServiceModel,
        _ names: SubscriptionTargetList.Names = Self.a,
        from cursor: Cursor,
        repeating repetition: ServiceModel.Repetition? = nil
    ) throws -> SubscribePage {
        guard let page = answer(of: &service, names, from: cursor, repeating: repetition) else {
            throw Violation(.stuck, "the poll is held")
        }
        return page
    }

    private func words(_ page: SubscribePage) -> [String] {
        page.envelopes.map { "\($0.payload.text) \($0.subscription ?? $0.channel)" }
    }

    /// A service in which the client is present and has received its first timetoken.
    private func joined(
        _ names: SubscriptionTargetList.Names = Self.a,
        _ behaviour: ServiceModel.Behaviour = .init()
    ) throws -> (service: ServiceModel, cursor: Cursor) {
        var service = ServiceModel(behaviour)
        guard case .page(let page) = service.join(names, as: "me", at: 1) else {
            throw Violation(.stuck, "no page for a first request")
        }
        #expect(page.envelopes.isEmpty)
        return (service, page.cursor)
    }

    @Test func aPollWithNothingToSayIsHeld() throws {
        var (service, cursor) = try joined()
        #expect(answer(of: &service, from: cursor) == nil)
        service.publish(on: 1, at: 2)
        #expect(answer(of: &service, from: cursor) == nil, "it is on another channel")
    }

    @Test func aPageContinuesFromItsCursor() throws {
        var (service, cursor) = try joined()
        for time in 2..<5 { service.publish(on: 0, at: time) }
        let first = try page(of: &service, from: cursor)
        #expect(words(first) == ["2 a", "3 a", "4 a"])
        #expect(answer(of: &service, from: first.cursor) == nil)
        service.publish(on: 0, at: 5)
        #expect(try words(page(of: &service, from: first.cursor)) == ["5 a"])
    }

    @Test func storesOnlyTheNewestMessages() throws {
        var (service, cursor) = try joined()
        for _ in 0..<(ServiceLimits.messageBuffer + 5) { service.publish(on: 0, at: 2) }
        let page = try page(of: &service, from: cursor)
        #expect(page.envelopes.count == ServiceLimits.messageBuffer)
        #expect(page.envelopes.first?.payload.text == "7")
    }

    /// A message that matches two subscriptions is delivered twice.
    @Test func aMessageOfChannelAndGroupArrivesTwice() throws {
        let names = SubscriptionTargetList.Names(channels: ["c"], groups: ["g"])
        var (service, cursor) = try joined(names)
        service.publish(on: 2, at: 2)
        service.publish(on: 3, at: 3)
        #expect(try words(page(of: &service, names, from: cursor)) == ["2 c", "2 g", "3 g"])
    }

    @Test func aPageThatIsFullEndsEarlier() throws {
        var (service, cursor) = try joined(Self.a, .init(pageLimit: 2))
        for time in 2..<5 { service.publish(on: 0, at: time) }
        let first = try page(of: &service, from: cursor)
        #expect(words(first) == ["2 a", "3 a"])
        #expect(try words(page(of: &service, from: first.cursor)) == ["4 a"])
    }

    @Test func repeatedMessagesMayArriveAgain() throws {
        var (service, cursor) = try joined()
        for time in 2..<5 { service.publish(on: 0, at: time) }
        let first = try page(of: &service, from: cursor, repeating: .rewinds(2))
        #expect(words(first) == ["2 a", "3 a", "4 a"])
        #expect(try words(page(of: &service, from: first.cursor, repeating: .repeats(1))) == ["2 a", "3 a", "4 a"])
        #expect([2, 3, 4, 5].map { service.repetitions[ServiceModel.key($0, 0)] ?? 0 } == [1, 1, 1, 0])
    }

    @Test func namesThatAreRevokedAreRefused() throws {
        var (service, cursor) = try joined()
        service.revoked = ["a"]
        guard case .failure(let failure) = service.poll(Self.a, from: cursor, as: "me", repeating: nil, at: 3) else {
            Issue.record("it is not refused")
            return
        }
        #expect(failure == .refusal(channels: ["a"], groups: []))
    }

    /// Other clients receive each join and leave once.
    @Test func presenceIsAnnouncedOnce() throws {
        let presence = SubscriptionTargetList.Names(channels: ["a-pnpres"], groups: [])
        var (service, cursor) = try joined(presence)
        _ = service.join(Self.a, as: "other", at: 2)
        _ = service.join(Self.a, as: "other", at: 3)
        #expect(service.present["other"] == [SubscriptionTarget(name: "a", isGroup: false)])
        service.leave([SubscriptionTarget(name: "a", isGroup: false)], as: "other", at: 4)
        let page = try page(of: &service, presence, from: cursor)
        #expect(page.envelopes.map(\.isPresence) == [true, true])
        #expect(service.present["other"]?.isEmpty == true)
    }

    @Test func pagesOfTheOlderFormHaveNoTimes() throws {
        var (service, cursor) = try joined(Self.a, .init(isVersion1: true))
        service.publish(on: 0, at: 2)
        let page = try page(of: &service, from: cursor)
        #expect(page.cursor.region == nil)
        #expect(page.envelopes.map(\.timetoken) == [nil])
    }
}
