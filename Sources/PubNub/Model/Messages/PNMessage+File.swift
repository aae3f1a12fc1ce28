import Foundation
import PubNubCore
import PubNubSupport
import PubNubWire

extension PNMessage {
    private enum Key {
        static let format = "format"
        static let message = "message"
        static let jsonText = "text"
        static let channel = "channel"
        static let group = "group"
        static let date = "date"
        static let receiveDate = "receiveDate"
        static let apple = "appleNotification"
        static let google = "googleNotification"
        static let otherPush = "notifications"
        static let isCompressed = "compressed"
        static let isStored = "stored"
    }

    private static let format: JSON = "pubnub-message-1"

    /// Writes the message to a file. ``init(fromFileAtPath:)`` reads it back.
    ///
    /// The file is one JSON object: `format` is `"pubnub-message-1"`, `message` the content in clear text, `text` the string
    /// of a message that is sent as JSON text, `channel` and `group` are names, `date` and `receiveDate` timetokens, and `appleNotification`, `googleNotification`,
    /// `notifications` (by member of the message), `compressed` and `stored` determine how it is sent. Unknown values
    /// are left out. The file never contains keys of the client.
    ///
    /// The file has mode 0600 from its first byte: only its owner may read it. The file at the path is replaced in one
    /// step, after the new content is on the disk. A symbolic link at the path is also replaced; its target stays as it
    /// was.
    ///
    /// - Parameter messageStoreFilePath: The path; an existing file is replaced. Its folder has to exist.
    /// - Returns: `false` if the file could not be written: the former file stays, and the reason is logged as a warning.
    public func writeToFile(atPath messageStoreFilePath: String) -> Bool {
        var object: [String: JSON] = [
            Key.format: Self.format,
            Key.message: payload.value(),
            Key.channel: .string(channel.name),
        ]
        object[Key.jsonText] = jsonText.map { .string($0) }
        object[Key.group] = channelGroup.map { .string($0.name) }
        object[Key.date] = timetoken.map { .string($0.description) }
        object[Key.receiveDate] = (receiveDate as PNDate?).map { .string($0.timetoken.description) }
        if let outgoing {
            var push = outgoing.push
            object[Key.apple] = push.removeValue(forKey: PushKeys.apns)
            object[Key.google] = push.removeValue(forKey: PushKeys.gcm)
            if !push.isEmpty { object[Key.otherPush] = .object(push) }
            object[Key.isCompressed] = .bool(outgoing.isCompressed)
            object[Key.isStored] = .bool(outgoing.isStored)
        }
        do throws(FileError) {
            try PrivateFile.replace(messageStoreFilePath, with: JSON.object(object).bytes[...])
            return true
        } catch {
            PNLogger.warn("A message was not saved. \(error)")
            return false
        }
    }

    /// Reads a message that ``writeToFile(atPath:)`` wrote; `nil` if the file does not exist or has other content.
    ///
    /// - Parameter messageFilePath: The path of the file.
    public convenience init?(fromFileAtPath messageFilePath: String) {
        guard let data = FileManager.default.contents(atPath: messageFilePath),
            let object = try? JSON(parsing: Array(data)),
            object[Key.format] == Self.format,
            let message = object[Key.message],
            let channel = object[Key.channel]?.string
        else { return nil }
        var outgoing: Outgoing?
        if let isStored = object[Key.isStored]?.bool {
            var push = object[Key.otherPush]?.object ?? [:]
            push[PushKeys.apns] = object[Key.apple]
            push[PushKeys.gcm] = object[Key.google]
            outgoing = Outgoing(
                push: push,
                isCompressed: object[Key.isCompressed]?.bool ?? false,
                isStored: isStored
            )
        }
        let text = object[Key.jsonText]?.string
        let payload = text.flatMap { try? RawJSON(validating: Array($0.utf8)) }
        self.init(
            payload: payload ?? RawJSON(message),
            channel: .exactly(named: channel),
            group: object[Key.group]?.string.map { PNChannelGroup(wireName: $0) },
            timetoken: object[Key.date].flatMap { Timetoken($0) },
            arrival: object[Key.receiveDate].flatMap { Timetoken($0) },
            outgoing: outgoing,
            jsonText: payload == nil ? nil : text
        )
    }
}
