/// Bodies of the long poll.
enum Page {
    /// An empty page; polling continues from `timetoken`.
    static func empty(_ timetoken: UInt64) -> String {
        of(timetoken, [])
    }

    /// A page with these items; polling continues from the timetoken.
    static func of(_ timetoken: UInt64, _ items: [String]) -> String {
        #"{"t":{"t":"\#(timetoken)","r":1},"m":[\#(items.joined(separator: ","))]}"#
    }

    /// A message with the JSON text `content`; `via` is the group or wildcard that delivered it.
    static func message(_ content: String, on channel: String, at timetoken: UInt64 = 1, via: String? = nil) -> String {
        item(content, channel: channel, timetoken: timetoken, via: via)
    }

    /// A presence event of a channel.
    static func presence(
        _ action: String,
        _ identifier: String,
        on channel: String,
        occupancy: Int = 1,
        at timetoken: UInt64 = 1,
        via: String? = nil
    ) -> String {
        let content = event(action, identifier, occupancy: occupancy)
        return item(content, channel: channel + "-pnpres", timetoken: timetoken, via: via.map { $0 + "-pnpres" })
    }

    /// The dictionary of a presence event.
    static func event(_ action: String, _ identifier: String, occupancy: Int = 1) -> String {
        #"{"action":"\#(action)","timestamp":1435647222,"uuid":"\#(identifier)","occupancy":\#(occupancy)}"#
    }

    private static func item(_ content: String, channel: String, timetoken: UInt64, via: String?) -> String {
        let match = via.map { #","b":"\#($0)""# } ?? ""
        return #"{"a":"1","f":0,"p":{"t":"\#(timetoken)","r":1},"k":"sub","c":"\#(channel)","d":\#(content)\#(match)}"#
    }
}
