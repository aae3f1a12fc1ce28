import PubNub
import PubNubCore

/// The work of the engine of a client.
extension PubNub {
    var pendingCalls: Int { connection.engine.pendingCalls }
    var iterations: Int { connection.engine.iterations }
    var undelivered: Int { connection.engine.undelivered }

    func addObserver(_ observer: any EngineObserver) { connection.engine.addObserver(observer) }
}
