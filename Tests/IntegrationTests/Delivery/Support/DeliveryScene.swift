import Foundation
import PubNub
import PubNubOrigin
import PubNubOriginServer
import PubNubTestSupport
import Testing

/// A client of an origin, and all of its deliveries.
final class DeliveryScene {
    let server: OriginServer
    let address: OriginAddress
    /// The configuration of the origin.
    let origin: OriginConfiguration
    let pubnub: PubNub
    let log: DeliveryLog
    /// Closures for calls.
    let closure: DeliveryClosures
    private let delegate: any PNDelegate
    private let posts: DeliveryNotifications
    private var next: OriginServer?

    init(
        _ server: OriginServer,
        _ address: OriginAddress,
        _ origin: OriginConfiguration,
        _ row: DeliveryRow,
        _ methods: DelegateMethods
    ) {
        self.server = server
        self.address = address
        self.origin = origin
        let configuration = IntegrationClient.configuration(address, secretKey: row.secretKey)
        row.adjust(configuration)
        SecretWatch.shared.add(configuration)
        log = DeliveryLog(origin: configuration.origin)
        closure = DeliveryClosures(log: log, who: "closure")
        // A delegate that leaves questions to the configuration and has no work before a suspension.
        var answers = RecordingDelegate.Answers()
        answers.lastWork = { _, done in done() }
        delegate =
            switch methods {
            case .current: RecordingDelegate(answers: answers) { [log] in log.add($0) }
            case .imported: ImportedRecordingDelegate(answers: answers) { [log] in log.add($0) }
            case .deprecated: DeprecatedRecordingDelegate { [log] in log.add($0) }
            }
        pubnub = .patient(configuration, delegate: delegate)
        pubnub.setClientIdentifier("me")
        posts = DeliveryNotifications(of: pubnub, log)
        DeliveryObservers.add(log, to: pubnub.observationCenter)
    }

    func connect() async throws {
        pubnub.connect()
        try await until(kPNClientDidConnectToOriginNotification)
    }

    func subscribe(_ names: String...) async throws {
        pubnub.subscribe(on: PNChannel.channels(withNames: names))
        try await until(kPNClientSubscriptionDidCompleteNotification)
        // Once the long poll waits, faults that are set now affect later requests only.
        #expect(await eventually { server.waitingCount > 0 })
    }

    /// Waits for a notification, and thereby for all earlier deliveries.
    func until(_ notification: String) async throws {
        while try await !log.next().hasPrefix("notification \(notification)") {}
    }

    /// Waits until the callback queue has run its work, and the work that this adds.
    func settle() async {
        let queue = pubnub.configuration().callbackQueue
        for _ in 0..<6 { await withCheckedContinuation { done in queue.async { done.resume() } } }
    }

    /// From now on, an error of the access manager is the response to a family of requests; it may name a channel.
    func refuse(_ family: FaultFamily, naming channel: String? = nil) {
        let payload = channel.map { #","payload":{"channels":["\#($0)"]}"# } ?? ""
        let body = #"{"status":403,"service":"Access Manager","error":true,"message":"Forbidden"\#(payload)}"#
        server.faults = FaultPlan(rules: [FaultRule(.status(403, body: body), family: family)])
    }

    /// Stops the origin, and waits until the client has noticed.
    func lose() async throws {
        await server.stop(abruptly: true)
        for _ in 0..<2 { try await until(kPNClientConnectionDidFailWithErrorNotification) }
        // The question follows; a delegate that only has deprecated methods is not asked.
        guard !(delegate is DeprecatedRecordingDelegate) else { return }
        #expect(await eventually { log.lines.contains { $0.hasPrefix("delegate shouldReconnect") } })
    }

    /// Starts an origin again at the address of the first one.
    func restart() async throws {
        var configuration = origin
        configuration.port = address.port
        next = try await startOrigin(configuration).0
    }

    func end() async {
        await next?.stop(abruptly: true)
        guard let file = origin.storage.path else { return }
        for suffix in ["", "-wal", "-shm", ".lock"] { try? FileManager.default.removeItem(atPath: file + suffix) }
    }
}
