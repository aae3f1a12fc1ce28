import PubNub
import Testing

@Suite("Option sets of 3.7.8: raw values, zero members, and use in a switch")
struct OptionSetTests {
    @Test("Raw values")
    func rawValues() {
        #expect(
            [PNSubscriptionProcessState.notSubscribedState, .subscribedState, .willRestoreState, .restoredState].map(
                \.rawValue
            ) == [0, 1, 2, 3]
        )
        #expect([PNMessageState.sending, .sent, .sendingError].map(\.rawValue) == [0, 1, 2])
        #expect(
            [PNPresenceEventType.changed, .stateChanged, .join, .leave, .timeout].map(\.rawValue) == [0, 1, 2, 3, 4]
        )
        #expect([PNOperationResultEvent.unknown, .leave].map(\.rawValue) == [0, 3])
        #expect(
            [
                PNAccessRightsLevel.applicationAccessRightsLevel, .channelGroupAccessRightsLevel,
                .channelAccessRightsLevel, .userAccessRightsLevel,
            ].map(\.rawValue) == [0, 1, 2, 3]
        )
        #expect(
            [
                PNAccessRights.unknownAccessRights, .readAccessRight, .writeAccessRight, .allAccessRights,
                .managementRight, .noAccessRights,
            ].map(\.rawValue) == [0, 1, 2, 3, 4, 8]
        )
    }

    @Test("The README switches over states")
    func switching() {
        func text(_ state: PNMessageState) -> String {
            switch state {
            case .sending: "sending"
            case .sent: "sent"
            case .sendingError: "error"
            default: "?"
            }
        }
        #expect([PNMessageState.sending, .sent, .sendingError].map(text) == ["sending", "sent", "error"])
        #expect(PNAccessRights.allAccessRights == [.readAccessRight, .writeAccessRight])
    }
}
