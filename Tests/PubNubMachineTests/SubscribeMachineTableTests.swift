import Testing

@testable import PubNubMachines

/// Every state × input pair of the subscribe machine: the actions and the next state.
///
/// In a pair that is not listed the input has no effect: no action, same state.
@Suite struct SubscribeMachineTableTests {
    static let inputs: [String: @Sendable (inout SubscribeMachine) -> [ClientAction]] = [
        "submit": { $0.submit(Subscribe.change(9, .subscribe, [Subscribe.b])) },
        "connected": { $0.connected() },
        "interrupted": { $0.interrupted() },
        "reset": { $0.reset() },
        "keys changed": { $0.keysetChanged(to: "other", isConnected: true) },
        "failPending": { $0.failPending(code: 107) },
        "renewed": { $0.renewed() },
        "keep yes": { $0.answered(.keepTimetoken, true) },
        "keep no": { $0.answered(.keepTimetoken, false) },
        "resubscribe yes": { $0.answered(.resubscribe, true) },
        "resubscribe no": { $0.answered(.resubscribe, false) },
        "from last yes": { $0.answered(.restoreFromLastTimetoken, true) },
        "from last no": { $0.answered(.restoreFromLastTimetoken, false) },
        "poll timer": { $0.timerFired(.poll) },
        "join timer": { $0.timerFired(.join) },
        "leave timer": { $0.timerFired(.leave) },
        "other timer": { $0.timerFired(.heartbeat) },
        "join succeeded": { $0.joinSucceeded($0.current, Subscribe.page(500)) },
        "join failed": { $0.joinFailed($0.current, Subscribe.refused) },
        "poll succeeded": { $0.pollSucceeded($0.current, Subscribe.page(500, ["x"])) },
        "poll failed": { $0.pollFailed($0.current, Subscribe.broken) },
        "poll unreachable": { $0.pollFailed($0.current, Subscribe.unreachable) },
        "leave succeeded": { $0.leaveSucceeded($0.current) },
        "leave failed": { $0.leaveFailed($0.current, Subscribe.refused) },
        "late answer": { machine in
            let late = RequestID(rawValue: .max)
            return machine.joinSucceeded(late, Subscribe.page(500)) + machine.joinFailed(late, Subscribe.broken)
                + machine.pollSucceeded(late, Subscribe.page(500)) + machine.pollFailed(late, Subscribe.broken)
                + machine.leaveSucceeded(late) + machine.leaveFailed(late, Subscribe.broken)
        },
    ]

