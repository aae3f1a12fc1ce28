import Testing

@Suite("README: Event handling, every name that an application can be told by is told by an operation")
struct ToldInventoryTests {
    private let events = [
        ConnectionTold.rows, SubscriptionTold.rows, PresenceTold.rows, StateTold.rows, RegistryTold.rows,
        MessagingTold.rows, HistoryTold.rows, PushTold.rows, AccessTold.rows, SuspensionTold.rows, ObjectTold.rows,
        SignalTold.rows, MessageActionTold.rows,
    ].flatMap { $0.flatMap(\.events) }

    @Test("Delegate methods, each overload, the deprecated ones too")
    func methods() throws {
        // One overload from another is told by what it is told.
        let told = Set(events.flatMap { [$0.delegate] + $0.superseded }.map { [$0.name, Self.kind($0.said)] })
        let counts = told.reduce(into: [:]) { $0[$1[0], default: 0] += 1 }
        let inventory = try SourceInventory().methods
        #expect(inventory.values.reduce(0, +) >= 77)
        let missing = inventory.filter { $0.value > counts[$0.key, default: 0] && NeverTold.reasons[$0.key] == nil }
        #expect(missing.keys.sorted() == [])
        #expect(NeverTold.reasons.keys.filter { counts[$0] != nil || inventory[$0] == nil } == [])
    }

    @Test("Notification names")
    func notifications() throws {
        let told = Set(events.compactMap(\.notification?.name))
        let inventory = try SourceInventory().notifications
        #expect(inventory.count >= 62)
        #expect(inventory.subtracting(told).sorted() == [])
    }

    @Test("Kinds of observers")
    func observers() throws {
        let told = Set(events.flatMap(\.observers).map(\.name))
        let inventory = try SourceInventory().observers
        #expect(inventory.count >= 29)
        #expect(inventory.subtracting(told).sorted() == [])
    }

    /// What tells overloads apart: whether a message or an event came, and whether it is about a list or one channel.
    private static func kind(_ said: String) -> String {
        if said.hasPrefix("message") { return "message" }
        let isList = said.split(separator: ", ").dropFirst(said.hasPrefix("[client") ? 1 : 0).first?.hasPrefix("[")
        return isList == true ? "list" : "one"
    }
}
