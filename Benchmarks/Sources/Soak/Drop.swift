/// One fault of a run: the server's action on the next requests.
struct Drop {
    /// The line for the server: family, action, number of requests.
    let order: String
    /// Whether more messages are published during the fault than the server stores, so that the client has to report a gap.
    var overruns = false

    /// In turns: faults of both kinds of requests, and long polls that are interrupted for so long that messages are lost.
    ///
    /// libcurl repeats a poll by itself if a reused connection ends without a byte, so the client sees a failure only after
    /// several of them; it sees a truncated response immediately. After three failures in a row the client still polls, after
    /// four it reports the connection as lost.
    static let all = [
        Drop(order: "subscribe drop 8"),
        Drop(order: "publish drop-answer 1"),
        Drop(order: "subscribe reset 8"),
        Drop(order: "publish reset 1"),
        Drop(order: "subscribe truncate 1"),
        Drop(order: "subscribe truncate 3", overruns: true),
        Drop(order: "publish truncate 1"),
        Drop(order: "subscribe drop-answer 8"),
        Drop(order: "publish drop 1"),
        Drop(order: "subscribe truncate 5", overruns: true),
    ]
}
