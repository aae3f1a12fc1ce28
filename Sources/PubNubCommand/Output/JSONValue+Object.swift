import PubNub
import PubNubWire

extension JSONValue {
    /// What the library was given or gives, as JSON; null for what JSON cannot hold.
    init(any object: Any?) {
        self = object.flatMap { try? JSONBridge.value($0) } ?? .null
    }

    /// The value as the library takes it.
    var object: Any { JSONBridge.any(self) }
}
