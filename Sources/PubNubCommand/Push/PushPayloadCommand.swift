import ArgumentParser
import Foundation
import PubNub
import PubNubWire

/// `pubnub push-payload`
struct PushPayloadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push-payload",
        abstract: "Print what a message needs so that push services notify devices of it.",
        discussion: """
              pubnub push-payload --title 'Quiz' --body 'Join us' --sound default
              pubnub push-payload --title 'Hi' --for apns2 --topic com.example.chat

            The JSON object is a message, or goes into one beside its other members:

              pubnub push-payload --title 'Hi' --for fcm | pubnub publish chat -
            """
    )

    @OptionGroup var notification: NotificationOptions
    @OptionGroup var delivery: DeliveryOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        CommandLog.start(at: output.log)
        let builder = notification.builder()
        builder.apns.configurations = [delivery.configuration]
        builder.debugging = delivery.debug
        let payload = JSONValue(any: builder.dictionaryRepresentation(for: delivery.types))
        if payload == .object([:]) {
            throw ValidationError("There is nothing to notify of: give --title or --body, or --silent.")
        }
        let printer = Output(isJSON: output.json)
        if delivery.lacksTopic { printer.note("warning: without --topic no app of Apple's is named") }
        printer.result(payload, forPeople: [payload.text])
    }
}

/// What a notification shows.
struct NotificationOptions: ParsableArguments {
    @Option(help: "Title.")
    var title: String?

    @Option(help: "Text.")
    var body: String?

    @Option(help: "Second line below the title, on Apple's devices.")
    var subtitle: String?

    @Option(help: "Number beside the app's icon, on Apple's devices.")
    var badge: Int?

    @Option(help: "Name of the sound.")
    var sound: String?

    @Option(help: "Icon beside the title, on Google's devices.")
    var icon: String?

    @Option(help: "What it has in common with the one that it replaces, on Google's devices.")
    var tag: String?

    @Option(help: ArgumentHelp("What the app is told besides, an object of texts.", valueName: "json"))
    var data: JSONObjectArgument?

    @Flag(help: "Tell the app, not the user.")
    var silent = false

    func builder() -> PNNotificationsPayload {
        let builder = PNNotificationsPayload.payloads(withNotificationTitle: title, body: body)
        (builder.subtitle, builder.sound) = (subtitle, sound)
        builder.badge = badge.map { NSNumber(value: $0) }
        (builder.fcm.icon, builder.fcm.tag) = (icon, tag)
        (builder.apns.isSilent, builder.fcm.isSilent) = (silent, silent)
        for (name, value) in data?.members ?? [:] {
            builder.apns.payload[name] = value.object
            builder.fcm.data[name] = value.object
        }
        return builder
    }
}

/// Through which services a notification goes, and how Apple's is to deliver it.
struct DeliveryOptions: ParsableArguments {
    /// A service as it is named on the command line.
    enum Service: String, ExpressibleByArgument, CaseIterable {
        case apns, apns2, fcm

        fileprivate var type: PNPushType {
            switch self {
            case .apns: .PNAPNSPush
            case .apns2: .PNAPNS2Push
            case .fcm: .PNFCMPush
            }
        }
    }

    /// One of Apple's gateways as it is named on the command line.
    enum Environment: String, ExpressibleByArgument, CaseIterable {
        case development, production
    }

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Service; may be repeated, apns2 and fcm by default.", valueName: "service")
    )
    var services: [Service] = []

    @Option(
        name: .customLong("topic"),
        help: ArgumentHelp("Bundle identifier of the app, for apns2; may be repeated.", valueName: "topic")
    )
    var topics: [String] = []

    @Option(help: "Gateway that knows the devices, for apns2.")
    var environment = Environment.development

    @Option(
        name: .customLong("exclude"),
        help: ArgumentHelp("Token of a device to leave out, for apns2; may be repeated.", valueName: "token")
    )
    var excluded: [String] = []

    @Option(help: ArgumentHelp("What it has in common with the one that it replaces, for apns2.", valueName: "id"))
    var collapseId: String?

    @Option(help: ArgumentHelp("Seconds for which Apple tries to deliver, for apns2.", valueName: "seconds"))
    var expires: Double?

    @Flag(help: "Let the service report on the delivery.")
    var debug = false

    func validate() throws {
        guard excluded.allSatisfy({ Data(hexadecimal: $0) != nil }) else {
            throw ValidationError("--exclude takes hexadecimal digits, two for each byte.")
        }
        if let expires, !(expires > 0 && expires < 1e9) {
            throw ValidationError("--expires takes a number of seconds greater than 0.")
        }
    }

    var types: PNPushType {
        services.isEmpty ? [.PNAPNS2Push, .PNFCMPush] : services.reduce(into: []) { $0.insert($1.type) }
    }

    /// Whether nobody says which of Apple's apps is meant.
    var lacksTopic: Bool { types.contains(.PNAPNS2Push) && topics.isEmpty }

    var configuration: PNAPNSNotificationConfiguration {
        let targets = (topics.isEmpty ? [""] : topics).map { topic in
            PNAPNSNotificationTarget(
                forTopic: topic,
                in: environment == .production ? .production : .development,
                withExcludedDevices: excluded.compactMap(Data.init(hexadecimal:))
            )
        }
        return PNAPNSNotificationConfiguration(
            collapseID: collapseId,
            expirationDate: expires.map { Date(timeIntervalSinceNow: $0) },
            targets: targets
        )
    }
}
