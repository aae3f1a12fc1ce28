import Foundation
import PubNub

let inbox = PNChannel.channel(withName: "inbox")
func settings() -> PNConfiguration { PNConfiguration.default() }
extension Phone {
    var lines: [String] {
        get { [] }
        set {}
    }
    func left() {}
    func append(_ text: String, date: Date) {}
    func show(_ messages: [PNMessage]) {}
}
