import PubNubAsync

/// Somebody who goes into a few rooms, talks there for a while, and takes a break.
struct Person {
    private static let remarks = [
        "Is there any cake left?", "The kettle is on.", "Who took the blue drill?", "Order 4711 is on its way.",
        "The tomatoes are ripe.", "Can someone look at invoice 20-118?", "Train at 14:03, platform 5.",
        "I will be late.",
        "It works on my machine.", "Lunch?", "The customer says thank you!", "Rain again.", "Where are the keys?",
        "Did the build pass?", "Photos from Porto are in the folder.", "Good morning!", "See you tomorrow.",
    ]
    private static let reactions = ["👍", "😀", "🎉", "❤️", "👀"]

    let name: String

    /// Talks and pauses in turn until the task is cancelled.
    func live(with configuration: PubNubClientConfiguration) async throws {
        try await pause(0...4)
        while true {
            let rooms = Array(Town.rooms.shuffled().prefix(Int.random(in: 2...4)))
            do {
                try await PubNubClient.withClient(configuration) { client in
                    try await talk(in: rooms, client)
                }
            } catch is PubNubError {
                // The console can make the server fail. Then the person comes back later.
            }
            try await pause(3...12)
        }
    }

    /// Listens in the rooms, talks for a while, and leaves them.
    private func talk(in rooms: [String], _ client: PubNubClient) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await listen(to: rooms, client) }
            group.addTask {
                for _ in 0..<Int.random(in: 6...20) {
                    try await pause(1...6)
                    try await say(in: rooms.randomElement() ?? rooms[0], client)
                }
            }
            // The end of the talk also ends the listening.
            try await group.next()
            group.cancelAll()
        }
    }

    private func listen(to rooms: [String], _ client: PubNubClient) async throws {
        for try await event in client.subscribe(to: rooms) {
            switch event {
            case .connection(.connected):
                let mood = ["fine", "busy", "hungry", "away"].randomElement() ?? "fine"
                try await client.setState(["mood": mood], on: rooms)
            case .message(let message) where message.publisher != name && Int.random(in: 0..<12) == 0:
                let reaction = Self.reactions.randomElement() ?? "👍"
                _ = try await client.actions.add("reaction", reaction, to: message.timetoken, in: message.channel)
            default: break
            }
        }
    }

    private func say(in room: String, _ client: PubNubClient) async throws {
        try await client.signal("typing", to: room)
        try await pause(1...2)
        let remark = Remark(text: Self.remarks.randomElement() ?? "Hello", from: Town.people[name] ?? name)
        try await client.publish(remark, to: room)
    }

    private func pause(_ seconds: ClosedRange<Double>) async throws {
        try await Task.sleep(for: .seconds(Double.random(in: seconds)))
    }
}

/// What somebody says.
struct Remark: Codable {
    let text: String
    let from: String
}
