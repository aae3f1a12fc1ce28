/// One fault of a run: what the server does to the requests that come next.
struct Drop {
    /// As the server reads it: family, action, number of requests.
    let order: String
    /// Whether more is published meanwhile than the server keeps, so that a gap has to be told.
    var overruns = false

    /// In turns: requests of both kinds in every way, and long polls cut off for so long that messages are lost.
    ///
    /// libcurl repeats a poll by itself when a kept connection ends without a byte, so that it takes several until the
    /// client sees one fail; a truncated answer is seen at once. After three failures in a row the client polls still,
    /// after four it takes the connection for lost.
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
