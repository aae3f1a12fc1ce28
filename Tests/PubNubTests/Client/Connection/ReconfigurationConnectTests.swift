import Dispatch
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

/// Apps connect again in `didDisconnectFromOrigin`. The client also calls that method before it connects by itself for another
/// configuration, which 3.7.8 did not.
@Suite("A call to connect during a change of the configuration joins the new connection")
struct ReconfigurationConnectTests {
    private static let connected = [
        "didDisconnectFromOrigin", "willConnectToOrigin", "didConnectToOrigin", "connected to origin.test",
    ]

    /// Sets a delegate that connects again after each disconnection. `said` receives its calls and those of the closures.
    private func connectAgain(_ scripted: ScriptedClient, _ said: Recorder) -> RecordingDelegate {
        let client = scripted.client
        let delegate = RecordingDelegate { call in
            said.record(call)
            if call.labels == "didDisconnectFromOrigin" { connect(client, said) }
        }
        client.setDelegate(delegate)
        return delegate
    }

    private func connect(_ client: PubNub, _ said: Recorder) {
        client.connect(
            successBlock: { said.record("connected to \($0 ?? "")") },
            errorBlock: { said.record("failed \($0?.code ?? 0)") }
        )
    }

    /// What concerns the connection.
    private func connection(_ said: Recorder) -> [String] {
        said.all.filter { $0.hasSuffix("Origin") || $0.hasPrefix("connect") || $0.hasPrefix("failed") }
    }

    private func renewAuthorizationKey(_ scripted: ScriptedClient) {
        let changed = scripted.client.configuration()
        changed.authorizationKey = "new"
        scripted.client.setConfiguration(changed)
    }

    @Test("After a new authorization key, the call succeeds once and nothing fails", arguments: [false, true])
    func authorizationKey(inParallel: Bool) {
        let scripted = ScriptedClient.subscribed("a") { $0.shouldRunCallsInParallel = inParallel }
        let said = Recorder()
        let delegate = connectAgain(scripted, said)
        renewAuthorizationKey(scripted)
        scripted.settle()
        #expect(connection(said) == ["didDisconnectFromOrigin"])
        scripted.wait(.seconds(1))
        scripted.reply(Path.time, "[15000000000000000]")
        scripted.join(500)
        #expect(connection(said) == Self.connected)
        #expect(scripted.client.subscribedChannels().map(\.name) == ["a"])
        connect(scripted.client, said)
        scripted.settle()
        #expect(connection(said) == Self.connected + ["connectionDidFailWithError", "failed 101"], "a later call")
        withExtendedLifetime(delegate) {}
    }

    @Test("After another subscribe key, for which the client connects without a pause", arguments: [false, true])
    func subscribeKey(inParallel: Bool) {
        let scripted = ScriptedClient.connected { $0.shouldRunCallsInParallel = inParallel }
        let said = Recorder()
        let delegate = connectAgain(scripted, said)
        let changed = PNConfiguration.scripted(subscribeKey: "sub2")
        changed.callbackQueue = scripted.queue
        changed.shouldRunCallsInParallel = inParallel
        scripted.client.setConfiguration(changed)
        scripted.settle()
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(connection(said) == Self.connected)
        withExtendedLifetime(delegate) {}
    }

    @Test("The event may arrive after the client has connected again", arguments: [false, true])
    func lateEvent(inParallel: Bool) {
        let scripted = ScriptedClient.connected { $0.shouldRunCallsInParallel = inParallel }
        let said = Recorder()
        let delegate = connectAgain(scripted, said)
        scripted.queue.suspend()
        renewAuthorizationKey(scripted)
        scripted.timers.advance(by: .seconds(1))
        scripted.transport.reply(Path.time, "[15000000000000000]")
        #expect(scripted.client.isConnected())
        scripted.queue.resume()
        scripted.settle()
        #expect(connection(said) == Self.connected)
        withExtendedLifetime(delegate) {}
    }

    @Test("A call that is made before the change begins, and waits for it, succeeds")
    func beforeTheChange() {
        let scripted = ScriptedClient.connected()
        let said = Recorder()
        scripted.client.requestServerTimeToken()
        renewAuthorizationKey(scripted)
        connect(scripted.client, said)
        scripted.reply(Path.time, "[15000000000000000]")
        scripted.wait(.seconds(1))
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(said.all == ["connected to origin.test"])
        #expect(
            scripted.reported == [
                "didReceiveTimeToken 15000000000000000", "didDisconnect", "willConnect", "didConnect",
            ]
        )
    }

    @Test("A call behind a disconnect connects again")
    func behindADisconnect() {
        let scripted = ScriptedClient.connected()
        let said = Recorder()
        renewAuthorizationKey(scripted)
        scripted.client.disconnect()
        connect(scripted.client, said)
        scripted.wait(.seconds(1))
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(
            scripted.reported == ["didDisconnect", "willConnect", "didConnect", "didDisconnect", "willConnect"]
        )
        #expect(said.all == [])
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.reported == ["didConnect"])
        #expect(said.all == ["connected to origin.test"])
    }

    @Test("If the client cannot connect with the new configuration, the call connects or fails by itself")
    func failure() {
        let scripted = ScriptedClient.connected()
        let said = Recorder()
        renewAuthorizationKey(scripted)
        connect(scripted.client, said)
        scripted.wait(.seconds(1))
        scripted.fail(Path.time, .unreachable)
        #expect(said.all == [])
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(said.all == ["connected to origin.test"])
        #expect(
            scripted.reported == [
                "didDisconnect", "willConnect", "connectionDidFail 102", "willConnect", "didConnect",
            ]
        )
    }
}
