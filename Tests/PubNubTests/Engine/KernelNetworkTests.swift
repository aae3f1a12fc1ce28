import Foundation
import Glibc
import Testing

@testable import PubNub
@testable import PubNubCore

/// The thread that watches the network (Documentation/WireProtocol.md, "Losing the network") starts with the first client and ends
/// with the last.
@Suite(.timeLimit(.minutes(5))) struct KernelNetworkTests {
    @Test func theThreadEndsOnRequest() async throws {
        let descriptors = try #require(KernelDescriptors())
        #expect(descriptors.clock >= 0)
        let ended = Latch()
        Thread.detachNewThread {
            var loop = KernelNetworkLoop(descriptors) { _ in }
            loop.run()
            ended.arrive()
        }
        var one: UInt64 = 1
        #expect(write(descriptors.wakeup, &one, 8) == 8)
        await ended.opened()
    }

    @Test func watchingBeginsAndEndsAnyNumberOfTimes() {
        let network = KernelNetwork()
        for _ in 0..<50 {
            network.watch { _ in }
            network.unwatch()
            network.unwatch()
        }
        network.watch { _ in }
        network.watch { _ in }
        network.unwatch()
    }

    /// All clocks advance, and only the one that can be set may go backwards.
    @Test func theClocksAreReadInOneMoment() {
        let first = ClockWatch.Reading.now
        let second = ClockWatch.Reading.now
        #expect(second.sinceStart >= first.sinceStart && second.awake >= first.awake)
        #expect(first.sinceStart >= first.awake, "sleep is counted by the first only")
        var watch = ClockWatch(first)
        #expect(watch.jump(until: second) == nil)
    }
}
