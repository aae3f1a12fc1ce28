import PubNubWire
import Testing

@testable import PubNubMachines

/// Finds the channels that may have lost messages, from pages of at most 100 messages (Documentation/WireProtocol.md,
/// "Subscribe" and "The subscribe loop").
@Suite struct CatchUpTests {
    private func page(_ messages: [(channel: String, time: UInt64)]) -> SubscribePage {
        SubscribePage(
            cursor: Cursor(timetoken: Timetoken(rawValue: messages.last?.time ?? 0)),
            envelopes: messages.map { channel, time in
                Envelope(channel: channel, payload: RawJSON(.null), timetoken: Timetoken(rawValue: time))
            }
        )
    }

    private func messages(_ times: ClosedRange<UInt64>, _ channels: String...) -> [(channel: String, time: UInt64)] {
        times.map { (channels[Int($0) % channels.count], $0) }
    }

    private func words(_ found: [CatchUp.SuspectedLoss]) -> [String] {
        found.map { find in
            "\(find.channel) \(find.after)-\(find.first)\(find.isCertain ? " certain" : "")\(find.isFresh ? " fresh" : "")"
        }
    }

    private static func list(_ channels: String...) -> SubscriptionTargetList {
        var list = SubscriptionTargetList()
        list.update(
            channels.map {
                (SubscriptionTarget(name: $0, isGroup: false), SubscriptionTargetList.Interest(messages: true))
            }
        )
        return list
    }

    /// An absence from 100 to 10,000 of a client that was subscribed to `a` and `b`.
    private static let since = CatchUp(
        from: Timetoken(rawValue: 100),
        to: Timetoken(rawValue: 10_000),
        of: list("a", "b")
    )

    @Test func aChannelWithAFullBufferIsCertain() {
        var catchUp = Self.since
        #expect(words(catchUp.pageArrived(page(messages(201...300, "a")))) == ["a 100-201 certain fresh"])
        #expect(words(catchUp.pageArrived(page(messages(301...400, "a")))) == [])
    }

