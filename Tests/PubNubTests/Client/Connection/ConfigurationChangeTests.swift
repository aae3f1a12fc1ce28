import Foundation
import PubNubCodec
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub
@testable import PubNubCore

/// "As soon as all connections will be closed client will reconnect with updated configuration" (README "Client
/// configuration"; Documentation/WireProtocol.md, "Changing the configuration").
@Suite struct ConfigurationChangeTests {
    typealias Change = @Sendable (PNConfiguration) -> PNConfiguration

    private static func updated(_ configuration: PNConfiguration, origin: String, key: String?) -> PNConfiguration {
        let updated = configuration.updatedConfiguration(
            withOrigin: origin,
            publishKey: "pub",
            subscribeKey: "sub",
            secretKey: nil,
            cipherKey: nil,
            authorizationKey: key
        )
        return updated
    }

    private static func set(_ change: @escaping @Sendable (PNConfiguration) -> Void) -> Change {
        { configuration in
            change(configuration)
            return configuration
        }
    }

    static let disruptive: [Change] = [
        { updated($0, origin: "other.test", key: nil) },
        { updated($0, origin: "origin.test", key: "key") },
        set { $0.shouldUseSecureConnection = false },
        set { $0.presenceHeartbeatTimeout = 60 },
    ]

    static let silent: [Change] = [
        set { $0.cipherKey = "enigma" },
        set { $0.nonSubscriptionRequestTimeout = 5 },
        set { $0.shouldAutoReconnectClient = false },
        set { $0.shouldAcceptCompressedResponse = false },
        set { $0.shouldKeepTimeTokenOnChannelsListChange = false },
        { $0 },
    ]

