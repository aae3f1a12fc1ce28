/// The limits of the service that both sides know.
package enum ServiceLimits {
    /// Longest message, and longest URL of a publish, in bytes.
    package static let maxMessageBytes = 32 * 1024
    /// Longest signal, in bytes of its JSON text.
    package static let maxSignalBytes = 64
    /// Longest name of a channel, group, namespace, object or client, in Unicode scalars; see ``NameLength``.
    package static let maxNameLength = 92
    /// Most messages in one page of history.
    package static let historyPage = 100
    /// Most channels in a channel group.
    package static let channelsPerGroup = 2000
    /// Channels of a device in one response if the request has no `count`.
    package static let pushPage = 500
    /// Most channels of a device in one answer.
    package static let maxPushPage = 1000
    /// Messages kept for a subscriber between two polls; older ones are lost to it.
    package static let messageBuffer = 100
    /// The presence timeouts that are honoured, in seconds.
    package static let heartbeatSeconds = 20...300
    /// How long the service holds a long poll before it sends an empty response, in seconds.
    package static let longPollSeconds = 280
    /// Most clients of a channel in one response of here-now.
    package static let maxHereNowPage = 1000
    /// How far the timestamp of a signed request may be off, in seconds.
    package static let signatureWindowSeconds = 60
    /// How long access rights last if the request gives no period, in minutes.
    package static let defaultAccessMinutes = 1440
    /// Longest time for which access rights are given, but for those that last for ever: a year, in minutes.
    package static let maxAccessMinutes = 525_600
    /// Most messages of each channel in one page of several channels, or with their actions.
    package static let batchHistoryPage = 25
    /// Most message actions in one page.
    package static let actionsPage = 100
    /// Longest type of a message action, in UTF-16 units, as other SDKs count it.
    package static let maxActionType = 15
    /// Most files in one page of a list.
    package static let filesPage = 100
    /// Most objects in one page of App Context.
    package static let objectsPage = 100
    /// Largest record of App Context with its custom values, in bytes.
    package static let maxRecordBytes = 32 * 1024
    /// Largest integer among custom values, either way: what a `Double` holds exactly.
    package static let maxCustomInteger = 9_007_199_254_740_991
    /// Longest name, description, foreign identifier and address of a profile, in characters.
    package static let maxObjectText = 2048
    /// Longest email address, in characters.
    package static let maxEmailLength = 320
    /// Longest status and type, in characters.
    package static let maxObjectTag = 50
}
