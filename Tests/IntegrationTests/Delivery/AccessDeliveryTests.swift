import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: Event handling, results about access rights reach every receiver")
struct AccessDeliveryTests {
    @Test(arguments: rows, DelegateMethods.allCases)
    func delivers(row: DeliveryRow, methods: DelegateMethods) async throws {
        try await row.check(methods)
    }

    private static let hall = PNChannel.channel(withName: "hall")

    private static func row(
        _ name: String,
        secretKey: String,
        delivers event: DeliveryEvent,
        operate: @escaping DeliveryRow.Step
    )
        -> DeliveryRow
    {
        DeliveryRow(
            name,
            delivers: [event],
            origin: OriginConfiguration(publishKey: "demo", secretKey: "sec-right", accessManager: true),
            secretKey: secretKey,
            operate: operate
        )
    }

    private static func event(
        _ method: String,
        _ text: String,
        _ observer: String,
        _ observed: String,
        posts: String
    )
        -> DeliveryEvent
    {
        DeliveryEvent(method, text, observers: .init(observer, observed), posts: posts)
    }

    private static let grant: DeliveryRow.Step = { scene in
        scene.pubnub.changeAccessRights(
            for: [hall],
            to: .readAccessRight,
            onPeriod: 1,
            withCompletionHandling: scene.closure.rights
        )
    }
    private static let audit: DeliveryRow.Step = { scene in
        scene.pubnub.auditAccessRights(for: [hall], withCompletionHandling: scene.closure.rights)
    }

    static let rows = [
        row(
            "grant",
            secretKey: "sec-right",
            delivers: event(
                "pubnubClient(_:didChangeAccessRights:)",
                "rights 1 on hall",
                "addAccessRightsChangeObserver",
                "rights 1 on hall, nil",
                posts: kPNClientAccessRightsChangeDidCompleteNotification
            ),
            operate: grant
        ),
        row(
            "grant, wrong secret key",
            secretKey: "sec-wrong",
            delivers: event(
                "pubnubClient(_:accessRightsChangeDidFailWithError:)",
                "138 about rights 1 on [hall]",
                "addAccessRightsChangeObserver",
                "nil, 138 about rights 1 on [hall]",
                posts: kPNClientAccessRightsChangeDidFailNotification
            ),
            operate: grant
        ),
        row(
            "audit",
            secretKey: "sec-right",
            delivers: event(
                "pubnubClient(_:didAuditAccessRights:)",
                "rights 8 on hall",
                "addAccessRightsAuditObserver",
                "rights 8 on hall, nil",
                posts: kPNClientAccessRightsAuditDidCompleteNotification
            ),
            operate: audit
        ),
        row(
            "audit, wrong secret key",
            secretKey: "sec-wrong",
            delivers: event(
                "pubnubClient(_:accessRightsAuditDidFailWithError:)",
                "138 about rights 0 on [hall]",
                "addAccessRightsAuditObserver",
                "nil, 138 about rights 0 on [hall]",
                posts: kPNClientAccessRightsAuditDidFailNotification
            ),
            operate: audit
        ),
    ]
}
