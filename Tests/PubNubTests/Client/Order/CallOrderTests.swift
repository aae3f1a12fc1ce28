import PubNubMachines
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("Calls of a client run one after another, each after the outcome of the one before")
struct CallOrderTests {
    private static let calls = ClosureCall.all + ClosureCall.changes + [ClosureCall.publish]

    private func client(_ configure: (PNConfiguration) -> Void = { _ in }) -> ScriptedClient {
        let scripted = ScriptedClient(.signing(), configure)
        scripted.connect()
        scripted.subscribe(["a"])
        return scripted
    }

    /// The waiting requests, without the long poll.
    private func waiting(_ scripted: ScriptedClient) -> [String] {
        scripted.settle()
        return scripted.transport.waiting.filter { !$0.isLongPoll }.map(\.brief)
    }

    @Test("A request is sent after the outcome of the call before it, of whatever kind", arguments: calls)
    func afterTheOutcome(call: ClosureCall) throws {
        let scripted = client()
        // Otherwise the list would not change, and the call would need no request.
        if call.name == "presence off" {
            scripted.client.enablePresenceObservation(for: [PNChannel.channel(withName: "a")])
            scripted.settle()
            scripted.join()
        }
        if call.name == "subscribe" { scripted.client.unsubscribe(from: [PNChannel.channel(withName: "a")]) }
        while let due = scripted.transport.waiting.first(where: { !$0.isLongPoll }) {
            scripted.reply(due.path, GoodAnswer.body(for: due))
        }
        let said = Notes<String>()
        call.make(scripted.client) { said.add("first \($0 ?? 0)") }
        scripted.client.requestServerTimeToken { _, error in said.add("time \(error?.code ?? 0)") }
        #expect(!waiting(scripted).isEmpty)
        while !waiting(scripted).contains(where: { $0.hasPrefix(Path.time) }) || call.name == "time" {
            guard let due = scripted.transport.waiting.first(where: { !$0.isLongPoll }) else { break }
            #expect(said.values.isEmpty || call.name == "time", "the call has ended, but the next one has not begun")
            #expect(waiting(scripted).count == 1)
            scripted.reply(due.path, GoodAnswer.body(for: due))
        }
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(said.values == ["first 0", "time 0"])
        #expect(scripted.unfinished.inLine == 0)
    }

    @Test("A call that fails lets the next one begin", arguments: calls)
    func afterAFailure(call: ClosureCall) {
        let scripted = client()
        let said = Notes<String>()
        call.make(scripted.client) { said.add("first \($0 ?? 0)") }
        scripted.client.requestServerTimeToken { _, error in said.add("time \(error?.code ?? 0)") }
        // Questions to the delegate come before some requests.
        scripted.settle()
        while said.values.isEmpty, let due = scripted.transport.waiting.first(where: { !$0.isLongPoll }) {
            scripted.reply(due.path, status: 400, #"{"status":400,"error":true,"message":"No"}"#)
        }
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(said.values.count == 2)
        #expect(said.values.last == "time 0")
    }

    @Test("Encryption uses the configuration that was set last, also while that waits for the calls before it")
    func encryptionIsImmediate() {
        let scripted = client()
        let configuration = scripted.client.configuration()
        scripted.client.requestServerTimeToken { _, _ in }
        for key in ["enigma", "another"] {
            configuration.cipherKey = key
            scripted.client.setConfiguration(configuration)
            let encrypted = scripted.client.aesEncrypt("some text")
            #expect(encrypted != nil)
            #expect(encrypted.flatMap { scripted.client.aesDecrypt($0) as? String } == "some text")
        }
        #expect(scripted.unfinished.inLine > 0)
        configuration.cipherKey = nil
        scripted.client.setConfiguration(configuration)
        var error: PNError?
        #expect(scripted.client.aesEncrypt("some text", error: &error) == nil)
        #expect(error?.code == kPNCryptoEmptyCipherKeyError)
    }

    @Test("A string is sent with the setting of the last configuration, also while that waits for the calls before it")
    func textSettingIsImmediate() async {
        let scripted = client { $0.shouldSendTextAsJSON = false }
        let text = "{\"k\":1}"
        let literal = await MessageSizeForm.plain.size(of: text, to: "a", scripted.client)
        scripted.client.requestServerTimeToken { _, _ in }
        scripted.client.sendMessage(text, to: PNChannel(name: "a"))
        let changed = scripted.client.configuration()
        changed.shouldSendTextAsJSON = true
        scripted.client.setConfiguration(changed)
        scripted.client.sendMessage(text, to: PNChannel(name: "a"))
        scripted.client.publish(text, toChannel: "a", mobilePushPayload: nil)
        scripted.client.publish(text, toChannel: "a", mobilePushPayload: nil) { _ in }
        #expect(scripted.unfinished.inLine > 0)
        #expect(await MessageSizeForm.plain.size(of: text, to: "a", scripted.client) < literal)
        #expect(await MessageSizeForm.plain.size(of: "{no json}", to: "a", scripted.client) == -1)
        scripted.reply(Path.time, "[15000000000000000]")
        while scripted.accept() != nil {}
        #expect(scripted.published.map(\.text) == [#""{\"k\":1}""#, text, text, text])
    }

    @Test("An invalid call ends in its turn, after the calls before it")
    func invalidCall() {
        let scripted = client()
        let said = Notes<String>()
        scripted.client.requestServerTimeToken { _, _ in said.add("time") }
        scripted.client.requestHistory(for: PNChannel(name: ""), from: nil) { _, _, _, _, error in
            said.add("history \(error?.code ?? 0)")
        }
        scripted.client.sendMessage(nil, to: PNChannel(name: "a")) { _, object in
            said.add("publish \((object as? PNError)?.code ?? 0)")
        }
        scripted.settle()
        #expect(said.values.isEmpty)
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(said.values == ["time", "history 134", "publish 133"])
    }

    @Test("A message is sent, and answered, before the client disconnects")
    func publishAndDisconnect() {
        let scripted = client()
        scripted.forget()
        scripted.client.sendMessage("goodbye", to: PNChannel(name: "a"))
        scripted.client.disconnect()
        scripted.client.requestServerTimeToken()
        #expect(waiting(scripted).count == 1)
        #expect(scripted.client.isConnected())
        scripted.reply(Path.publish, ScriptedClient.sent)
        #expect(!scripted.client.isConnected())
        #expect(
            scripted.reported == ["willSend", "didSend", "didDisconnect", "timeTokenReceiveDidFail 108"]
        )
    }

