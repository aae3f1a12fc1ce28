import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub

@Suite("An error names the value that caused it")
struct ErrorDetailTests {
    @Test("112 has the key path and the type of a value that JSON cannot represent")
    func jsonPath() {
        let date = Date(timeIntervalSince1970: 0)
        let cases: [(value: Any, place: String)] = [
            (date, ""), (["when": date], " at 'when'"), ([1, date], " at '[1]'"),
            (["route": [1, 2, 3, ["at": date]]], " at 'route[3].at'"), ([[["x": [date]]]], " at '[0][0].x[0]'"),
        ]
        for (value, place) in cases {
            let error = #expect(throws: PNError.self) { try JSONBridge.value(value) }
            #expect(error?.code == 112)
            #expect(
                error?.localizedFailureReason == "A value of type Date\(place) cannot be represented in JSON."
            )
        }
    }

    @Test("112 of a message has the path as well")
    func messagePath() {
        let scripted = ScriptedClient.connected()
        let errors = Notes<PNError?>()
        scripted.client.sendMessage(["route": [["at": Date()]]], to: PNChannel(name: "a")) { state, data in
            if state == .sendingError { errors.add(data as? PNError) }
        }
        scripted.settle()
        #expect(errors.values.first??.localizedFailureReason?.contains("'route[0].at'") == true)
    }

    @Test("115 and 116 have the name of the group or namespace")
    func groups() {
        let scripted = ScriptedClient.connected()
        let reasons = Notes<String?>()
        scripted.client.requestChannels(for: PNChannelGroup(name: "g,h")) { reasons.add($1?.localizedFailureReason) }
        scripted.client.requestChannels(for: PNChannelGroup(name: "g", inNamespace: "n/m")) {
            reasons.add($1?.localizedFailureReason)
        }
        scripted.settle()
        #expect(
            reasons.values == [#"The name "g,h" contains a comma."#, #"The name "n/m" contains a slash."#]
        )
    }

    @Test("An empty list says that it is empty")
    func emptyLists() {
        let scripted = ScriptedClient.connected()
        let reasons = Notes<String?>()
        let client = scripted.client
        client.subscribe(on: []) { reasons.add($2?.localizedFailureReason) }
        client.enablePresenceObservation(for: []) { reasons.add($1?.localizedFailureReason) }
        client.auditAccessRights(for: []) { reasons.add($1?.localizedFailureReason) }
        scripted.settle()
        #expect(reasons.values == Array(repeating: "The list of channels and groups is empty.", count: 3))
    }

    @Test("135 has the field and the type of its value")
    func stateFields() {
        let scripted = ScriptedClient.subscribed("a")
        let reasons = Notes<(Int?, String?)>()
        let channel = PNChannel(name: "a")
        for state in [["mood": ["deep": 1]], ["tags": ["x"]], ["when": Date()]] as [[String: Any]] {
            scripted.client.updateClientState("me", state: state, forObject: channel) {
                reasons.add(($1?.code, $1?.localizedFailureReason))
            }
            scripted.settle()
        }
        scripted.client.subscribe(on: [channel], withClientState: ["a": ["mood": ["deep": 1]]]) {
            reasons.add(($2?.code, $2?.localizedFailureReason))
        }
        scripted.settle()
        scripted.client.subscribe(on: [channel], withClientState: ["a": 7]) {
            reasons.add(($2?.code, $2?.localizedFailureReason))
        }
        scripted.settle()
        let rule = "A state is a dictionary of strings, numbers, booleans and nulls."
        #expect(reasons.values.allSatisfy { $0.0 == 135 })
        #expect(
            reasons.values.map(\.1) == [
                #"The field "mood" is a dictionary. \#(rule)"#, #"The field "tags" is an array. \#(rule)"#,
                "A value of type Date at 'when' cannot be represented in JSON. \(rule)",
                #"The field "a.mood" is a dictionary. \#(rule)"#,
                #"The state of "a" is a number, not a dictionary. \#(rule)"#,
            ]
        )
    }

    @Test("136 has the channel or group")
    func notSubscribed() {
        let scripted = ScriptedClient.connected()
        let reasons = Notes<String?>()
        for object in [PNChannel(name: "a"), PNChannelGroup(name: "g")] {
            scripted.client.updateClientState("me", state: ["k": 1], forObject: object) {
                reasons.add($1?.localizedFailureReason)
            }
        }
        scripted.settle()
        #expect(
            reasons.values == [
                #"The client is not subscribed to the channel "a"."#,
                #"The client is not subscribed to the group "g"."#,
            ]
        )
    }

    @Test("108 says whether the client was never connected or was disconnected")
    func notReady() {
        let scripted = ScriptedClient()
        let reasons = Notes<String?>()
        let call = {
            scripted.client.requestServerTimeToken { reasons.add($1?.localizedFailureReason) }
            scripted.client.subscribe(on: [PNChannel(name: "a")]) { reasons.add($2?.localizedFailureReason) }
            scripted.settle()
        }
        call()
        scripted.connect()
        scripted.client.disconnect()
        call()
        #expect(
            reasons.values == [
                "The client was never connected.", "The client was never connected.",
                "The application disconnected the client.", "The application disconnected the client.",
            ]
        )
    }

    @Test("100 and 113 say which keys are missing")
    func keys() {
        let reasons = Notes<String?>()
        let none = ScriptedClient(.scripted(publishKey: nil, subscribeKey: nil))
        none.client.connect(successBlock: { _ in }, errorBlock: { reasons.add($0?.localizedFailureReason) })
        none.settle()
        let reader = ScriptedClient.connected(.scripted(publishKey: nil))
        reader.client.sendMessage("m", to: PNChannel(name: "a")) { state, data in
            if state == .sendingError { reasons.add((data as? PNError)?.localizedFailureReason) }
        }
        reader.settle()
        let writer = ScriptedClient.connected(.scripted(subscribeKey: nil))
        writer.client.subscribe(on: [PNChannel(name: "a")]) { reasons.add($2?.localizedFailureReason) }
        writer.settle()
        #expect(
            reasons.values == [
                "The publish key and the subscribe key are missing.", "The publish key is missing.",
                "The subscribe key is missing.",
            ]
        )
    }
}
