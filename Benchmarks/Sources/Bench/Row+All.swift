extension Row {
    /// The table.
    static let all = [
        Row(
            what: "publish 100 B, one in flight: median",
            unit: "us",
            scenario: "publish-1",
            figure: "median-us",
            goal: .atMostTimes(1.3)
        ),
        Row(
            what: "publish 100 B, one in flight: CPU",
            unit: "us",
            scenario: "publish-1",
            figure: "cpu-us",
            goal: .atMostTimes(1.3)
        ),
        Row(
            what: "the same through PubNubAsync: CPU",
            unit: "us",
            scenario: "async-publish-1",
            figure: "cpu-us",
            goal: .atMostTimes(1.15),
            base: (.client, "publish-1", "3.x")
        ),
        Row(
            what: "publish 100 B, one in flight, on the main queue: median",
            unit: "us",
            scenario: "publish-1-main",
            figure: "median-us",
            goal: .atMostTimes(1.3),
            base: (.floor, "publish-1", "floor")
        ),
        Row(
            what: "publish, eight channels in flight",
            unit: "/s",
            scenario: "publish-8",
            figure: "per-second",
            goal: .atLeastTimes(0.8)
        ),
        Row(
            what: "publish, 1,000 clients waiting: CPU",
            unit: "us",
            scenario: "publish-1-waiting",
            figure: "cpu-us",
            goal: .atMostTimes(1.3),
            base: (.client, "publish-1", "none waiting")
        ),
        Row(
            what: "publish to receive, two clients: median",
            unit: "us",
            scenario: "publish-to-receive",
            figure: "median-us",
            goal: .atMostTimes(1.3)
        ),
        Row(
            what: "the same through PubNubAsync: median",
            unit: "us",
            scenario: "async-publish-to-receive",
            figure: "median-us",
            goal: .atMostTimes(1.3),
            base: (.client, "publish-to-receive", "3.x")
        ),
        Row(
            what: "subscribe ingest, 100 B objects",
            unit: "/s",
            scenario: "ingest-100",
            figure: "per-second",
            goal: .above(288_000)
        ),
        Row(
            what: "the same through PubNubAsync",
            unit: "/s",
            scenario: "async-ingest-100",
            figure: "per-second",
            goal: .atLeastTimes(0.7),
            base: (.client, "ingest-100", "3.x")
        ),
        Row(
            what: "subscribe ingest, 1 KB objects",
            unit: "/s",
            scenario: "ingest-1k",
            figure: "per-second",
            goal: .above(71_000)
        ),
        Row(
            what: "100 B objects, every field read: CPU",
            unit: "us",
            scenario: "ingest-100-read",
            figure: "cpu-us",
            goal: .atMostTimes(2),
            base: (.client, "ingest-100", "handing over")
        ),
        Row(
            what: "1 KB objects, every field read: CPU",
            unit: "us",
            scenario: "ingest-1k-read",
            figure: "cpu-us",
            goal: .atMostTimes(2),
            base: (.client, "ingest-1k", "handing over")
        ),
        Row(
            what: "eight busy clients, encrypted 100 B objects: CPU of the network thread",
            unit: "us",
            scenario: "clients-8-encrypted",
            figure: "network-us",
            goal: .atMostTimes(1.1),
            base: (.client, "clients-1-encrypted", "one client")
        ),
        Row(
            what: "one client waiting: context switches",
            unit: "/min",
            scenario: "waiting",
            figure: "switches-per-minute",
            goal: .atMost(6)
        ),
        Row(
            what: "one client waiting: CPU",
            unit: "ms/min",
            scenario: "waiting",
            figure: "cpu-ms-per-minute",
            goal: .atMost(1)
        ),
        Row(
            what: "memory per further client",
            unit: "KiB",
            scenario: "memory",
            figure: "kib-per-client",
            goal: .atMost(100)
        ),
        Row(
            what: "encrypt + decrypt 200 B",
            unit: "/s",
            scenario: "crypto",
            figure: "per-second",
            goal: .above(293_000)
        ),
        Row(
            what: "1,000 channels: CPU per message",
            unit: "us",
            scenario: "ingest-1000-channels",
            figure: "cpu-us",
            goal: .atMostTimes(1.3),
            base: (.client, "ingest-100", "one channel")
        ),
        Row(
            what: "1,000,000 messages: CPU per message",
            unit: "us",
            scenario: "ingest-long",
            figure: "cpu-us",
            goal: .atMostTimes(1.1),
            base: (.client, "ingest-100", "the first")
        ),
        Row(
            what: "1,000,000 messages: memory grown",
            unit: "KiB",
            scenario: "ingest-long",
            figure: "grown-kib",
            goal: .atMost(4096)
        ),
        Row(
            what: "App Context page, 1,000 users: median",
            unit: "us",
            scenario: "objects-1k",
            figure: "median-us",
            goal: .atMost(2000)
        ),
        Row(
            what: "App Context page, 100,000 users: median",
            unit: "us",
            scenario: "objects-100k",
            figure: "median-us",
            goal: .atMostTimes(1.5),
            base: (.client, "objects-1k", "1,000 users")
        ),
        Row(
            what: "chat: messages loaded",
            unit: "/s",
            scenario: "chat-load",
            figure: "per-second",
            goal: .above(8000)
        ),
        Row(
            what: "chat: the same, memory grown after the first tenth",
            unit: "KiB",
            scenario: "chat-load",
            figure: "grown-kib",
            goal: .atMost(8192)
        ),
        Row(
            what: "chat, 1,000,000 messages: size of the file per message",
            unit: "B",
            scenario: "chat-1m",
            figure: "bytes-per-message",
            goal: .atMost(1000)
        ),
        Row(
            what: "chat: newest 50 with authors and reactions, of 1,000,000: median",
            unit: "us",
            scenario: "chat-1m",
            figure: "values-us",
            goal: .atMost(1000),
            base: (.client, "chat-1k", "1,000")
        ),
        Row(
            what: "chat: the same with read state, in one request: median",
            unit: "us",
            scenario: "chat-1m",
            figure: "state-us",
            goal: .atMost(1000),
            base: (.client, "chat-1k", "1,000")
        ),
        Row(
            what: "chat: unread messages of 1,000 channels: median",
            unit: "us",
            scenario: "chat-1m",
            figure: "unread-us",
            goal: .atMost(5000),
            base: (.client, "chat-1k", "1,000")
        ),
        Row(
            what: "chat: search for a rare word: median",
            unit: "us",
            scenario: "chat-1m",
            figure: "search-rare-us",
            goal: .atMost(20_000),
            base: (.client, "chat-1k", "1,000")
        ),
        Row(
            what: "chat: search for words of all messages: median",
            unit: "us",
            scenario: "chat-1m",
            figure: "search-common-us",
            goal: .atMost(20_000),
            base: (.client, "chat-1k", "1,000")
        ),
        Row(
            what: "chat: search in one channel: median",
            unit: "us",
            scenario: "chat-1m",
            figure: "search-room-us",
            goal: .atMost(20_000),
            base: (.client, "chat-1k", "1,000")
        ),
        Row(
            what: "chat: rows of the four queries of Samples/Chat: median",
            unit: "us",
            scenario: "chat-1m",
            figure: "rows-us",
            goal: .atMost(1000),
            base: (.client, "chat-1k", "1,000")
        ),
        Row(
            what: "chat: message stored to its observer, 999 others asleep: median",
            unit: "us",
            scenario: "chat-1m",
            figure: "arrive-us",
            goal: .atMost(500),
            base: (.client, "chat-1k", "1,000")
        ),
        Row(
            what: "chat: the same, rows that observers of other channels read",
            unit: "rows",
            scenario: "chat-1m",
            figure: "rows-read-elsewhere",
            goal: .atMost(0)
        ),
        Row(
            what: "chat: a channel of 10,000 members filled: longest transaction",
            unit: "ms",
            scenario: "chat-fill",
            figure: "first-longest-ms",
            goal: .atMost(100)
        ),
        Row(
            what: "chat: the same filled again",
            unit: "ms",
            scenario: "chat-fill",
            figure: "again-longest-ms",
            goal: .atMost(100)
        ),
    ]
}
