import Dispatch
import PubNubTestSupport
import Testing

@testable import PubNub

@Suite("Tests with a real origin: a machine too busy to answer is no failure of the client")
struct PatientClientTests {
    private let transport = ScriptedTransport()
    private let timers = ManualTimers()
    private let delegate = RecordingDelegate()
    private let queue = DispatchQueue(label: "patient client")
    private let client: PubNub

    init() {
        let configuration = PNConfiguration.scripted()
        configuration.callbackQueue = queue
        client = .patient(configuration, delegate: delegate, transport: transport, timers: timers)
    }

    private var told: [String] {
        client.drainCallbacks()
        return delegate.words
    }

    @Test("Connecting and handshake take as long as a test waits at all, where others give up after ten seconds")
    func connecting() throws {
        client.connect()
        timers.advance(by: .seconds(180))
        #expect(told == ["willConnect"])
        let request = try #require(transport.waiting.first)
        #expect(request.connectTimeout >= .seconds(180))
        transport.reply("/time/", "[15000000000000000]")
        #expect(told == ["willConnect", "didConnect"])
    }

    @Test("Limits that a configuration sets are those of any client")
    func configured() {
        client.connect()
        transport.reply("/time/", "[15000000000000000]")
        client.requestServerTimeToken()
        timers.advance(by: .milliseconds(14_999))
        #expect(told == ["willConnect", "didConnect"])
        timers.advance(by: .milliseconds(1))
        #expect(told.last?.hasPrefix("timeTokenReceiveDidFail") == true)
        #expect(transport.waiting.isEmpty)
    }
}
