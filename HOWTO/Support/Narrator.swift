import Foundation
import Synchronization

/// Prints what an app is told, with the time and the way, and ends the process: well when all was seen, else with a reason.
///
/// It is used on the main queue, where the app of a HOWTO is called.
public final class Narrator: Sendable {
    /// How an app is told of an event.
    public enum Way: String, Sendable, CaseIterable {
        case delegate, closure, observer, notification
    }

    private let name: String
    private let ways: [Way]
    private let told = Mutex<[Way: Int]>([:])
    private let screen = Screen()

    /// Starts the story of an app.
    ///
    /// - Parameters:
    ///   - name: The name of the app.
    ///   - ways: The ways in which the app has to be told of something before it ends; all of them by default.
    ///   - limit: How many seconds it may take; 60 by default.
    public init(_ name: String, ways: Set<Way> = Set(Way.allCases), within limit: Int = 60) {
        self.name = name
        self.ways = Way.allCases.filter(ways.contains)
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(limit)) {
            self.fail("not everything was seen within \(limit) s")
        }
    }

    /// Prints an event and the way it came.
    public func tell(_ way: Way, _ text: String) {
        told.withLock { $0[way, default: 0] += 1 }
        say("\(way.rawValue.padding(toLength: 12, withPad: " ", startingAt: 0)) \(text)")
    }

    /// Prints what the app does of its own accord.
    public func note(_ text: String) {
        say("\(String(repeating: " ", count: 12)) \(text)")
    }

    /// Prints the title of what follows.
    public func chapter(_ title: String) {
        screen.print("\n-- \(title)")
    }

    /// Shows who is there and a remark on each: on a terminal as a table, redrawn in place below all other lines;
    /// elsewhere as a line, whenever somebody came or went.
    public func show(_ title: String, _ remarks: [String: String]) {
        screen.show(title, remarks, time: Self.time())
    }

    /// Goes on with `body` on the main queue when `seconds` have passed.
    public func after(_ seconds: Double, _ body: @escaping () -> Void) {
        DispatchQueue.main.asyncAfter(deadline: .now() + seconds, execute: DispatchWorkItem(block: body))
    }

    /// Waits while the app goes on; ``end(_:)`` and ``fail(_:)`` end the process.
    public func untilItEnds() async {
        let (never, hold) = AsyncStream<Void>.makeStream()
        for await _ in never {}
        withExtendedLifetime(hold) {}
    }

    /// Ends the process with status 0 after a line that says what happened, or with 1 when a way was never heard from.
    public func end(_ summary: String) -> Never {
        let counts = told.withLock(\.self)
        let silent = ways.filter { counts[$0] == nil }.map(\.rawValue)
        guard silent.isEmpty else { fail("nothing came by \(silent.joined(separator: " and "))") }
        let heard = Way.allCases.compactMap { way in
            counts[way].map { count in "\(way) \(count)" }
        }
        .joined(separator: ", ")
        screen.leaveTable()
        say("\(name): \(summary); told by \(heard)")
        exit(0)
    }

    /// Ends the process with status 0 and a line that says why nothing can be shown here.
    public func skip(_ reason: String) -> Never {
        say("\(name): skipped: \(reason)")
        exit(0)
    }

    /// Ends the process with status 1 and a reason.
    public func fail(_ reason: Any?) -> Never {
        FileHandle.standardError.write(Data("\(name): \(reason ?? "failed without a reason")\n".utf8))
        exit(1)
    }

    private func say(_ text: String) {
        screen.print("\(Self.time()) \(text)")
    }

    private static func time() -> String {
        Date.now.formatted(Date.ISO8601FormatStyle(timeZone: .current).time(includingFractionalSeconds: true))
    }
}
