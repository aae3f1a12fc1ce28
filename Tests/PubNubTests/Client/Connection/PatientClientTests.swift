import Dispatch
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("Tests with a real origin: a busy machine does not fail the client")
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

    private var reported: [String] {
        client.drainCallbacks()
        return delegate.words
    }

    @Test("Connecting and handshake have the limit of a test, where other clients stop after ten seconds")
    func connecting() throws {
        client.connect()
        timers.advance(by: .seconds(180))
        #expect(reported == ["willConnect"])
        let request = try #require(transport.waiting.first)
        #expect(request.connectTimeout >= .seconds(180))
        transport.reply("/time/", "[15000000000000000]")
        #expect(reported == ["willConnect", "didConnect"])
    }

    @Test("Time limits of a configuration are those of any client")
    func configured() {
        client.connect()
        transport.reply("/time/", "[15000000000000000]")
        client.requestServerTimeToken()
        timers.advance(by: .milliseconds(14_999))
        #expect(reported == ["willConnect", "didConnect"])
        timers.advance(by: .milliseconds(1))
        #expect(reported.last?.hasPrefix("timeTokenReceiveDidFail") == true)
        #expect(transport.waiting.isEmpty)
    }
}
