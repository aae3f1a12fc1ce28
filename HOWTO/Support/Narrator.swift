import Foundation
public import PubNub
import Synchronization

/// Prints what an app is told, with the time and the way, and ends the process: well when all was seen, else with a reason.
public final class Narrator: Sendable {
    /// How an app is told of an event.
    public enum Way: String, Sendable, CaseIterable {
        case delegate, closure, observer, notification
    }

    private let name: String
    private let told = Mutex<[Way: Int]>([:])

    /// Starts the story of the app `name`, which has to end within `limit` seconds.
    public init(_ name: String, within limit: Int = 60) {
        self.name = name
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(limit)) {
            self.fail("not everything was seen within \(limit) s")
        }
    }

    /// Prints an event and the way it came.
    public func tell(_ way: Way, _ text: String) {
        told.withLock { $0[way, default: 0] += 1 }
        write("\(way.rawValue.padding(toLength: 12, withPad: " ", startingAt: 0)) \(text)")
    }

    /// Prints a message and the way it came.
    public func tell(_ way: Way, _ message: PNMessage?) {
        guard let message else { fail("\(way) without a message") }
        tell(way, "message in the \(message.channel.name): \(message.message)")
    }

    /// Prints who came or went, and the way this was told.
    public func tell(_ way: Way, _ event: PNPresenceEvent) {
        let verb = event.type == .join ? "joined" : "left"
        tell(way, "\(event.client.identifier) \(verb) the \(event.channel.name), \(event.occupancy) there now")
    }

    /// Waits while the app goes on; ``end(_:)`` and ``fail(_:)`` end the process.
    public func untilItEnds() async {
        let (never, hold) = AsyncStream<Void>.makeStream()
        for await _ in never {}
        withExtendedLifetime(hold) {}
    }

    /// Ends the process with status 0 after a line that says what flowed, or with 1 when a way was never heard from.
    public func end(_ summary: String) -> Never {
        let counts = told.withLock(\.self)
        let silent = Way.allCases.filter { counts[$0] == nil }.map(\.rawValue)
        guard silent.isEmpty else { fail("nothing came by \(silent.joined(separator: " and "))") }
        let ways = Way.allCases.map { "\($0.rawValue) \(counts[$0, default: 0])" }.joined(separator: ", ")
        write("\(name): \(summary); told by \(ways)")
        exit(0)
    }

    /// Ends the process with status 1 and a reason.
    public func fail(_ reason: Any?) -> Never {
        FileHandle.standardError.write(Data("\(name): \(reason ?? "failed without a reason")\n".utf8))
        exit(1)
    }

    private func write(_ text: String) {
        let time = Date.now.formatted(
            Date.ISO8601FormatStyle(timeZone: .current).time(includingFractionalSeconds: true)
        )
        FileHandle.standardOutput.write(Data("\(time) \(text)\n".utf8))
    }
}
