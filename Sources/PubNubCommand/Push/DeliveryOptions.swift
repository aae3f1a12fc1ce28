import ArgumentParser
import Foundation
import PubNub

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
