import Foundation
import PubNub
import Testing

/// README "PAM Methods": every instance call form of 3.7.8 for changing and asking access rights
/// compiles, and reaches the client, which refuses it for want of a secret key.
@Suite struct PAMForms {
    private let given = Given()

    @Test func current() {
        let client = given.client
        let calls = EndedCalls(of: client)
        let objects = given.objects
        let object = given.object
        let keys = given.keys
        client.auditAccessRights(for: objects)
        client.auditAccessRights(for: object, clients: keys)
        client.auditAccessRights(for: object, clients: keys, withCompletionHandling: { _, _ in })
        client.auditAccessRights(for: objects, withCompletionHandling: { _, _ in })
        client.auditAccessRightsForApplication()
        client.auditAccessRightsForApplication(completionHandling: { _, _ in })
        client.changeAccessRights(for: objects, to: .allAccessRights, onPeriod: 10)
        client.changeAccessRights(for: objects, to: .allAccessRights, onPeriod: 10, withCompletionHandling: { _, _ in })
        client.changeAccessRights(forClients: keys, object: object, to: .allAccessRights, onPeriod: 10)
        client.changeAccessRights(
            forClients: keys,
            object: object,
            to: .allAccessRights,
            onPeriod: 10,
            withCompletionHandling: { _, _ in }
        )
        client.changeApplicationAccessRights(to: .allAccessRights, onPeriod: 10)
        client.changeApplicationAccessRights(to: .allAccessRights, onPeriod: 10, andCompletionHandling: { _, _ in })
        #expect(calls.count == 12)
    }
}
