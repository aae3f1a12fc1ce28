import PubNub

let stream = "stream"
final class Label {
    var text: String?
}
func settings() -> PNConfiguration { PNConfiguration.default() }
extension Messenger {
    var viewers: Label { Label() }
    func count(_ message: PNMessage) {}
    func entered(_ channel: PNChannel) {}
    func refused(_ error: PNError!) {}
    func append(_ text: String) {}
    func tick() {}
    func sent() {}
    func left() {}
}
