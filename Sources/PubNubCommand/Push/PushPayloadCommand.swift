import ArgumentParser
import Foundation
import PubNub
import PubNubWire

/// `pubnub push-payload`
struct PushPayloadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push-payload",
        abstract: "Print the payload that makes push services notify devices of a message.",
        discussion: """
              pubnub push-payload --title 'Quiz' --body 'Join us' --sound default
              pubnub push-payload --title 'Hi' --for apns2 --topic com.example.chat

            Publish the JSON object as a message, or add its members to a message:

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
        let payload = JSON(any: builder.dictionaryRepresentation(for: delivery.types))
        if payload == .object([:]) {
            throw ValidationError("The notification has no content. Add --title, --body or --silent.")
        }
        let printer = Output(isJSON: output.json)
        if delivery.lacksTopic {
            printer.note("warning: the payload for apns2 names no app; add --topic with the bundle identifier")
        }
        printer.result(payload, forPeople: [payload.text])
    }
}

/// The content of a notification.
struct NotificationOptions: ParsableArguments {
    @Option(help: "Title of the notification.")
    var title: String?

    @Option(help: "Body of the notification.")
    var body: String?

    @Option(help: "Subtitle, on Apple devices.")
    var subtitle: String?

    @Option(help: "Number on the icon of the app, on Apple devices; 0 removes it.")
    var badge: Int?

    @Option(help: "Name of the sound, such as default.")
    var sound: String?

    @Option(help: "Name of the icon, on Android devices.")
    var icon: String?

    @Option(help: "Tag: a notification replaces an earlier one with the same tag, on Android devices.")
    var tag: String?

    @Option(help: ArgumentHelp("Further data for the app, a JSON object whose values are strings.", valueName: "json"))
    var data: JSONObjectArgument?

    @Flag(help: "Wake the app without showing the notification.")
    var silent = false

    func builder() -> PNNotificationsPayload {
        let builder = PNNotificationsPayload.payloads(withNotificationTitle: title, body: body)
        builder.subtitle = subtitle
        builder.sound = sound
        builder.badge = badge.map { NSNumber(value: $0) }
        builder.fcm.icon = icon
        builder.fcm.tag = tag
        builder.apns.isSilent = silent
        builder.fcm.isSilent = silent
        for (name, value) in data?.members ?? [:] {
            builder.apns.payload[name] = value.native
            builder.fcm.data[name] = value.native
        }
        return builder
    }
}

/// The push services of a notification, and the delivery options of Apple's.
struct DeliveryOptions: ParsableArguments {
    /// A push service, by its name on the command line.
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

    /// A gateway of Apple, by its name on the command line.
    enum Environment: String, ExpressibleByArgument, CaseIterable {
        case development, production
    }

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Push service; may be repeated. Default: apns2 and fcm.", valueName: "service")
    )
    var services: [Service] = []

    @Option(
        name: .customLong("topic"),
        help: ArgumentHelp("Bundle identifier of the app, for apns2; may be repeated.", valueName: "topic")
    )
    var topics: [String] = []

    @Option(help: "Gateway that issued the device tokens, for apns2.")
    var environment = Environment.development

    @Option(
        name: .customLong("exclude"),
        help: ArgumentHelp("Token of a device to exclude, for apns2; may be repeated.", valueName: "token")
    )
    var excluded: [String] = []

    @Option(
        help: ArgumentHelp(
            "Collapse identifier, for apns2: a notification replaces an earlier one with the same identifier.",
            valueName: "id"
        )
    )
    var collapseId: String?

    @Option(
        help: ArgumentHelp(
            "How long Apple tries to deliver, such as 10m, for apns2; a number without a unit counts seconds.",
            valueName: "duration"
        )
    )
    private var expires: DurationArgument?

    /// How long Apple tries to deliver, in seconds; `nil` for Apple's default.
    private var secondsToDeliver: Double? { expires?.seconds(defaultUnit: .seconds) }

    @Flag(help: "Request reports of the service about the delivery.")
    var debug = false

    func validate() throws {
        guard excluded.allSatisfy({ Data(hexadecimal: $0) != nil }) else {
            throw ValidationError("--exclude takes hexadecimal digits, two for each byte.")
        }
        if let secondsToDeliver, !(secondsToDeliver > 0 && secondsToDeliver < 1e9) {
            throw ValidationError("--expires takes a duration greater than 0, such as 10m.")
        }
    }

    var types: PNPushType {
        services.isEmpty ? [.PNAPNS2Push, .PNFCMPush] : services.reduce(into: []) { $0.insert($1.type) }
    }

    /// Whether a payload for Apple lacks the bundle identifier of the app.
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
            expirationDate: secondsToDeliver.map { Date(timeIntervalSinceNow: $0) },
            targets: targets
        )
    }
}
