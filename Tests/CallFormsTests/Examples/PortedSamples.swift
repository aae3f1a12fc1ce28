import Foundation
import PubNub

/// The samples of the guide to 3.7.8 as a port writes them: statement by statement, with the labels of the old selectors, and
/// changed only where the language leaves no choice. `PortedSampleRuns` runs those that use ``pubNub``; the other files in this
/// folder run parts of the rest.
///
/// Where Swift leaves no choice: a `switch` over an option set needs a `default`; a variable that its own closure reads is
/// declared before it; a number that was an `NSUInteger` is a `UInt`; an element of a list that may be empty is unwrapped.
final class PortedSamples: NSObject, PNDelegate {
    let pubNub = PubNub.client(with: PNConfiguration.default())

    // MARK: Setting up

    func dates() {
        let startDate = PNDate(date: Date())
        let tokenDate = PNDate(token: NSNumber(value: 1_234_567))
        pubNub.requestHistory(for: PNChannel.channel(withName: "a"), from: startDate, to: tokenDate)
    }

    func delegateAfterwards() {
        let pubNub = PubNub.client(with: PNConfiguration.default())
        pubNub.setDelegate(self)
    }

    func firstSteps() {
        let configuration = PNConfiguration(
            forOrigin: "pubsub.pubnub.com",
            publishKey: "demo",
            subscribeKey: "demo",
            secretKey: "mySecret"
        )
        let pubNub = PubNub.client(with: configuration, andDelegate: self)
        pubNub.connect()

        let channel = PNChannel.channel(withName: "samples", shouldObservePresence: true)
        pubNub.subscribe(on: [channel])
        pubNub.sendMessage("hello from PubNub iOS!", to: channel)
    }

    func pubnubClient(_ client: PubNub!, didReceive message: PNMessage!) {
        NSLog("%@", String(format: "received: %@", "\(message.message)"))
    }

    func configuring() {
        pubNub.setConfiguration(PNConfiguration.default())
        pubNub.setClientIdentifier("moonlight", shouldCatchup: true)

        let myConfiguration = pubNub.configuration()
        myConfiguration.cipherKey = "myCipherKey"
        pubNub.setConfiguration(myConfiguration)
    }

    func connectionState() {
        pubNub.observationCenter.addClientConnectionStateObserver(self) { origin, connected, connectionError in
            if connectionError != nil {
                print("error")
            } else if !connected {
                print("disconnected")
            } else {
                print("ready to go")
            }
        }
        if pubNub.isConnected() {
            print("ready to go")
        }
    }

    func connecting() {
        pubNub.setConfiguration(PNConfiguration.default())
        pubNub.setClientIdentifier("test_user")
        pubNub.connect(
            successBlock: { origin in print("connected to \(origin ?? "")") },
            errorBlock: { error in
                if error == nil {
                    print("the connection will be established later")
                } else {
                    print("error")
                }
            }
        )
    }

    // MARK: Channels and subscriptions

    func subscribing() {
        let pubNub = PubNub.client(with: PNConfiguration.default(), andDelegate: self)
        pubNub.connect()

        pubNub.subscribe(on: [PNChannel.channel(withName: "iosdev", shouldObservePresence: true)])
        pubNub.subscribe(
            on: [PNChannel.channels(withName: "iosdev", shouldObservePresence: true)],
            withCompletionHandling: { state, channels, subscriptionError in
                switch state {
                case .notSubscribedState: break
                case .subscribedState: break
                default: break
                }
            }
        )
        pubNub.subscribe(
            on: [PNChannel.channels(withName: "iosdev", shouldObservePresence: true)],
            withClientState: [
                "iosdev": ["firstName": "John", "lastName": "Appleseed", "age": NSNumber(value: 240)] as [String: Any]
            ],
            andCompletionHandling: { state, channels, subscriptionError in }
        )
    }

    func subscribingToAGroup() {
        let group = PNChannelGroup(name: "development", inNamespace: "news-feed")
        pubNub.addChannels(PNChannel.channels(withNames: ["Objective-C", "Java"]), to: group)
        pubNub.subscribe(
            on: [group],
            withClientState: [group.name: ["firstName": "John", "lastName": "Appleseed", "age": 240] as [String: Any]],
            andCompletionHandling: { state, channels, subscriptionError in }
        )
    }

    func unsubscribing() {
        pubNub.unsubscribe(
            from: PNChannel.channels(withNames: ["iosdev/networking", "andoirddev", "wpdev", "ubuntudev"]),
            withCompletionHandling: { channels, unsubscribeError in
                if unsubscribeError == nil { print("left") }
            }
        )
    }

    // MARK: Presence and state

    func presence() {
        pubNub.requestParticipantsList(
            for: [PNChannel.channel(withName: "iosdev")],
            withCompletionBlock: { presenceInformation, channels, error in
                if error == nil { print("\(presenceInformation?.channels().count ?? 0)") }
            }
        )
        pubNub.requestParticipantChannelsList(
            "admin",
            withCompletionBlock: { identifier, channels, error in
                if error == nil { print("\(channels?.count ?? 0)") }
            }
        )
    }

