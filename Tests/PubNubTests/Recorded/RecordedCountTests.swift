import Foundation
import Testing

@testable import PubNub

/// The tests use every recording.
@Suite("The number of recorded exchanges")
struct RecordedCountTests {
    /// The files with their number of cases.
    static let files = [
        "channel-groups.json": 27, "errors.json": 67, "heartbeat.json": 7, "history-v2.json": 62, "history-v3.json": 23,
        "jsonp.json": 19, "leave.json": 13, "message-actions.json": 23, "objects-v2.json": 75, "pam-v3.json": 3,
        "pam.json": 132, "presence-herenow.json": 35, "publish.json": 67, "push-v1.json": 21, "push-v2.json": 10,
        "sessions.json": 89, "signal.json": 5, "state.json": 37, "subscribe-v1.json": 52, "subscribe-v2.json": 117,
        "time.json": 4, "wherenow.json": 8,
    ]

    /// The number of recorded exchanges of each operation, in all files together.
    static let operations: [RecordedOperation: Int] = [
        .publish: 188, .subscribeV2: 187, .grant: 120, .subscribeV1: 114, .history: 76, .registryChange: 63, .leave: 56,
        .hereNow: 43, .time: 33, .pushChange: 32, .state: 27, .stateUpdate: 26, .audit: 23, .groupChannels: 22,
        .pushChannels: 20, .whereNow: 13, .heartbeat: 11, .groups: 4, .other: 276,
    ]

    @Test("Every file exists with all its cases", .enabled(if: ExchangeLibrary.recordedCount != nil))
    func everyFile() throws {
        for (name, count) in Self.files {
            let cases = try #require(ExchangeLibrary.recordedCases(in: name), "\(name) cannot be read")
            #expect(cases.count >= count, "\(name)")
        }
    }

    /// Each response in a file is one exchange for the tests.
    @Test("Uses every case", .enabled(if: ExchangeLibrary.recordedCount != nil))
    func everyResponse() throws {
        var responses = 0
        for name in Self.files.keys {
            let cases = try #require(ExchangeLibrary.recordedCases(in: name))
            responses += cases.reduce(0) { $0 + (($1["exchanges"] as? [Any])?.count ?? 1) }
        }
        let count = try #require(ExchangeLibrary.recordedCount)
        #expect(count >= responses && responses > 0)
    }

    @Test("Every operation has its exchanges", .enabled(if: ExchangeLibrary.recordedCount != nil))
    func everyOperation() {
        for (operation, count) in Self.operations {
            let found = ExchangeLibrary.recorded(of: operation).count
            #expect(found >= count, "\(operation): \(found)")
        }
        // No recording has a list of namespaces; the project's own exchanges contain some.
        #expect(Set(RecordedOperation.known).subtracting(Self.operations.keys) == [.namespaces])
    }
}
