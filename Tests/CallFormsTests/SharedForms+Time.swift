import Foundation
import PubNub
import Testing

/// README "Timetoken": the class-level forms.
extension SharedForms {
    @Test func time() {
        _ = Given.shared()
        let calls = EndedCalls(of: PubNub.sharedInstance())
        PubNub.requestServerTimeToken()
        PubNub.requestServerTimeToken(completionBlock: { _, _ in })
        #expect(calls.count == 2)
    }
}
