import Dispatch
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

/// No message is lost or repeated during a long day on a bad network, with simulated time.
@Suite struct DayInTheLifeTests {
    static let messageCount = 10_000
    static let dropCount = 50

    @Test func everyMessageArrivesOnceAndInOrder() throws {
        let day = Day()
        day.client.connect()
        day.client.subscribe(on: PNChannel.channels(withNames: ["a", "b", "c"]))
        day.settle()
        #expect(day.client.subscribedChannels().map(\.name) == ["a", "b", "c"])

        var drops = 0
        for number in 0..<Self.messageCount {
            day.service.send("\(number)", to: ["a", "b", "c"][number % 3])
            if number % 97 == 0 { day.changeList(number) }
            if number % (Self.messageCount / Self.dropCount) == 100 {
                drops += 1
                day.drop(number)
            }
            if number % 61 == 0 { day.settle() }
        }
        day.settle()
        #expect(drops == Self.dropCount)
        #expect(day.received == (0..<Self.messageCount).map { "\($0)" })
        #expect(day.client.isConnected())
        #expect(day.failures == [], "no call failed and no subscription was lost")
    }

    /// One client on a scripted service.
    final class Day {
        let service = ModelService()
        let timers = ManualTimers()
        let delegate = RecordingDelegate()
        let queue = DispatchQueue(label: "test.callbacks")
        let client: PubNub

        init() {
            let configuration = PNConfiguration(publishKey: "pub", subscribeKey: "sub", secretKey: nil)
            configuration.callbackQueue = queue
            client = PubNub(
                configuration: configuration,
                delegate: delegate,
                transport: service.transport,
                timers: timers,
                seed: 11
            )
        }

        var received: [String] { delegate.messages.compactMap { $0.message as? String } }

        var failures: [String] { delegate.words.filter { $0.contains("DidFail") } }

        /// Runs everything that is due: callbacks, replies to questions, pauses, polls.
        func settle() {
            for _ in 0..<12 {
                client.drainCallbacks()
                service.wakePolls()
                timers.advance(by: .milliseconds(200))
            }
        }

        func changeList(_ number: Int) {
            let extra = [PNChannel.channel(withName: "extra-\(number % 5)")]
            if number % 2 == 0 {
                client.subscribe(on: extra)
            } else {
                client.unsubscribe(from: extra)
            }
        }

        /// Breaks the connection in one of three ways: one cut, several in a row, or the origin away for a while.
        func drop(_ number: Int) {
            settle()
            switch number % 3 {
            case 0:
                service.dropConnections(.reset)
            case 1:
                service.dropConnections(.closed)
                timers.advance(by: .seconds(2))
                service.dropConnections(.socket("broken"))
            default:
                service.refuseConnections(true)
                service.dropConnections(.unreachable)
                client.drainCallbacks()
                timers.advance(by: .seconds(5))
                service.refuseConnections(false)
                timers.advance(by: .seconds(40))
            }
            settle()
        }
    }
}
