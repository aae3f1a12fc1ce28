extension SwiftPorter {
    /// The expression with the payload of a notification here.
    private static let payload = "userInfo?[kPNNotificationPayloadKey]"

    /// The payload of a notification, which 3.7.8 posted instead of a dictionary.
    mutating func readNotification(_ position: Int) {
        readPayload(position)
        readPayloadByKey(position)
    }

    /// The rows about notifications are about this name.
    private var notificationName: OldName? { names.byBase["kPNClientDidReceiveMessageNotification"]?.first }

    /// `note.userInfo as PNMessage`
    private mutating func readPayload(_ position: Int) {
        guard source.has("userInfo", at: position), source.has(".", at: position - 1),
            let type = castType(position + 1)
        else { return }
        add(
            at: position,
            "userInfo as \(type)",
            current: Self.payload,
            name: notificationName,
            edits: [replace(position, with: Self.payload)]
        )
    }

    /// `note.valueForKey("userInfo")`, `note.value(forKey: "userInfo")`, and the same of `(note as AnyObject)`.
    private mutating func readPayloadByKey(_ position: Int) {
        guard let end = endOfUserInfoKey(position), source.has(".", at: position - 1) else { return }
        let isAnyObject = source.matches(["as", "AnyObject", ")"], at: position - 4)
        var edits: [SourceEdit] = []
        if isAnyObject {
            guard source.has("(", at: position - 6), let variable = source.word(at: position - 5) else { return }
            edits.append(replace(position - 6, through: end, with: "\(variable).\(Self.payload)"))
        } else {
            guard source.word(at: source.withoutMarks(position - 2)) != nil else { return }
            edits.append(replace(position, through: end, with: Self.payload))
        }
        // In a file without another use of the library, the object hardly is one of its notifications.
        let isSure = isAnyObject || castType(end + 1) != nil
        guard isSure || !uses.isEmpty else { return }
        add(
            at: position,
            source.has("value", at: position) ? "value(forKey: \"userInfo\")" : "valueForKey(\"userInfo\")",
            current: Self.payload,
            name: notificationName,
            note: isSure ? nil : "Change it if the object is a notification of the library.",
            isSure: isSure,
            edits: edits
        )
    }

    /// The parenthesis that ends `valueForKey("userInfo")` or `value(forKey: "userInfo")`; `nil` for anything else.
    private func endOfUserInfoKey(_ position: Int) -> Int? {
        let key: Int
        if source.matches(["valueForKey", "("], at: position) {
            key = position + 2
        } else if source.matches(["value", "(", "forKey", ":"], at: position) {
            key = position + 4
        } else {
            return nil
        }
        guard source.has(")", at: key + 1), source.tokens[key].text == "\"userInfo\"" else { return nil }
        return key + 1
    }

    /// The type of the library to which `as`, `as!` or `as?` at a position casts; `nil` for anything else.
    private func castType(_ position: Int) -> String? {
        guard source.has("as", at: position) else { return nil }
        let hasMark = source.has("!", at: position + 1) || source.has("?", at: position + 1)
        let type = source.word(at: hasMark ? position + 2 : position + 1)
        return type.flatMap { names.types.contains($0) ? $0 : nil }
    }
}