    static let table: [String: (becomes: String, does: [String])] = [
        "askingKeep × interrupted": ("offline", ["cancel", "stop join"]),
        "askingKeep × join timer": ("askingKeep", ["cancel"]),
        "askingKeep × keep no": ("joining", ["cancel", "stop join", "join a,b", "start join"]),
        "askingKeep × keep yes": ("joining", ["cancel", "stop join", "join a,b", "start join"]),
        "askingKeep × poll failed": ("askingKeep", ["stop join"]),
        "askingKeep × poll succeeded": ("askingKeep", ["poll a from 500", "start join", "deliver 1"]),
        "askingKeep × poll unreachable": ("askingKeep", ["stop join"]),
        "askingKeep × reset": ("offline", ["cancel", "stop join"]),
        "askingRestore × interrupted": ("offline", []),
        "askingRestore × reset": ("offline", []),
        "askingRestore × resubscribe no": ("forgetting", ["forgotten a", "leave a", "start leave"]),
        "askingRestore × resubscribe yes": ("askingRestoreCursor", ["ask restoreFromLastTimetoken"]),
        "askingRestoreCursor × from last no": ("joining", ["willRestore a", "join a", "start join"]),
        "askingRestoreCursor × from last yes": ("joining", ["willRestore a", "join a", "start join"]),
        "askingRestoreCursor × interrupted": ("offline", []),
        "askingRestoreCursor × reset": ("offline", []),
        "askingKeep × keys changed": ("departing", ["cancel", "stop join", "leave a", "start leave"]),
        "askingRestore × keys changed": ("departing", ["leave a", "start leave"]),
        "askingRestoreCursor × keys changed": ("departing", ["leave a", "start leave"]),
        "departing × connected": ("departingConnected", []),
        "departing × interrupted": ("offline", ["cancel", "stop leave"]),
        "departing × leave failed": ("offline", ["stop leave"]),
        "departing × leave succeeded": ("offline", ["stop leave"]),
        "departing × leave timer": ("offline", ["cancel"]),
        "departing × reset": ("offline", ["cancel", "stop leave"]),
        "departingConnected × interrupted": ("offline", ["cancel", "stop leave"]),
        "departingConnected × keys changed": ("departing", []),
        "departingConnected × leave failed": ("askingRestore", ["stop leave", "ask resubscribe"]),
        "departingConnected × leave succeeded": ("askingRestore", ["stop leave", "ask resubscribe"]),
        "departingConnected × leave timer": ("askingRestore", ["cancel", "ask resubscribe"]),
        "departingConnected × reset": ("offline", ["cancel", "stop leave"]),
        "forgetting × keys changed": ("departing", []),
        "idle × keys changed": ("offline", []),
        "joining × keys changed": ("departing", ["cancel", "stop join", "leave a", "start leave"]),
        "leaving × keys changed": ("departing", ["cancel", "stop leave", "leave a,b", "start leave"]),
        "offline × keys changed": ("departing", ["leave a", "start leave"]),
        "pausing × keys changed": ("departing", ["stop poll", "leave a", "start leave"]),
        "pausingBeforeJoin × keys changed": ("departing", ["stop poll", "leave a", "start leave"]),
        "polling × keys changed": ("departing", ["cancel", "stop join", "leave a", "start leave"]),
        "idle × interrupted": ("offline", []),
        "idle × reset": ("offline", []),
        "idle × submit": ("joining", ["join b", "start join"]),
        "joining × interrupted": ("offline", ["cancel", "stop join"]),
        "joining × join failed": ("idle", ["stop join", "subscriptionFailed a 113"]),
        "joining × join succeeded": ("polling", ["poll a from 500", "start join", "subscribed a"]),
        "joining × join timer": ("idle", ["cancel", "subscriptionFailed a 110"]),
        "joining × reset": ("offline", ["cancel", "stop join"]),
        "joining × renewed": ("joining", ["cancel", "stop join", "join a", "start join"]),
        "forgetting × interrupted": ("offline", ["cancel", "stop leave"]),
        "forgetting × leave failed": ("idle", ["stop leave"]),
        "forgetting × leave succeeded": ("idle", ["stop leave"]),
        "forgetting × leave timer": ("idle", ["cancel"]),
        "forgetting × reset": ("offline", ["cancel", "stop leave"]),
        "leaving × interrupted": ("offline", ["cancel", "stop leave"]),
        "leaving × leave failed": (
            "polling",
            ["stop leave", "unsubscriptionFailed a 113", "poll a,b from 100", "start join"]
        ),
        "leaving × leave succeeded": ("askingKeep", ["stop leave", "ask keepTimetoken"]),
        "leaving × leave timer": (
            "polling",
            ["cancel", "unsubscriptionFailed a 110", "poll a,b from 100", "start join"]
        ),
        "leaving × reset": ("offline", ["cancel", "stop leave"]),
        "offline × connected": ("askingRestore", ["ask resubscribe"]),
        "pausing × interrupted": ("offline", ["stop poll"]),
        "pausing × poll timer": ("polling", ["poll a from 100", "start join"]),
        "pausing × reset": ("offline", ["stop poll"]),
        "pausing × submit": ("askingKeep", ["stop poll", "ask keepTimetoken"]),
        "pausingBeforeJoin × interrupted": ("offline", ["stop poll"]),
        "pausingBeforeJoin × poll timer": ("joining", ["join a", "start join"]),
        "pausingBeforeJoin × reset": ("offline", ["stop poll"]),
        "polling × interrupted": ("offline", ["cancel", "stop join"]),
        "polling × join timer": ("polling", ["cancel", "poll a from 100", "start join"]),
        "polling × poll failed": ("pausing", ["stop join", "start poll"]),
        "polling × poll succeeded": ("polling", ["poll a from 500", "start join", "deliver 1"]),
        "polling × poll unreachable": ("polling", ["stop join", "lost"]),
        "polling × reset": ("offline", ["cancel", "stop join"]),
        "polling × renewed": ("polling", ["cancel", "stop join", "poll a from 100", "start join"]),
        "polling × submit": ("askingKeep", ["ask keepTimetoken"]),
    ]

    static let pairs = Subscribe.machines.keys.sorted().flatMap { state in
        inputs.keys.sorted().map { (state, $0) }
    }

    @Test(arguments: pairs)
    func everyInputInEveryState(_ state: String, _ input: String) throws {
        var machine = try #require(Subscribe.machines[state])
        let target = try #require(Self.inputs[input])
        let actions = target(&machine)
        let expected = Self.table["\(state) × \(input)"] ?? (state, [])
        #expect(actions.loopWords == expected.does)
        #expect(machine.word == expected.becomes)
    }

    @Test func theTableNamesOnlyPairsThatExist() {
        let known = Set(Self.pairs.map { "\($0) × \($1)" })
        #expect(known.isSuperset(of: Self.table.keys))
        #expect(Subscribe.machines.allSatisfy { $0.key == $0.value.word })
    }
}
