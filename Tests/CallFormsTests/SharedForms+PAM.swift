import Foundation
import PubNub
import Testing

/// README "PAM Methods": the class-level forms for changing and asking access rights.
extension SharedForms {
    @Test func accessRights() {
        let given = Given.shared()
        let calls = EndedCalls(of: PubNub.sharedInstance())
        let objects = given.objects
        let object = given.object
        let keys = given.keys
        PubNub.auditAccessRights(for: objects)
        PubNub.auditAccessRights(for: object, clients: keys)
        PubNub.auditAccessRights(for: object, clients: keys, withCompletionHandling: { _, _ in })
        PubNub.auditAccessRights(for: objects, withCompletionHandling: { _, _ in })
        PubNub.auditAccessRightsForApplication()
        PubNub.auditAccessRightsForApplication(completionHandling: { _, _ in })
        PubNub.changeAccessRights(for: objects, to: .allAccessRights, onPeriod: 10)
        PubNub.changeAccessRights(for: objects, to: .allAccessRights, onPeriod: 10, withCompletionHandling: { _, _ in })
        PubNub.changeAccessRights(forClients: keys, object: object, to: .allAccessRights, onPeriod: 10)
        PubNub.changeAccessRights(
            forClients: keys,
            object: object,
            to: .allAccessRights,
            onPeriod: 10,
            withCompletionHandling: { _, _ in }
        )
        PubNub.changeApplicationAccessRights(to: .allAccessRights, onPeriod: 10)
        PubNub.changeApplicationAccessRights(to: .allAccessRights, onPeriod: 10, andCompletionHandling: { _, _ in })
        #expect(calls.count == 12)
    }
}
