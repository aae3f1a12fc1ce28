import Foundation
import PubNub
import PubNubSupport
import PubNubWire

/// A run of `pubnub bench`: clients that publish, clients that receive, and the counts and latencies of both.
final class Bench: PNDelegate, Sendable {
    /// The counts and latencies so far.
    private struct Counts {
        var published = 0
        var failed = 0
        var received = 0
        var publishing = LatencySample()
        var delivery = LatencySample()
        var started = ContinuousClock.now
        var ended = ContinuousClock.now
        var subscribers: [PubNub] = []
        /// Resumed when the subscribers have received every message.
        var completion: CallOutcome<Void>?

        /// The number of messages that the subscribers should have received by now.
        var expected: Int { published * subscribers.count }
    }

    /// The result of a run.
    struct Summary {
        let published: Int
        let failed: Int
        let received: Int
        let expected: Int
        let seconds: Double
        let publishing: LatencyStatistics
        let delivery: LatencyStatistics

        /// Whether every message was published and received.
        var isComplete: Bool { failed == 0 && received == expected }

        var report: JSON {
            .object([
                "published": .integer(Int64(published)), "failed": .integer(Int64(failed)),
                "received": .integer(Int64(received)), "expected": .integer(Int64(expected)),
                "seconds": .double(seconds), "publishMilliseconds": publishing.report,
                "deliveryMilliseconds": delivery.report,
            ])
        }

        var lines: [String] {
            let publishRate = Int(Double(published) / seconds)
            let receiveRate = Int(Double(received) / seconds)
            return [
                "published \(published) in \(Int(seconds.rounded())) s: \(publishRate) per second, \(failed) failed",
                "  until acknowledged: \(publishing.words)",
                "received \(received) of \(expected): \(receiveRate) per second",
                "  until received: \(delivery.words)",
            ]
        }
    }

    private let output: Output
    private let channels: [PNChannel]
    private let padding: String
    private let counts = Locked(Counts())
    private let clock = ContinuousClock()
    private let epoch = ContinuousClock.now

    /// - Parameters:
    ///   - output: Receives a live line once a second.
    ///   - channels: The names of the channels.
    ///   - size: The size of a message in bytes.
    init(output: Output, channels: [String], size: Int) {
        self.output = output
        self.channels = channels.map { PNChannel.exactly(named: $0) }
        padding = String(repeating: "x", count: max(0, size - 40))
    }

    /// Connects a client and subscribes it to all channels.
    func addSubscriber(_ client: PubNub, within limit: Double?) async throws {
        client.setDelegate(self)
        counts.withLock { $0.subscribers.append(client) }
        try await client.connected(within: limit)
        try await client.subscribed(to: channels, within: limit)
    }

    /// The longest wait for the next message after the publishers have ended, in seconds. On a busy machine two seconds
    /// can pass without one; a person who interrupts the run does not wait longer than that.
    private var patience: Double { Task.isCancelled ? 2 : 10 }

    /// Publishes until the time is over or the task is cancelled, then waits for the last messages.
    func run(_ publishers: [PubNub], seconds: Double, messagesPerSecond rate: Double?) async {
        let start = clock.now
        counts.withLock { $0.started = start }
        let end = start + .seconds(seconds)
        let lanes = publishers.count * channels.count
        let pause: Duration? = rate.map { .seconds(Double(lanes) / $0) }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.showProgress(until: end) }
            for publisher in publishers {
                for channel in channels {
                    group.addTask { await self.publish(to: channel, with: publisher, until: end, every: pause) }
                }
            }
        }
        counts.withLock { $0.ended = clock.now }
        await waitForLastMessages()
    }

    /// Returns when the subscribers have received every message, or when none has arrived for `patience`.
    private func waitForLastMessages() async {
        guard let client = counts.withLock({ $0.subscribers.first }) else { return }
        var received = -1
        // A message that does not arrive in time is missing in the summary.
        while counts.withLock({ $0.received < $0.expected && $0.received > received }) {
            received = counts.withLock { $0.received }
            try? await client.outcome(within: patience, isCancellable: false) { (outcome: CallOutcome<Void>) in
                let isComplete = counts.withLock { counts in
                    counts.completion = outcome
                    return counts.received >= counts.expected
                }
                if isComplete { outcome.end(.success(())) }
            }
        }
    }

    /// The result so far.
    func summary(subscribers: Int) -> Summary {
        counts.withLock { counts in
            Summary(
                published: counts.published,
                failed: counts.failed,
                received: counts.received,
                expected: counts.published * subscribers,
                seconds: max(0.001, (counts.ended - counts.started) / .seconds(1)),
                publishing: LatencyStatistics(counts.publishing.durations),
                delivery: LatencyStatistics(counts.delivery.durations)
            )
        }
    }

    func pubnubClient(_ client: PubNub, didReceive message: PNMessage) {
        let now = clock.now
        guard let content = message.message as? [String: Any], let sent = content["t"] as? Int else { return }
        let latency = (now - epoch) - .nanoseconds(sent)
        let completion = counts.withLock { counts -> CallOutcome<Void>? in
            counts.received += 1
            counts.delivery.add(latency)
            return counts.received >= counts.expected ? counts.completion : nil
        }
        completion?.end(.success(()))
    }

    private func publish(
        to channel: PNChannel,
        with client: PubNub,
        until end: ContinuousClock.Instant,
        every pause: Duration?
    ) async {
        // Each lane starts at a random moment of its first pause, so that the lanes do not publish together.
        var next = clock.now + (pause ?? .zero) * Double.random(in: 0..<1)
        let options = SendOptions(
            apns: nil,
            gcm: nil,
            isCompressed: false,
            isStored: false,
            metadata: nil,
            hoursStored: nil
        )
        while clock.now < end, !Task.isCancelled {
            if let pause {
                guard next < end, (try? await clock.sleep(until: next)) != nil else { return }
                next += pause
            }
            let start = clock.now
            let content: [String: Any] = ["t": Int((start - epoch) / .nanoseconds(1)), "p": padding]
            let isPublished = (try? await client.send(content, to: channel, options)) != nil
            let latency = clock.now - start
            counts.withLock { counts in
                if isPublished {
                    counts.published += 1
                    counts.publishing.add(latency)
                } else {
                    counts.failed += 1
                }
            }
        }
    }

    /// Prints the rates of each second, in place, if standard error is a terminal.
    private func showProgress(until end: ContinuousClock.Instant) async {
        guard output.errorTerminal.isTerminal else { return }
        var last = counts.withLock { (published: $0.published, received: $0.received) }
        while clock.now < end, !Task.isCancelled {
            guard (try? await clock.sleep(for: .seconds(1))) != nil else { break }
            let now = counts.withLock { (published: $0.published, received: $0.received) }
            output.liveLine(
                "\(now.published - last.published) published/s, \(now.received - last.received) received/s"
            )
            last = now
        }
        output.liveLine(nil)
    }
}

/// A uniform sample of durations in bounded memory.
struct LatencySample: Sendable {
    /// The most durations that are stored.
    private static let capacity = 200_000

    private(set) var durations: [Duration] = []
    private var count = 0

    /// Adds a duration. From the 200,001st on, it replaces a random one with the probability that keeps the sample uniform.
    mutating func add(_ duration: Duration) {
        count += 1
        if durations.count < Self.capacity {
            durations.append(duration)
        } else {
            let index = Int.random(in: 0..<count)
            if index < Self.capacity { durations[index] = duration }
        }
    }
}