    @Test func inAPageThatWasCutOffEveryNewChannelIsInDoubt() {
        var catchUp = Self.since
        #expect(
            words(catchUp.pageArrived(page(messages(200...299, "a", "b")))) == ["a 100-200 fresh", "b 100-201 fresh"]
        )
        #expect(
            words(catchUp.pageArrived(page(messages(300...399, "a", "b")))) == [
                "a 100-200 certain", "b 100-201 certain",
            ]
        )
    }

    @Test("A group subscribed later than a channel of it counts from its own subscription")
    func groupAndChannelOfOneName() {
        var catchUp = CatchUp(from: Timetoken(rawValue: 100), to: Timetoken(rawValue: 10_000), of: Self.list("x"))
        var both = Self.list("x")
        both.update([(SubscriptionTarget(name: "x", isGroup: true), SubscriptionTargetList.Interest(messages: true))])
        catchUp.add(both, from: Timetoken(rawValue: 5000))
        func page(_ times: ClosedRange<UInt64>, _ channel: String, by name: String?) -> SubscribePage {
            var page = self.page(messages(times, channel))
            for index in page.envelopes.indices { page.envelopes[index].subscription = name }
            return page
        }
        #expect(words(catchUp.pageArrived(page(201...300, "member", by: "x"))) == [])
        #expect(words(catchUp.pageArrived(page(301...400, "x", by: nil))) == ["x 100-301 certain fresh"])
        #expect(words(catchUp.pageArrived(page(6001...6100, "member", by: "x"))) == ["member 5000-6001 certain fresh"])
    }

    @Test func aPageThatIsNotFullIsComplete() {
        var catchUp = Self.since
        #expect(words(catchUp.pageArrived(page(messages(200...298, "a")))) == [])
    }

    /// Missing messages lie at a boundary between pages, never within a page.
    @Test func findsEverySuspectedLoss() {
        var catchUp = Self.since
        #expect(words(catchUp.pageArrived(page(messages(201...210, "a")))) == [])
        let found = catchUp.pageArrived(page(messages(301...400, "a")))
        #expect(words(found) == ["a 100-201 certain", "a 210-301 certain fresh"])
        #expect(catchUp.gap(of: found) == Timetoken(rawValue: 100)...Timetoken(rawValue: 301))
    }

    /// The service may discard messages while the backlog of other channels is still being fetched.
    @Test func aSuspectedLossIsWatchedUntilTheAbsenceEnds() {
        var catchUp = Self.since
        #expect(words(catchUp.pageArrived(page(messages(200...299, "a", "b")))).count == 2)
        #expect(words(catchUp.pageArrived(page(messages(300...399, "a", "b")))).count == 2)
        let third = words(catchUp.pageArrived(page(messages(400...499, "a", "b"))))
        #expect(third == ["a 298-300 certain", "b 299-301 certain"])
    }

    @Test func messagesAfterTheAbsenceAreNoSuspectedLoss() {
        var catchUp = Self.since
        #expect(words(catchUp.pageArrived(page(messages(9951...10_000, "a")))) == [])
        #expect(words(catchUp.pageArrived(page(messages(10_001...10_049, "a")))) == [])
        let last = words(catchUp.pageArrived(page(messages(10_050...10_149, "a"))))
        #expect(last == ["a 100-9951 certain"], "what came since pushes out what was kept")
    }

    @Test func anAbsenceIsOverWithAPageThatIsNotFullAndReachesItsEnd() {
        let catchUp = Self.since
        #expect(!catchUp.isOver(with: page(messages(9901...10_000, "a"))), "the page is full")
        #expect(!catchUp.isOver(with: page(messages(9901...9999, "a"))), "the service may make shorter pages")
        #expect(catchUp.isOver(with: page(messages(9902...10_000, "a"))))
    }

    @Test func aSecondAbsenceCountsAnew() {
        var catchUp = Self.since
        _ = catchUp.pageArrived(page(messages(201...300, "a")))
        catchUp.extend(from: Timetoken(rawValue: 300), to: Timetoken(rawValue: 20_000), of: Self.list("a"))
        let found = words(catchUp.pageArrived(page(messages(10_101...10_200, "a"))))
        #expect(found == ["a 300-10101 certain fresh"])
    }

    /// A channel that was subscribed during the absence misses nothing from before.
    @Test func aNewChannelCountsFromTheFirstAbsenceWithIt() {
        var catchUp = Self.since
        #expect(words(catchUp.pageArrived(page(messages(201...300, "c")))) == [])
        catchUp.extend(from: Timetoken(rawValue: 300), to: Timetoken(rawValue: 20_000), of: Self.list("c"))
        #expect(words(catchUp.pageArrived(page(messages(401...500, "c")))) == ["c 300-401 certain fresh"])
    }

    /// A channel that is also subscribed by its own name still misses the messages of its group.
    @Test func aChannelWithTwoNamesCountsFromTheOlderOne() {
        var catchUp = CatchUp(from: Timetoken(rawValue: 100), to: Timetoken(rawValue: 10_000), of: Self.list("g"))
        catchUp.add(Self.list("a"), from: Timetoken(rawValue: 150))
        var both = page(messages(201...300, "a").flatMap { [$0, $0] })
        for index in both.envelopes.indices where !index.isMultiple(of: 2) { both.envelopes[index].subscription = "g" }
        #expect(words(catchUp.pageArrived(both)) == ["a 100-201 certain fresh"])
    }

    @Test func moreChannelsThanAreCountedAreTakenAsLost() {
        let all = (0...CatchUp.channels).map { "w.\($0)" }
        var catchUp = CatchUp(from: Timetoken(rawValue: 100), to: Timetoken(rawValue: 1 << 40), of: Self.list("w.*"))
        var found: [CatchUp.SuspectedLoss] = []
        for (index, name) in all.enumerated() {
            var one = page([(name, 200 + UInt64(index))])
            one.envelopes[0].subscription = "w.*"
            found += catchUp.pageArrived(one)
        }
        #expect(words(found) == [" 100-10200 certain"])
    }

    @Test func doubtsAreBounded() {
        var catchUp = Self.since
        let names = (0..<100).map { "c\($0)" }
        catchUp.extend(
            from: Timetoken(rawValue: 100),
            to: Timetoken(rawValue: 10_000),
            of: names.reduce(into: SubscriptionTargetList()) { list, name in
                list.update([
                    (SubscriptionTarget(name: name, isGroup: false), SubscriptionTargetList.Interest(messages: true))
                ])
            }
        )
        let many = page(names.enumerated().map { ($0.element, 200 + UInt64($0.offset)) })
        #expect(catchUp.pageArrived(many).count == CatchUp.maxSuspected)
    }

    @Test func aGapCoversCertainLossesAndIsReportedOnce() {
        func find(_ first: UInt64, _ isCertain: Bool = true) -> CatchUp.SuspectedLoss {
            CatchUp.SuspectedLoss(
                channel: "a",
                after: Timetoken(rawValue: 100),
                first: Timetoken(rawValue: first),
                isCertain: isCertain,
                isFresh: true
            )
        }
        var catchUp = Self.since
        #expect(catchUp.gap(of: [find(200, false)]) == nil)
        #expect(catchUp.gap(of: [find(200), find(300), find(400, false)])?.upperBound.rawValue == 300)
        #expect(catchUp.gap(of: [find(250)]) == nil)
        #expect(catchUp.gap(of: [find(301)])?.upperBound.rawValue == 301)
    }
}