    func state() {
        pubNub.setClientIdentifier("SimpleSubscribe")
        pubNub.connect()
        let myChannel = PNChannel.channel(withName: "zz", shouldObservePresence: true)
        pubNub.subscribe(on: [myChannel], withClientState: [myChannel.name: ["appEvent": "demo app started"]])
        let group = PNChannelGroup(name: "wwdc", inNamespace: "events")
        pubNub.subscribe(on: [group], withClientState: [group.name: ["event": "started"]])
    }

    func stateAfterwards() {
        let pubNub = self.pubNub
        pubNub.subscribe(
            on: [PNChannel.channels(withName: "iosdev")],
            withCompletionHandling: { state, array, subscriptionError in
                switch state {
                case .notSubscribedState: break
                case .subscribedState:
                    guard let channel = array?.last else { break }
                    pubNub.updateClientState(
                        pubNub.clientIdentifier(),
                        state: ["firstName": "John", "lastName": "Appleseed", "age": NSNumber(value: 240)],
                        forObject: channel,
                        withCompletionHandling: { updatedClient, updateError in
                            if updateError == nil { print("updated") }
                        }
                    )
                default: break
                }
            }
        )
    }

    // MARK: Messages and history

    func time() {
        pubNub.requestServerTimeToken(completionBlock: { timeToken, error in
            if error == nil { print("\(timeToken ?? 0)") }
        })
    }

    func sendingAgain() {
        let pubNub = self.pubNub
        var helloMessage: PNMessage?
        helloMessage = pubNub.sendMessage(
            "Hello PubNub",
            to: PNChannel.channel(withName: "iosdev"),
            withCompletionBlock: { messageSendingState, data in
                switch messageSendingState {
                case .sending: break
                case .sent: break
                case .sendingError: pubNub.send(helloMessage)
                default: break
                }
            }
        )
    }

    func sendingMore() {
        pubNub.sendMessage(["message": "Hello from dictionary object"], to: PNChannel.channel(withName: "iosdev"))
        pubNub.sendMessage(
            [
                "data_for_all": [
                    "info": "This is data all non-APNS and non-GCM devices "
                        + "would receive. They would also receive the pn_apns and pn_gcm data."
                ]
            ],
            applePushNotification: [
                "aps": [
                    "alert": "Your order is ready for pickup!", "badge": NSNumber(value: 1),
                    "payment_info": ["credit_card": NSNumber(value: 987_656_789_876), "expiration": "0108"]
                        as [String: Any],
                ] as [String: Any]
            ],
            googleCloudNotification: ["data": "this is my data only for gcm devices"],
            to: PNChannel.channel(withName: "push-test")
        )
    }

    func history(_ myChannel: PNChannel, _ myStartDate: PNDate, _ myEndDate: PNDate) {
        pubNub.requestHistory(for: myChannel, from: nil, to: myEndDate, limit: 100, reverseHistory: true)
        pubNub.requestHistory(for: myChannel, from: myStartDate, to: nil, limit: 100, reverseHistory: true)
        pubNub.requestHistory(for: myChannel, from: nil, to: nil, limit: 100, reverseHistory: true)

        let startDate = PNDate(date: Date(timeIntervalSinceNow: -3600.0))
        let endDate = PNDate(date: Date())
        let limit: UInt = 34
        pubNub.requestHistory(
            for: PNChannel.channel(withName: "iosdev"),
            from: startDate,
            to: endDate,
            limit: limit,
            reverseHistory: false,
            withCompletionBlock: { messages, channel, startDate, endDate, error in
                if error == nil { print("\(messages?.count ?? 0)") }
            }
        )
        pubNub.requestFullHistory(
            for: PNChannel.channel(withName: "iosdev"),
            includingTimeToken: true,
            withCompletionBlock: { messages, channel, startDate, endDate, error in
                if error == nil { print("\(messages?.count ?? 0)") }
            }
        )
    }

    // MARK: Groups and rights

    func groups() {
        pubNub.requestChannelGroups(completionHandling: { nspace, groups, error in
            if error == nil { print("\(groups?.count ?? 0)") }
        })
        let group = PNChannelGroup(name: "users", inNamespace: "admin")
        pubNub.requestChannels(for: PNChannelGroup(name: "users"))
        pubNub.requestChannels(
            for: group,
            withCompletionHandling: { group, error in
                if error == nil { print("\(group?.channels.count ?? 0)") }
            }
        )
        pubNub.addChannels(
            PNChannel.channels(withNames: ["Bob", "Jay"]),
            to: PNChannelGroup(name: "users"),
            withCompletionHandling: { group, channels, error in
                if error == nil { print("\(channels?.count ?? 0)") }
            }
        )
    }

    func rights() {
        let configuration = PNConfiguration(
            forOrigin: "pubsub.pubnub.com",
            publishKey: "demo",
            subscribeKey: "demo",
            secretKey: "my-secret-key"
        )
        let pubNub = PubNub.client(with: configuration, andDelegate: self)
        pubNub.connect()
        pubNub.changeAccessRights(
            forClients: ["spectator", "visitor"],
            object: PNChannel.channel(withName: "iosdev"),
            to: .readAccessRight,
            onPeriod: 10,
            withCompletionHandling: { collection, error in
                if error == nil { print("changed") }
            }
        )
        pubNub.changeAccessRights(for: [PNChannel.channel(withName: "iosdev")], to: .writeAccessRight, onPeriod: 10)
    }
}
