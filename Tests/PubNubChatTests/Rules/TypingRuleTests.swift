import Foundation
import PubNub
import PubNubSupport
import PubNubOrigin
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("Typing ends when a user leaves, and begins again after a message")
struct TypingRuleTests {
    @Test("A user who leaves is not typing any more, for every device")
    func leaving() async throws {
        try await withOrigin { _, address in
            let one = try await ChatDevice(address, as: "ann", on: ["room"])
            let two = try await ChatDevice(address, as: "ann", on: ["room"])
            let bob = try await ChatDevice(address, as: "bob", on: ["room"])
            try await bob.provider.typing.send(isTyping: true, on: "room")
            for device in [one, two] {
                for await users in device.provider.typing.changes(on: "room") where users == ["bob"] { break }
            }
            try await bob.provider.unsubscribe(from: ["room"])
            for device in [one, two] {
                for await users in device.provider.typing.changes(on: "room") where users.isEmpty { break }
            }
            for device in [one, two, bob] { try await device.close() }
        }
    }

    @Test("After a message the next key is announced at once, and the provider announces the end when it closes")
    func afterMessage() {
        var machine = TypingMachine()
        func sends(_ actions: [TypingMachine.Action]) -> [Bool] {
            actions.compactMap { if case .send(let isTyping, _) = $0 { isTyping } else { nil } }
        }
        var sent = [sends(machine.typed(on: "c")), sends(machine.typed(on: "c"))]
        #expect(sent == [[true], []])
        // Others end the typing with the message.
        sent = [sends(machine.spoke(on: "c")), sends(machine.typed(on: "c"))]
        #expect(sent == [[], [true]])
        let began = machine.began(.init(channel: "c", user: "bob"))
        #expect(began.contains(.report(channel: "c", users: ["bob"])))
        let left = machine.left("c")
        #expect(left.contains(.report(channel: "c", users: [])))
        sent = [sends(machine.typed(on: "c")), sends(machine.closed()), sends(machine.closed())]
        #expect(sent == [[true], [false], []])
    }

    @Test("A sent message ends the pause of a provider")
    func sent() async throws {
        try await withRig { _, rig in
            try await rig.data.send(isTyping: true, on: "c")
            try await rig.data.sendRemoteMessage(.init(message: message("m", timetoken: 0, user: "me")))
            try await rig.data.send(isTyping: true, on: "c")
            let signals = rig.requests.all.filter { $0.hasPrefix("/signal/") }
            #expect(
                signals.count == 2
                    && signals.allSatisfy { $0.removingPercentEncoding?.contains(#""value":true"#) == true }
            )
        }
    }
}
