import ArgumentParser
import Foundation
import PubNub

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
