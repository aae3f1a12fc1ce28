#if NATS
import PubNubWire
import Testing

@testable import PubNubOriginServer

@Suite("The state of the streams of a cluster, as the command prints it")
struct ClusterStreamTests {
    /// A stream that the servers a and b, and others, store.
    private func state(replicas: Int = 3, _ others: JSON...) -> ClusterStream.State {
        let current: JSON = ["name": "a", "current": true, "active": 5]
        return ClusterStream.State(
            "PUBNUB_test",
            [
                "config": ["num_replicas": .integer(Int64(replicas))],
                "state": ["first_seq": 3, "last_seq": 9, "bytes": 100],
                "cluster": ["name": "nats", "leader": "b", "replicas": .array([current] + others)],
            ]
        )
    }

    private let current: JSON = ["name": "c", "current": true]
    private let behind: JSON = ["name": "c", "current": false, "lag": 7]
    private let offline: JSON = ["name": "c", "current": true, "offline": true]

    @Test("Has the positions of a stream, and its NATS servers in the order of their names")
    func positions() {
        let state = state(behind)
        #expect(state.name == "PUBNUB_test" && state.replicas == 3)
        #expect(state.first == 3 && state.last == 9 && state.bytes == 100)
        #expect(state.peers.map(\.name) == ["a", "b", "c"])
        #expect(state.peers.map(\.isLeader) == [false, true, false])
        #expect(state.peers.map(\.isCurrent) == [true, true, false])
        #expect(state.peers.map(\.lag) == [0, 0, 7])
    }

    @Test("A stream is well if all of its NATS servers are online, current and as many as its replicas")
    func well() {
        #expect(state(current).isWell)
        #expect(!state(behind).isWell)
        #expect(!state(offline).isWell)
        #expect(!state().isWell, "a replica is missing")
        #expect(ClusterStream.State("PUBNUB_test", ["config": ["num_replicas": 1]]).isWell, "NATS without a cluster")
    }

    @Test("The cluster is well only if the log and the files are, or if it has no stream of files")
    func both() {
        let (well, lagging) = (state(current), state(behind))
        #expect(ClusterStream.Report(log: well, files: well).isWell)
        #expect(ClusterStream.Report(log: well, files: nil).isWell)
        #expect(!ClusterStream.Report(log: well, files: lagging).isWell)
        #expect(!ClusterStream.Report(log: lagging, files: well).isWell)
        #expect(!ClusterStream.Report(log: lagging, files: nil).isWell)
    }

    @Test("The cluster is not well while the files have fewer replicas than the log")
    func fewerReplicas() {
        let (three, two) = (state(current), state(replicas: 2))
        #expect(three.isWell && two.isWell)
        let fewer = ClusterStream.Report(log: three, files: two)
        #expect(fewer.hasFewerFileReplicas && !fewer.isWell)
        let more = ClusterStream.Report(log: two, files: three)
        #expect(!more.hasFewerFileReplicas && more.isWell)
        #expect(!ClusterStream.Report(log: three, files: nil).hasFewerFileReplicas)
    }
}
#endif
