import Testing

@testable import PubNubMachines

@Suite("The identifier in use, or being set, changes nothing")
struct ClientIdentityTests {
    @Test("A client that is not subscribed has the new identifier at once")
    func stored() {
        var machine = ClientMachineTests.connected()
        #expect(machine.identify(as: "x", change: 1).words == ["adopt x"])
        #expect(machine.identity.current == "x")
        #expect(machine.identify(as: "x", change: 2) == [])
    }

    @Test("A subscribed client leaves once for a new identifier, and not for the one in use")
    func changed() {
        var (machine, _) = ClientMachineTests.subscribed()
        let leave = machine.identify(as: "x", change: 2).started
        #expect(machine.identity.current == "")
        #expect(machine.identify(as: "x", change: 3) == [], "it is being set")
        #expect(machine.leaveFinished(leave, nil).words.contains("adopt x"))
        #expect(machine.identify(as: "x", change: 4) == [])
    }

    @Test("A call in line with the identifier in use ends at once")
    func inLine() {
        var (machine, _) = ClientMachineTests.subscribed()
        _ = machine.enterLine(.control)
        _ = machine.enterLine(.control)
        #expect(machine.identify(as: "", change: 2, endsCall: 1).words == ["begin 2"])
    }

    @Test("After a change that failed, the same identifier is set again")
    func failed() {
        var (machine, _) = ClientMachineTests.subscribed()
        let leave = machine.identify(as: "x", change: 2).started
        let words = machine.leaveFinished(leave, Subscribe.unreachable).words
        #expect(words.contains("report unsubscriptionFailed 107"))
        #expect(machine.identify(as: "x", change: 3).words == ["adopt x"])
    }
}