    @Test("Disconnecting, connecting and subscribing in three lines subscribes on the new connection")
    func reconnecting() {
        let scripted = client()
        scripted.client.sendMessage("goodbye", to: PNChannel(name: "a"))
        scripted.client.disconnect()
        scripted.client.connect()
        scripted.client.subscribe(on: [PNChannel(name: "b")])
        scripted.reply(Path.publish, ScriptedClient.sent)
        #expect(waiting(scripted).map { $0.hasPrefix(Path.time) } == [true])
        scripted.reply(Path.time, "[15000000000000000]")
        scripted.join()
        #expect(scripted.client.subscribedChannels().map(\.name) == ["b"])
    }

    @Test("Calls behind connect wait for its outcome, and disconnect does too")
    func connectFirst() {
        let scripted = ScriptedClient()
        scripted.client.connect()
        scripted.client.sendMessage("hello", to: PNChannel(name: "a"))
        scripted.client.disconnect()
        #expect(waiting(scripted).map { $0.hasPrefix(Path.time) } == [true])
        scripted.reply(Path.time, "[15000000000000000]")
        scripted.reply(Path.publish, ScriptedClient.sent)
        #expect(scripted.reported.suffix(2) == ["didSend", "didDisconnect"])
    }

    @Test("A second call to connect waits for the first, and fails with 101 once that has connected")
    func connectTwice() {
        let scripted = ScriptedClient()
        let said = Notes<String>()
        for name in ["first", "second"] {
            scripted.client.connect(
                successBlock: { _ in said.add("\(name) connected") },
                errorBlock: { said.add("\(name) \($0?.code ?? 0)") }
            )
        }
        #expect(scripted.reported == ["willConnect"])
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.reported == ["didConnect", "connectionDidFail 101"])
        #expect(said.values == ["first connected", "second 101"])
        #expect(scripted.client.isConnected())
    }

    @Test("Another configuration takes effect after the calls before it, and for the calls behind it")
    func configuration() {
        let scripted = client()
        scripted.forget()
        scripted.client.sendMessage("one", to: PNChannel(name: "a"))
        let other = scripted.client.configuration()
        other.cipherKey = "key"
        other.authorizationKey = "auth"
        scripted.client.setConfiguration(other)
        scripted.client.sendMessage("two", to: PNChannel(name: "a"))
        #expect(scripted.client.configuration().authorizationKey == "auth", "known at once")
        #expect(waiting(scripted).count == 1)
        scripted.reply(Path.publish, ScriptedClient.sent)
        #expect(waiting(scripted).isEmpty, "the client connects again after a second")
        scripted.wait(.seconds(1))
        scripted.reply(Path.time, "[15000000000000000]")
        scripted.join()
        let request = waiting(scripted).first ?? ""
        #expect(request.hasPrefix(Path.publish) && request.contains("auth=auth"))
        #expect(!request.contains("two"), "it is encrypted")
    }

    @Test("A new identifier is in the requests behind it, and not in those before it")
    func identifier() {
        let scripted = client()
        scripted.forget()
        scripted.client.sendMessage("one", to: PNChannel(name: "a"))
        scripted.client.setClientIdentifier("other")
        scripted.client.sendMessage("two", to: PNChannel(name: "a"))
        #expect(waiting(scripted).allSatisfy { $0.contains("uuid=me") })
        scripted.reply(Path.publish, ScriptedClient.sent)
        scripted.reply(Path.leave("a"), GoodAnswer.leave)
        scripted.join()
        #expect(waiting(scripted).map { $0.contains("uuid=other") && $0.hasPrefix(Path.publish) } == [true])
    }

    @Test("A call that is made in a callback comes after the calls that wait already")
    func insideACallback() {
        let scripted = client()
        let said = Notes<String>()
        scripted.client.requestServerTimeToken { [client = scripted.client] _, _ in
            said.add("first")
            client.requestServerTimeToken { _, _ in said.add("inside") }
        }
        scripted.client.requestServerTimeToken { _, _ in said.add("second") }
        for _ in 1...3 { scripted.reply(Path.time, "[15000000000000000]") }
        #expect(said.values == ["first", "second", "inside"])
    }

    @Test("The time limit of a call counts from sending, and not while it waits for the calls before it")
    func limit() {
        let scripted = client()
        let said = Notes<String>()
        for number in 1...3 {
            scripted.client.requestServerTimeToken { _, error in said.add("\(number) \(error?.code ?? 0)") }
        }
        scripted.wait(.seconds(15))
        #expect(said.values == ["1 110"])
        scripted.wait(.seconds(10))
        scripted.reply(Path.time, "[15000000000000000]")
        scripted.wait(.seconds(10))
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(said.values == ["1 110", "2 0", "3 0"])
    }

    @Test("10,000 calls wait, and one more fails with 148")
    func bound() {
        let scripted = client()
        let said = Notes<Int>()
        for _ in 0...10_001 { scripted.client.requestServerTimeToken { said.add($1?.code ?? 0) } }
        scripted.settle()
        #expect(said.values == [kPNRequestQueueFullError])
        scripted.client.face.reset(scripted.client)
        scripted.settle()
        #expect(said.values.count == 10_002)
        #expect(scripted.unfinished == .nothing)
    }

    @Test("After a loss, waiting calls fail with 107 in their order")
    func loss() {
        let scripted = client()
        let said = Notes<String>()
        for number in 1...3 {
            scripted.client.requestServerTimeToken { _, error in said.add("\(number) \(error?.code ?? 0)") }
        }
        scripted.fail(Path.time, .unreachable)
        #expect(said.values == ["1 107", "2 107", "3 107"])
    }

    @Test("Without a network, waiting requests have a limit, and connecting and disconnecting do not wait")
    func withoutANetwork() {
        let scripted = ScriptedClient()
        let said = Notes<String>()
        scripted.client.connect()
        scripted.client.subscribe(on: [PNChannel(name: "a")]) { _, _, error in said.add("subscribe \(error?.code ?? 0)")
        }
        scripted.client.requestServerTimeToken { _, error in said.add("time \(error?.code ?? 0)") }
        scripted.fail(Path.time, .noRoute)
        scripted.wait(.seconds(15))
        #expect(said.values == ["time 110"])
        scripted.client.sendMessage("m", to: PNChannel(name: "a")) { state, object in
            said.add("publish \(state.rawValue) \((object as? PNError)?.code ?? 0)")
        }
        scripted.client.disconnect()
        scripted.settle()
        #expect(said.values == ["time 110", "subscribe 108", "publish 2 108"])
        #expect(!scripted.client.isConnecting)
        #expect(scripted.unfinished == .nothing)
    }

    @Test("Signals, message actions and App Context, which come from later SDKs, do not wait")
    func laterCalls() {
        let scripted = client()
        scripted.client.requestServerTimeToken()
        scripted.client.objects().uuidMetadata().performWithCompletion { _, _ in }
        #expect(waiting(scripted).count == 2)
    }

    @Test("Messages of an outbox do not wait for the calls before them")
    func outbox() {
        let scripted = client { $0.outbox = PNOutbox() }
        scripted.client.requestServerTimeToken()
        scripted.client.sendMessage("m", to: PNChannel(name: "a"))
        #expect(waiting(scripted).count == 2)
    }

    @Test("With shouldRunCallsInParallel, calls do not wait for each other")
    func inParallel() {
        let scripted = client { $0.shouldRunCallsInParallel = true }
        for _ in 1...3 { scripted.client.requestServerTimeToken() }
        scripted.client.sendMessage("m", to: PNChannel(name: "b"))
        #expect(waiting(scripted).count == 4)
        scripted.client.disconnect()
        #expect(!scripted.client.isConnected())
    }
}
