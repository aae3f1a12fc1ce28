import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

/// One operation against a real origin, and all of its expected deliveries.
struct DeliveryRow: Sendable, CustomTestStringConvertible {
    typealias Step = @Sendable (DeliveryScene) async throws -> Void

    let name: String
    let events: [DeliveryEvent]
    let origin: @Sendable () -> OriginConfiguration
    let secretKey: String?
    let adjust: @Sendable (PNConfiguration) -> Void
    let isConnected: Bool
    let prepare: Step
    let operate: Step

    /// A row.
    ///
    /// - Parameters:
    ///   - name: The operation.
    ///   - events: All events that it causes, in order.
    ///   - origin: The configuration of the origin; created for each test.
    ///   - secretKey: The client's; nil by default.
    ///   - adjust: Changes the client's configuration.
    ///   - isConnected: Whether the client is connected before; true by default.
    ///   - prepare: Runs before the operation; its deliveries do not count.
    ///   - operate: The operation.
    init(
        _ name: String,
        delivers events: [DeliveryEvent],
        origin: @escaping @autoclosure @Sendable () -> OriginConfiguration = OriginConfiguration(),
        secretKey: String? = nil,
        adjust: @escaping @Sendable (PNConfiguration) -> Void = { _ in },
        isConnected: Bool = true,
        after prepare: @escaping Step = { _ in },
        operate: @escaping Step
    ) {
        self.name = name
        self.events = events
        self.origin = origin
        self.secretKey = secretKey
        self.adjust = adjust
        self.isConnected = isConnected
        self.prepare = prepare
        self.operate = operate
    }

    var testDescription: String { name }

    /// Performs the operation, and compares all deliveries with the expected ones.
    func check(_ methods: DelegateMethods) async throws {
        let configuration = origin()
        try await withOrigin(configuration) { server, address in
            let scene = DeliveryScene(server, address, configuration, self, methods)
            if isConnected { try await scene.connect() }
            try await prepare(scene)
            await scene.settle()
            let before = scene.log.lines.count
            let expected = events.flatMap { $0.lines(for: methods) }
            do {
                try await operate(scene)
                try await scene.log.reach(before + expected.count)
            } catch {
                await scene.end()
                throw error
            }
            await scene.settle()
            #expect(Array(scene.log.lines.dropFirst(before)) == expected)
            await scene.end()
        }
    }
}
