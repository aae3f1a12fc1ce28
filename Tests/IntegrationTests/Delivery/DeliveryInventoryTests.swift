import Testing

@Suite("README: Event handling, an operation causes every delegate method, notification and kind of observer")
struct DeliveryInventoryTests {
    private let events = [
        ConnectionDeliveryTests.rows, SubscriptionDeliveryTests.rows, PresenceDeliveryTests.rows,
        StateDeliveryTests.rows, RegistryDeliveryTests.rows,
        MessagingDeliveryTests.rows, HistoryDeliveryTests.rows, PushDeliveryTests.rows, AccessDeliveryTests.rows,
        SuspensionDeliveryTests.rows, ObjectDeliveryTests.rows,
        SignalDeliveryTests.rows, MessageActionDeliveryTests.rows,
    ].flatMap { $0.flatMap(\.events) }

    @Test("Delegate methods, each overload, including deprecated ones")
    func methods() throws {
        // The arguments distinguish overloads.
        let delivered = Set(events.flatMap { [$0.delegate] + $0.deprecated }.map { [$0.name, Self.kind($0.text)] })
        let counts = delivered.reduce(into: [:]) { $0[$1[0], default: 0] += 1 }
        let inventory = try SourceInventory().methods
        #expect(inventory.values.reduce(0, +) >= 77)
        let missing = inventory.filter {
            $0.value > counts[$0.key, default: 0] && NeverDelivered.reasons[$0.key] == nil
        }
        #expect(missing.keys.sorted() == [])
        #expect(NeverDelivered.reasons.keys.filter { counts[$0] != nil || inventory[$0] == nil } == [])
    }

    @Test("Notification names")
    func notifications() throws {
        let delivered = Set(events.compactMap(\.notification?.name))
        let inventory = try SourceInventory().notifications
        #expect(inventory.count >= 62)
        #expect(inventory.subtracting(delivered).sorted() == [])
    }

    @Test("Kinds of observers")
    func observers() throws {
        let delivered = Set(events.flatMap(\.observers).map(\.name))
        let inventory = try SourceInventory().observers
        #expect(inventory.count >= 29)
        #expect(inventory.subtracting(delivered).sorted() == [])
    }

    /// The part of the arguments that distinguishes overloads: a message or an event, a list or one channel.
    private static func kind(_ text: String) -> String {
        if text.hasPrefix("message") { return "message" }
        let isList = text.split(separator: ", ").dropFirst(text.hasPrefix("[client") ? 1 : 0).first?.hasPrefix("[")
        return isList == true ? "list" : "one"
    }
}
