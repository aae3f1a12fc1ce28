import Foundation
import PubNubMachines
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

/// README "Connecting and Disconnecting from the PubNub Network" and "Delegate callback methods"; Documentation/WireProtocol.md,
/// "Connecting".
@Suite struct ConnectTests {
    private let scripted = ScriptedClient()

    /// The delegate's willConnect and didConnect methods, then the success block.
    @Test func connectingReportsWillAndDid() {
        let origins = Notes<String?>()
        scripted.client.connect(successBlock: { origins.add($0) }, errorBlock: { _ in origins.add("error") })
        #expect(scripted.reported == ["willConnect"])
        #expect(scripted.requested == ["/time/0?uuid=me"])
        #expect(!scripted.client.isConnected())
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.reported == ["didConnect"])
        #expect(scripted.client.isConnected())
        #expect(origins.values == ["origin.test"])
        #expect(scripted.requested == [])
    }

    /// "Error also can be sent by PubNub client if you tried to connect while already connected".
    @Test func connectingTwiceIsError101AndChangesNothing() {
        scripted.connect()
        scripted.forget()
        let codes = Notes<Int?>()
        scripted.client.connect(successBlock: { _ in codes.add(nil) }, errorBlock: { codes.add($0?.code) })
        #expect(scripted.reported == ["connectionDidFail 101"])
        #expect(codes.values == [101])
        #expect(scripted.client.isConnected())
        #expect(scripted.requested == [])
    }

    /// "… or just launched connection": the first call still reports its result.
    @Test func connectingWhileConnectingIsError101AndTheFirstGoesOn() {
        let scripted = ScriptedClient { $0.shouldRunCallsInParallel = true }
        let first = Notes<String?>()
        let second = Notes<Int?>()
        scripted.client.connect(successBlock: { first.add($0) }, errorBlock: { _ in first.add("error") })
        scripted.client.connect(successBlock: { _ in second.add(0) }, errorBlock: { second.add($0?.code) })
        #expect(scripted.reported == ["willConnect", "connectionDidFail 101"])
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.reported == ["didConnect"])
        #expect(first.values == ["origin.test"])
        #expect(second.values == [101])
    }

    /// "connectionDidFailWithError": 102 if the origin cannot be reached, 104 if TLS failed.
    @Test(arguments: [
        (TransportFailure.unreachable, 102), (.reset, 102),
        (.closed, 102), (.socket("broken"), 102), (.tls(reason: "untrusted"), 104), (.badEncoding, 142),
        (.tooLarge, 143), (.setup("no such file"), 144),
    ])
    func reportsAFailureToConnect(failure: TransportFailure, code: Int) {
        let codes = Notes<Int?>()
        scripted.client.connect(successBlock: { _ in codes.add(nil) }, errorBlock: { codes.add($0?.code) })
        scripted.fail(Path.time, failure)
        #expect(scripted.reported == ["willConnect", "connectionDidFail \(code)"])
        #expect(codes.values == [code])
        #expect(!scripted.client.isConnected())
    }

    /// 3.7.8 README: without a network "connection will be established automatically".
    @Test(arguments: [TransportFailure.nameNotResolved, .noRoute, .connectTimedOut])
    func withoutANetworkTheClientWaitsAndConnectsLater(_ failure: TransportFailure) throws {
        let heard = Notes<String>()
        let observed = Notes<String>()
        scripted.client.observationCenter.addClientConnectionStateObserver("test") { _, isConnected, error in
            observed.add("\(isConnected) \(error?.code ?? 0)")
        }
        scripted.client.connect(
            successBlock: { heard.add("connected to \($0 ?? "")") },
            errorBlock: { heard.add("\($0?.code ?? 0)") }
        )
        scripted.fail(Path.time, failure)
        #expect(scripted.reported == ["willConnect", "connectionDidFail 102"])
        #expect(heard.values == ["0"], "nil: the client waits")
        for _ in 0..<3 {
            scripted.wait(try #require(scripted.timers.running[.reconnect]))
            scripted.fail(Path.time, failure)
        }
        #expect(scripted.reported == [])
        scripted.wait(try #require(scripted.timers.running[.reconnect]))
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.reported == ["willConnect", "didConnect"])
        #expect(heard.values == ["0", "connected to origin.test"])
        #expect(observed.values == ["false 0", "true 0"])
        scripted.client.disconnect()
        scripted.connect()
        #expect(heard.values.count == 2, "the call is over")
    }

    @Test("An error within the process does not end the wait for a network")
    func aLocalErrorWhileWaiting() throws {
        let heard = Notes<String>()
        scripted.client.connect(
            successBlock: { heard.add("connected to \($0 ?? "")") },
            errorBlock: { heard.add("\($0?.code ?? 0)") }
        )
        scripted.client.subscribe(on: PNChannel.channels(withNames: ["a"]))
        for failure in [TransportFailure.nameNotResolved, .setup("Bad function argument"), .nameNotResolved] {
            scripted.fail(Path.time, failure)
            scripted.wait(try #require(scripted.timers.running[.reconnect]))
        }
        scripted.reply(Path.time, "[15000000000000000]")
        scripted.join()
        #expect(heard.values == ["0", "connected to origin.test"])
        #expect(
            scripted.reported == [
                "willConnect", "connectionDidFail 102", "willConnect", "didConnect", "didSubscribe a",
            ]
        )
    }

    @Test("An error within the process is no loss of the connection")
    func aLocalErrorOfACall() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.client.requestServerTimeToken()
        scripted.settle()
        scripted.fail(Path.time, .setup("Bad function argument"))
        #expect(scripted.reported == ["timeTokenReceiveDidFail 144"])
        #expect(scripted.client.isConnected())
    }

    /// No data arrives within ten seconds: the client "doesn't have enough time to validate its availability".
    @Test func silenceIsWaitedOut() {
        let codes = Notes<Int?>()
        scripted.client.connect(successBlock: { _ in codes.add(200) }, errorBlock: { codes.add($0?.code) })
        scripted.wait(.seconds(10))
        #expect(codes.values == [nil])
        scripted.wait(.seconds(2))
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(codes.values == [nil, 200])
    }

    /// "In this case connection will be established automatically as soon as Internet connection will be detected"
    /// (README). The setting and the delegate decide about what follows a loss.
    @Test(
        "A client that may not reconnect waits for the network of a call to connect",
        arguments: [nil, false] as [Bool?]
    )
    func aClientThatMayNotReconnectWaitsForANetwork(answer: Bool?) throws {
        let scripted = ScriptedClient { $0.shouldAutoReconnectClient = answer != nil }
        var answers = RecordingDelegate.Answers()
        answers.reconnect = answer
        scripted.delegate.answer(answers)
        let codes = Notes<Int?>()
        scripted.client.connect(successBlock: { _ in codes.add(200) }, errorBlock: { codes.add($0?.code) })
        scripted.fail(Path.time, .noRoute)
        #expect(codes.values == [nil])
        #expect(scripted.delegate.questions == [])
        #expect(scripted.reported == ["willConnect", "connectionDidFail 102"])
        scripted.wait(try #require(scripted.timers.running[.reconnect]))
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(codes.values == [nil, 200])
        #expect(scripted.reported == ["willConnect", "didConnect"])
        scripted.client.requestServerTimeToken()
        scripted.settle()
        scripted.fail(Path.time, .noRoute)
        #expect(
            scripted.reported == ["timeTokenReceiveDidFail 107", "willDisconnect 103", "didDisconnectWithError 103"]
        )
        // A refusal of the delegate is asked about again, one of the configuration is not.
        #expect((scripted.timers.running[.reconnect] != nil) == (answer == false))
        #expect(!scripted.client.isConnected())
    }

    @Test func disconnectingEndsTheWaitForANetwork() {
        let codes = Notes<Int?>()
        scripted.client.connect(successBlock: { _ in codes.add(200) }, errorBlock: { codes.add($0?.code) })
        scripted.fail(Path.time, .noRoute)
        scripted.client.disconnect()
        scripted.settle()
        #expect(codes.values == [nil, 108])
    }

    @Test func aNetworkThatDoesNotLeadToTheOriginEndsTheWait() {
        let codes = Notes<Int?>()
        scripted.client.connect(successBlock: { _ in codes.add(200) }, errorBlock: { codes.add($0?.code) })
        scripted.client.subscribe(on: PNChannel.channels(withNames: ["a"]))
        scripted.fail(Path.time, .noRoute)
        scripted.wait(.seconds(2))
        scripted.fail(Path.time, .unreachable)
        #expect(codes.values == [nil, 102])
        #expect(
            scripted.reported == [
                "willConnect", "connectionDidFail 102", "connectionDidFail 102", "subscriptionDidFail 107",
            ]
        )
    }

    /// Both calls receive the result of the connection.
    @Test func aSecondCallAlsoWaitsForTheNetwork() {
        let heard = Notes<String>()
        scripted.client.connect(successBlock: { _ in heard.add("first") }, errorBlock: { _ in })
        scripted.fail(Path.time, .noRoute)
        scripted.client.connect(successBlock: { _ in heard.add("second") }, errorBlock: { _ in })
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(heard.values == ["first", "second"])
    }

    /// The response to the first request can be an error (Documentation/WireProtocol.md, "Errors and retries").
    @Test(arguments: [
        (500, "{}", -1), (503, "<html>Service Unavailable</html>", -1), (200, "<html>Hotel WiFi</html>", 143),
        (200, "", 143), (200, "[150", 143), (403, "Forbidden", 122),
        (400, #"{"message":"Invalid Subscribe Key","error":true,"service":"Access Manager","status":400}"#, 113),
    ])
    func reportsABadResponseWhileConnecting(status: Int, body: String, code: Int) {
        scripted.client.connect()
        scripted.reply(Path.time, status: status, body)
        #expect(scripted.reported == ["willConnect", "connectionDidFail \(code)"])
    }

    /// An origin without a response for ten seconds counts as unreachable.
    @Test func silenceWhileConnectingIsError102() {
        scripted.client.connect()
        scripted.wait(.milliseconds(9_999))
        #expect(scripted.reported == ["willConnect"])
        scripted.wait(.milliseconds(1))
        #expect(scripted.reported == ["connectionDidFail 102"])
        #expect(scripted.waiting == [], "the request is given up")
    }

    @Test("Without keys, connecting is error 100 for delegate and closure, and not a connection that failed")
    func connectingWithoutKeysIsError100() {
        let scripted = ScriptedClient(.scripted(publishKey: nil, subscribeKey: ""))
        let posted = NotificationNotes(of: scripted.client)
        let observed = Notes<Int?>()
        scripted.client.observationCenter.addClientConnectionStateObserver("test") { _, _, error in
            observed.add(error?.code)
        }
        let codes = Notes<Int?>()
        scripted.client.connect(successBlock: { _ in codes.add(nil) }, errorBlock: { codes.add($0?.code) })
        #expect(scripted.reported == ["error 100"])
        #expect(codes.values == [100])
        #expect(observed.values == [])
        #expect(posted.words == ["Error 100"])
        #expect(scripted.requested == [])
    }

    @Test(
        "After a refused configuration a client that has had no other sends nothing, until it receives a valid one",
        arguments: [true, false]
    )
    func aRefusedFirstConfiguration(isDefaultValid: Bool) {
        let scripted = ScriptedClient(.scripted(publishKey: "demo", subscribeKey: "demo"), isConfigured: false)
        let codes = Notes<Int?>()
        func connect() {
            scripted.client.connect(successBlock: { _ in codes.add(200) }, errorBlock: { codes.add($0?.code) })
            scripted.settle()
        }
        let invalid = PNConfiguration.scripted(publishKey: nil, subscribeKey: "")
        scripted.client.setConfiguration(invalid)
        connect()
        scripted.client.subscribe(on: [PNChannel(name: "a")])
        scripted.client.sendMessage("m", to: PNChannel(name: "a"))
        #expect(
            scripted.reported == ["error 100", "error 100", "subscriptionDidFail 100", "didFailMessageSend 100"]
        )
        #expect(codes.values == [100])
        #expect(scripted.requested == [])
        let valid = isDefaultValid ? scripted.client.configuration() : .scripted()
        valid.callbackQueue = scripted.queue
        scripted.client.setConfiguration(valid)
        connect()
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(codes.values == [100, 200])
        scripted.client.setConfiguration(invalid)
        scripted.client.sendMessage("m", to: PNChannel(name: "a"))
        #expect(scripted.reported == ["willConnect", "didConnect", "error 100", "willSend"])
        let keys = isDefaultValid ? "demo/demo" : "pub/sub"
        #expect(scripted.requested.last == "/publish/\(keys)/0/a/0/%22m%22?uuid=me", "the valid one stays")
    }

    /// The factories that connect immediately: README "Client configuration".
    @Test func anIdentifierIsGeneratedWhenNoneIsGiven() throws {
        let client = PubNub(configuration: .scripted())
        let identifier = client.clientIdentifier()
        #expect(identifier.count == 36)
        #expect(identifier == identifier.lowercased())
        #expect(PubNub(configuration: .scripted()).clientIdentifier() != identifier)
    }
}
