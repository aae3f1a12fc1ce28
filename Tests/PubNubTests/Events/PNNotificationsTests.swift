import Foundation
import PubNubSupport
import Testing

@testable import PubNub

@Suite("README, Notifications: every notification is posted with its payload")
struct PNNotificationsTests {
    @Test("Name, sender and payload are the documented ones", arguments: EventRow.all)
    func posting(row: EventRow) async {
        let harness = HubHarness()
        let posted = Recorder()
        let client = harness.client
        let token = harness.notifications.addObserver(forName: nil, object: nil, queue: nil) { notification in
            let sender = (notification.object as? PubNub) === client ? "client" : "somebody"
            let payload = Samples.describe(notification.userInfo?[kPNNotificationPayloadKey]) ?? "nothing"
            posted.record("\(notification.name.rawValue) from \(sender) with \(payload)")
        }
        await harness.emit(row.event)
        harness.notifications.removeObserver(token)
        let expected = row.notification.map { name in
            "PNClient\(name)Notification from client with \(row.payload ?? "nothing")"
        }
        #expect(posted.all == [expected].compactMap(\.self))
    }

    @Test("Some event posts each of the 62 names of 3.7.8")
    func everyName() {
        let names = Set(EventRow.all.compactMap(\.notification))
        // Four more than the documented ones: the loss of messages, changes of objects, signals, and message actions.
        #expect(names.count == 66)
    }

    @Test("The values of the constants are their names without the k")
    func constants() {
        #expect(kPNClientDidReceiveMessageNotification == "PNClientDidReceiveMessageNotification")
        #expect(kPNClientErrorNotification == "PNClientErrorNotification")
        #expect(kPNNotificationPayloadKey == "PNNotificationPayload")
    }

    @Test("A notification without payload has no dictionary")
    func noDictionary() async {
        let harness = HubHarness()
        let hasDictionary = Locked<Bool?>(nil)
        let name = Notification.Name(kPNClientPushNotificationRemoveDidCompleteNotification)
        let token = harness.notifications.addObserver(forName: name, object: harness.client, queue: nil) { posted in
            hasDictionary.withLock { $0 = posted.userInfo != nil }
        }
        await harness.emit(.pushRemoval(.success(())))
        harness.notifications.removeObserver(token)
        #expect(hasDictionary.withLock { $0 } == false)
    }
}
