import PubNub

let me = "me"
func settings() -> PNConfiguration { PNConfiguration.default() }
extension Lobby {
    func show(_ list: [Any]) {}
    func warn(_ text: String) {}
    func gone(_ identifier: String) {}
    func left() {}
    func closed() {}
}
