import Dispatch
import Foundation
import PubNub
import PubNubOrigin
import Testing

/// Every block of Swift in the articles of the documentation catalogues (README "More") stands here or in the files beside
/// this one, and so compiles.
@Suite struct DocumentationForms {
    private static let project = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static func text(of url: URL) throws -> String {
        try String(contentsOf: url, encoding: .utf8)
    }

    /// The lines of code, without indentation, blank lines and imports.
    private static func code(_ text: some StringProtocol) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.hasPrefix("import ") }
    }

    private static func blocks(of text: String) -> [[String]] {
        text.split(separator: "```swift\n").dropFirst().map { code($0.prefix { $0 != "`" }) }
    }

    @Test(arguments: ["PubNub", "PubNubChat", "PubNubOrigin"])
    func everyBlockCompiles(module: String) throws {
        let folder = Self.project.appending(path: "Sources/\(module)/\(module).docc")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".md") }
        let forms = try ["", "+Chat"].flatMap { part in
            Self.code(try Self.text(of: URL(filePath: #filePath.replacing(".swift", with: part + ".swift"))))
        }
        let compiled = "\n" + forms.joined(separator: "\n") + "\n"
        var count = 0
        for name in names {
            for block in Self.blocks(of: try Self.text(of: folder.appending(path: name))) {
                count += 1
                #expect(compiled.contains("\n" + block.joined(separator: "\n") + "\n"), "\(name): \(block)")
            }
        }
        #expect(count >= 5)
    }
}

private enum AppContext {
    static func set(_ client: PubNub) {
        let request = PNSetUUIDMetadataRequest(uuid: nil)
        request.name = "Ada"
        request.custom = ["table": 7]
        client.setUUIDMetadataWith(request) { status in
            if status.isError { return print("not set: \(status.errorData.information)") }
            print("set: \(status.data.metadata?.eTag ?? "")")
        }
    }

    static func members(_ client: PubNub) {
        client.objects().channelMembers("orders")
            .includeFields([.memberCustomField, .memberUUIDField])
            .limit(40)
            .performWithCompletion { result, status in
                if let status { return print("\(status.stringifiedCategory): \(status.errorData.information)") }
                for member in result?.data.members ?? [] { print(member.metadata?.name ?? member.uuid) }
            }
    }
}

private enum SignalsAndReactions {
    static func signal(_ client: PubNub) {
        client.signal("typing", channel: "kitchen") { status in
            if status.isError { print("not sent: \(status.errorData.information)") }
        }
    }

    final class App: PNDelegate {
        func pubnubClient(_ client: PubNub, didReceive message: PNMessage) {
            guard let timetoken = message.date?.timeToken else { return }
            let request = PNAddMessageActionRequest(channel: message.channel.name, messageTimetoken: timetoken)
            (request.type, request.value) = ("reaction", "smile")
            client.addMessageAction(with: request) { status in
                print("added at \(status.data.action?.actionTimetoken ?? 0)")
            }
        }
    }

    static func read(_ client: PubNub) {
        let request = PNHistoryFetchRequest(channels: ["kitchen"])
        request.includeMessageActions = true
        client.fetchHistory(with: request) { result, status in
            for message in result?.data.channels["kitchen"] ?? [] {
                print("\(message.uuid ?? "somebody"): \(message.message) \(message.actions.map(\.value))")
            }
        }
    }
}

private enum GettingStarted {
    final class App: PNDelegate {
        func pubnubClient(_ client: PubNub, didReceive message: PNMessage) {
            print("received on \(message.channel.name): \(message.message)")
        }

        func pubnubClient(_ client: PubNub, connectionDidFailWithError error: PNError) {
            print("not connected: \(error.localizedDescription)")
        }
    }

    static func connect() {
        let configuration = PNConfiguration(
            forOrigin: "pubsub.pubnub.com",
            publishKey: "demo",
            subscribeKey: "demo",
            secretKey: nil
        )
        let app = App()
        let client = PubNub.client(with: configuration, andDelegate: app)
        client.setClientIdentifier("kitchen-display")
        client.connect()

        let channel = PNChannel.channel(withName: "orders", shouldObservePresence: true)
        client.subscribe(on: [channel]) { _, _, error in
            if let error { return print("not subscribed: \(error.localizedDescription)") }
            client.sendMessage(["table": 7, "dish": "soup"], to: channel)
        }

        client.requestHistory(for: channel, from: nil, limit: 10) { messages, _, _, _, error in
            for message in messages ?? [] { print("earlier: \(message.message)") }
        }

        client.unsubscribe(from: [channel]) { _, _ in client.disconnect() }

        dispatchMain()
    }
}

private enum Events {
    final class Reporter: PNDelegate {
        func pubnubClient(_ client: PubNub, didSubscribeOn channelObjects: [any PNChannelProtocol]) {
            print("subscribed to \(channelObjects.map(\.name))")
        }

        func pubnubClient(_ client: PubNub, didFailMessageSend message: PNMessage, withError error: PNError) {
            print("not sent: \(message.message), error \(error.code)")
        }
    }

    final class Careful: PNDelegate {
        func shouldResubscribeOnConnectionRestore() -> NSNumber? { true }
        func shouldRestoreSubscriptionFromLastTimeToken() -> NSNumber? { false }
    }

    final class Sleeper: PNDelegate {
        func pubnubClient(
            _ client: PubNub,
            willSuspendWith preSuspensionBlock: @escaping (@escaping (@escaping () -> Void) -> Void) -> Void
        ) {
            preSuspensionBlock { done in
                client.sendMessage("back soon", to: PNChannel.channel(withName: "lobby")) { state, _ in
                    if state != .sending { done() }
                }
            }
        }
    }

    static func pause(_ client: PubNub) {
        client.suspend()
        client.resume()
    }

    final class App {
        func watch(_ client: PubNub, _ channel: PNChannel) {
            client.sendMessage("hello", to: channel) { state, outcome in
                switch state {
                case .sent: print("sent")
                case .sendingError: print("not sent: \((outcome as? PNError)?.localizedDescription ?? "")")
                default: break
                }
            }

            client.observationCenter.addMessageReceiveObserver(self) { message in
                print("received: \(message?.message ?? "nothing")")
            }
            client.observationCenter.addClientConnectionStateObserver(self) { origin, isConnected, error in
                let reason = error?.localizedDescription ?? "on request"
                print(isConnected ? "connected to \(origin ?? "")" : "disconnected: \(reason)")
            }

            let name = Notification.Name(kPNClientDidReceivePresenceEventNotification)
            _ = NotificationCenter.default.addObserver(forName: name, object: client, queue: nil) { notification in
                let event = notification.userInfo?[kPNNotificationPayloadKey] as? PNPresenceEvent
                print("presence: \(event?.description ?? "")")
            }
        }
    }
}

private final class Presence: PNDelegate {
    func pubnubClient(_ client: PubNub, didReceive event: PNPresenceEvent) {
        switch event.type {
        case .join: print("\(event.client.identifier) joined \(event.channel.name)")
        case .leave: print("\(event.client.identifier) left")
        case .timeout: print("\(event.client.identifier) has not been heard of for too long")
        case .stateChanged: print("\(event.client.identifier) is now \(event.client.state(for: event.channel))")
        default: print("\(event.occupancy) are on \(event.channel.name)")
        }
    }

    func observe(_ client: PubNub, _ configuration: PNConfiguration) {
        let lobby = PNChannel.channel(withName: "lobby", shouldObservePresence: true)
        client.subscribe(on: [lobby])
        client.enablePresenceObservation(for: [PNChannel.channel(withName: "backstage")])

        configuration.presenceHeartbeatTimeout = 60
        client.setConfiguration(configuration)

        client.requestParticipantsList(for: [lobby], clientState: true) { hereNow, _, error in
            for participant in hereNow?.participants(for: lobby) ?? [] {
                print("\(participant.identifier): \(participant.state(for: lobby))")
            }
        }
        client.requestParticipantChannelsList("Ann") { identifier, channels, error in
            print("\(identifier ?? "") is on \(channels?.map(\.name) ?? [])")
        }

        client.subscribe(on: [lobby], withClientState: ["lobby": ["mood": "curious", "age": 7]])
        client.updateClientState(client.clientIdentifier(), state: ["mood": "happy"], forObject: lobby) { me, error in
            print(error?.localizedDescription ?? "state is now \(me?.state(for: lobby) ?? [:])")
        }
    }
}

private enum AccessManager {
    static func give(_ server: PubNub, _ client: PubNub, _ configuration: PNConfiguration) {
        let news = PNChannel.channel(withName: "news")
        server.changeAccessRights(for: [news], to: .readAccessRight, onPeriod: 60) { rights, error in
            print(error?.localizedDescription ?? "everybody may read the news for an hour")
        }
        server.changeAccessRights(forClients: ["editor-key"], object: news, to: .allAccessRights, onPeriod: 0) {
            print($1?.localizedDescription ?? "whoever has the key of the editors may publish them, too")
        }

        configuration.authorizationKey = "editor-key"
        client.setConfiguration(configuration)

        server.auditAccessRights(for: [news]) { rights, error in
            let everybody = rights?.accessRightsInformation(for: news)
            print("everybody may read: \(everybody?.hasReadRight() ?? false)")
            for key in rights?.accessRightsForClients(on: news) ?? [] {
                print("a key may write: \(key.hasWriteRight())")
            }
        }
    }
}

private enum Encryption {
    static func encrypt(_ client: PubNub) {
        let configuration = PNConfiguration(
            forOrigin: "pubsub.pubnub.com",
            publishKey: "demo",
            subscribeKey: "demo",
            secretKey: nil,
            cipherKey: "a long and secret text"
        )

        let changed = client.configuration()
        changed.cipherKey = "another text"
        client.setConfiguration(changed)

        var error: PNError?
        let text = client.aesEncrypt(["pin": 1234], error: &error)
        let object = text.flatMap { client.aesDecrypt($0, error: &error) }
        print(object ?? error?.localizedDescription ?? "")

        let helper = PNCryptoHelper(configuration: configuration)
        if let secret = helper.encryptedString(from: "meet me at noon") {
            print(helper.decryptedString(from: secret) ?? "unreadable")
        }
    }
}

private enum PortingGuide {
    final class OldController: PNDelegate {
        func pubnubClient(_ client: PubNub!, didReceive message: PNMessage!) {
            print("\(message.message)")
        }

        func pubnubClient(_ client: PubNub!, didSubscribeOn channelObjects: [Any]!) {
            print("subscribed to \(channelObjects.count) objects")
        }
    }

    static func ownQueue(_ configuration: PNConfiguration, _ delegate: any PNDelegate) -> PubNub {
        configuration.callbackQueue = DispatchQueue(label: "pubnub.callbacks")
        let client = PubNub.client(with: configuration, andDelegate: delegate)
        return client
    }
}

private enum Origin {
    static func besideTheApp() -> PNConfiguration {
        let configuration = PNConfiguration(
            forOrigin: "127.0.0.1:8080",
            publishKey: "demo",
            subscribeKey: "demo",
            secretKey: nil
        )
        configuration.shouldUseSecureConnection = false
        return configuration
    }

    static func insideTheTest() async throws {
        let server = OriginServer()
        let address = try await server.start()
        let configuration = PNConfiguration(
            forOrigin: "\(address.host):\(address.port)",
            publishKey: "demo",
            subscribeKey: "demo",
            secretKey: nil
        )
        configuration.shouldUseSecureConnection = false
        configuration.callbackQueue = DispatchQueue(label: "test")
        let client = PubNub.client(with: configuration)
        client.connect()
    }

    static func short() async throws {
        let server = OriginServer()
        let address = try await server.start()
        print("listening at \(address.url)")
        await server.stop()
    }

    static func durable() -> OriginServer {
        var configuration = OriginConfiguration(port: 8080)
        configuration.dataFile = "messages.sqlite"
        let server = OriginServer(configuration: configuration)
        return server
    }

    static func limited() -> OriginServer {
        var limits = OriginLimits()
        limits.messageBytes = 100
        limits.emptyAnswerAfter = .seconds(1)
        let server = OriginServer(configuration: OriginConfiguration(limits: limits))
        return server
    }

    static func appContext() -> OriginServer {
        var configuration = OriginConfiguration()
        configuration.appContext.hasReferentialIntegrity = true
        configuration.appContext.sendsUserEvents = false
        return OriginServer(configuration: configuration)
    }

    static func faulty() {
        let plan = FaultPlan(rules: [
            FaultRule(.status(500), family: .publish, channel: "orders", occurrence: .first(2)),
            FaultRule(.delay(.seconds(2)), family: .history),
            FaultRule(.drop, family: .subscribe, occurrence: .nth(3)),
        ])
        let server = OriginServer(configuration: OriginConfiguration(faults: plan))

        server.faults = FaultPlan(rules: [FaultRule(.dropAnswer, family: .publish, occurrence: .nth(1))])
        server.faults = FaultPlan(refusedConnections: 3)
        server.faults = FaultPlan()
    }
}