    @Test(arguments: disruptive.indices)
    func aChangeThatNeedsItReconnects(_ index: Int) {
        let scripted = ScriptedClient.subscribed("a")
        scripted.client.setConfiguration(Self.disruptive[index](scripted.client.configuration()))
        #expect(scripted.reported == ["didDisconnect"])
        #expect(scripted.waiting == [])
        scripted.client.requestServerTimeToken()
        scripted.wait(.milliseconds(999))
        #expect(scripted.requested == [])
        scripted.wait(.milliseconds(1))
        #expect(scripted.reported == ["willConnect"])
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.reported == ["didConnect", "willRestore a"])
        scripted.reply(Path.time, "[16000000000000000]")
        scripted.join(500)
        #expect(scripted.reported == ["didReceiveTimeToken 16000000000000000", "didRestore a"])
    }

    @Test(arguments: silent.indices)
    func anyOtherChangeIsSilent(_ index: Int) {
        let scripted = ScriptedClient.subscribed("a")
        scripted.client.setConfiguration(Self.silent[index](scripted.client.configuration()))
        #expect(scripted.reported == [])
        #expect(scripted.requested == [])
        #expect(scripted.client.isConnected())
    }

    private static let left = #"{"status":200,"action":"leave","message":"OK","service":"Presence"}"#

    private static func withKeys(publish: String = "pub", subscribe: String = "sub2") -> PNConfiguration {
        .scripted(publishKey: publish, subscribeKey: subscribe)
    }

    private func changeKeys(_ scripted: ScriptedClient, to configuration: PNConfiguration = withKeys()) {
        configuration.callbackQueue = scripted.queue
        configuration.shouldRunCallsInParallel = scripted.client.configuration().shouldRunCallsInParallel
        scripted.client.setConfiguration(configuration)
        scripted.settle()
    }

    /// Channels of another subscribe key are different ones: the client leaves the old ones and subscribes from now.
    @Test func anotherSubscribeKeyLeavesAndSubscribesAgainFromNow() {
        let scripted = ScriptedClient.subscribed("a", "b", at: 900)
        changeKeys(scripted)
        #expect(scripted.reported == ["didDisconnect", "willConnect"], "without a pause")
        let requests = ["\(Path.leave("a,b"))?uuid=me", "/time/0?uuid=me"]
        #expect(scripted.requested == requests, "the leave with the old key")
        #expect(scripted.waiting == requests, "the long poll of the old key has ended")
        scripted.reply(Path.leave("a,b"), Self.left)
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.reported == ["didConnect", "willRestore a,b"])
        #expect(scripted.requested == ["/v2/subscribe/sub2/a,b/0?tt=0&uuid=me"])
        scripted.reply("/v2/subscribe/sub2/", Page.empty(500))
        #expect(scripted.reported == ["didRestore a,b"])
        #expect(scripted.requested == ["/v2/subscribe/sub2/a,b/0?tt=500&tr=1&uuid=me"], "not from 900")
        scripted.reply("/v2/subscribe/sub2/", Page.of(600, [Page.message("1", on: "a", at: 600)]))
        #expect(scripted.delegate.messages.count == 1)
    }

    /// Nothing can be subscribed without a subscribe key.
    @Test func withoutASubscribeKeyTheSubscriptionsEnd() {
        let scripted = ScriptedClient.subscribed("a")
        changeKeys(scripted, to: Self.withKeys(subscribe: ""))
        #expect(scripted.reported == ["subscriptionDidFail 113", "didDisconnect", "willConnect"])
        scripted.reply(Path.leave("a"), Self.left)
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.client.isConnected())
        #expect(scripted.client.subscribedChannels().isEmpty)
        #expect(scripted.waiting == [])
    }

    /// A message of the new key is not a repetition, even if an equal message with the same timetoken had the old key.
    @Test func aMessageOfTheNewKeyIsNotTakenForOneOfTheOld() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.reply(Path.subscribe, Page.of(600, [Page.message("1", on: "a", at: 600)]))
        changeKeys(scripted)
        scripted.reply(Path.leave("a"), Self.left)
        scripted.reply(Path.time, "[15000000000000000]")
        scripted.reply("/v2/subscribe/sub2/", Page.empty(500))
        scripted.forget()
        scripted.reply("/v2/subscribe/sub2/", Page.of(600, [Page.message("1", on: "a", at: 600)]))
        #expect(scripted.delegate.messages.count == 1)
    }

    /// The client waits ten seconds for the response to the leave.
    @Test func aLeaveWithoutAResponseDoesNotBlockTheNewKey() {
        let scripted = ScriptedClient.subscribed("a")
        changeKeys(scripted)
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.reported == ["didDisconnect", "willConnect", "didConnect"])
        scripted.wait(.seconds(10))
        #expect(scripted.reported == ["willRestore a"])
        #expect(scripted.waiting == ["/v2/subscribe/sub2/a/0?tt=0&uuid=me"])
    }

    /// A call for the old keys is not sent with the new ones; each such call ends once.
    @Test func callsOfTheOldKeyEnd() {
        let scripted = ScriptedClient.subscribed("a") { $0.shouldRunCallsInParallel = true }
        scripted.client.requestServerTimeToken()
        scripted.client.sendMessage("x", to: PNChannel(name: "a"))
        scripted.client.sendMessage("y", to: PNChannel(name: "a"))
        scripted.forget()
        changeKeys(scripted)
        let reported = scripted.reported
        #expect(
            reported.sorted() == [
                "didDisconnect", "didFailMessageSend 108", "didFailMessageSend 108", "timeTokenReceiveDidFail 108",
                "willConnect",
            ],
            "\(reported)"
        )
        scripted.client.sendMessage("z", to: PNChannel(name: "a"))
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.requested.filter { $0.hasPrefix("/publish") } == ["/publish/pub/sub2/0/a/0/%22z%22?uuid=me"])
    }

    /// A change of a key that is not used for subscribing takes effect without an event.
    @Test func anotherPublishKeyIsUsedForLaterMessages() {
        let scripted = ScriptedClient.subscribed("a")
        let channel = PNChannel(name: "b")
        for text in ["1", "2", "3"] { scripted.client.sendMessage(text, to: channel) }
        changeKeys(scripted, to: Self.withKeys(publish: "pub2", subscribe: "sub"))
        scripted.client.sendMessage("4", to: channel)
        scripted.settle()
        var sent: [String] = []
        while let request = scripted.reply("/publish/", #"[1,"Sent","15000000000000001"]"#) {
            sent.append(request.components(separatedBy: "?")[0])
        }
        #expect(
            sent == [
                "/publish/pub/sub/0/b/0/%221%22", "/publish/pub/sub/0/b/0/%222%22", "/publish/pub/sub/0/b/0/%223%22",
                "/publish/pub2/sub/0/b/0/%224%22",
            ]
        )
        #expect(!scripted.reported.contains("didDisconnect"))
        #expect(scripted.waiting == ["/v2/subscribe/sub/a/0?tt=100&tr=1&uuid=me"], "the long poll goes on")
    }

    @Test func aClientThatLostItsConnectionDoesNotGoOnFromWhereTheOldKeyWas() {
        let scripted = ScriptedClient.subscribed("a", at: 900)
        scripted.fail(Path.subscribe, .unreachable)
        changeKeys(scripted)
        scripted.reply(Path.time, "[15000000000000000]")
        scripted.reply("/v2/subscribe/sub2/", Page.empty(500))
        #expect(scripted.requested.last == "/v2/subscribe/sub2/a/0?tt=500&tr=1&uuid=me")
        #expect(!scripted.requested.contains { $0.contains("leave") })
    }

    /// After a change back, the client subscribes with the first key only after it has left.
    @Test func keysThatChangeBackAreJoinedAfterTheyWereLeft() {
        let scripted = ScriptedClient.subscribed("a") { $0.shouldRunCallsInParallel = true }
        changeKeys(scripted)
        changeKeys(scripted, to: Self.withKeys(subscribe: "sub"))
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.waiting == ["\(Path.leave("a"))?uuid=me"])
        scripted.reply(Path.leave("a"), Self.left)
        #expect(scripted.waiting == ["/v2/subscribe/sub/a/0?tt=0&uuid=me"])
    }

    @Test func theNewOriginIsAsked() {
        let scripted = ScriptedClient.connected()
        let changed = Self.updated(scripted.client.configuration(), origin: "other.test", key: nil)
        changed.shouldUseSecureConnection = false
        scripted.client.setConfiguration(changed)
        scripted.wait(.seconds(1))
        #expect(scripted.transport.requests.last?.url.hasPrefix("http://other.test/time/0?") == true)
    }

    @Test func theNewAuthorizationKeyIsSent() {
        let scripted = ScriptedClient.subscribed("a")
        let changed = Self.updated(scripted.client.configuration(), origin: "origin.test", key: "k y")
        scripted.client.setConfiguration(changed)
        scripted.wait(.seconds(1))
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(
            scripted.requested == [
                "/time/0?auth=k%20y&uuid=me", "/v2/subscribe/sub/a/0?tt=0&uuid=me&auth=k%20y",
            ]
        )
    }

    /// "To dynamically change the encryption key during runtime" (README "Encryption Notes").
    @Test func theNewCipherKeyDecryptsTheNextMessage() throws {
        let scripted = ScriptedClient.subscribed("a") { $0.cipherKey = "old" }
        func arrive(encryptedWith key: String, at time: UInt64) throws {
            let text = try Cryptor(cipherKey: key).encrypt(Array(#""secret""#.utf8))
            scripted.reply(Path.subscribe, Page.of(time, [Page.message("\"\(text)\"", on: "a", at: time)]))
        }
        try arrive(encryptedWith: "new", at: 200)
        let changed = scripted.client.configuration()
        changed.cipherKey = "new"
        scripted.client.setConfiguration(changed)
        try arrive(encryptedWith: "new", at: 300)
        #expect(scripted.delegate.messages.map(\.message) as? [String] == ["DECRYPTION_ERROR", "secret"])
    }

    /// An invalid configuration is error 100.
    @Test func aConfigurationWithoutKeysIsError100AndNotTakenOver() {
        let scripted = ScriptedClient.subscribed("a")
        let posted = NotificationNotes(of: scripted.client)
        scripted.client.setConfiguration(.scripted(origin: "other.test", publishKey: "", subscribeKey: nil))
        #expect(scripted.reported == ["error 100"])
        #expect(posted.words == ["Error 100"])
        #expect(scripted.client.configuration().origin == "origin.test")
        #expect(scripted.client.isConnected())
    }

    @Test func aClientThatIsNotConnectedTakesItOverInSilence() {
        let scripted = ScriptedClient()
        scripted.client.setConfiguration(Self.updated(.scripted(), origin: "other.test", key: nil))
        #expect(scripted.reported == [])
        #expect(scripted.client.configuration().origin == "other.test")
    }

    /// "It will return copy […] and any changes in it won't take any effect till it explicitly will be set to the client".
    @Test func theConfigurationIsACopy() {
        let scripted = ScriptedClient()
        scripted.client.configuration().nonSubscriptionRequestTimeout = 1
        #expect(scripted.client.configuration().nonSubscriptionRequestTimeout == 15)
    }

    /// "setupWithConfiguration:andDelegate:".
    @Test func aSetupAlsoChangesTheDelegate() {
        let scripted = ScriptedClient.connected()
        let other = RecordingDelegate()
        let changed = Self.updated(scripted.client.configuration(), origin: "other.test", key: nil)
        changed.callbackQueue = scripted.queue
        scripted.client.setup(with: changed, andDelegate: other)
        #expect(scripted.reported == [])
        #expect(other.words == ["didDisconnect"])
    }

    /// The client uses a configuration that changes during a connect.
    @Test func aChangeWhileConnectingStartsAgain() {
        let scripted = ScriptedClient { $0.shouldRunCallsInParallel = true }
        let origins = Notes<String?>()
        scripted.client.connect(successBlock: { origins.add($0) }, errorBlock: { _ in origins.add("error") })
        let changed = Self.updated(scripted.client.configuration(), origin: "other.test", key: nil)
        changed.callbackQueue = scripted.queue
        scripted.client.setConfiguration(changed)
        scripted.wait(.seconds(1))
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(origins.values == ["other.test"])
    }
}
