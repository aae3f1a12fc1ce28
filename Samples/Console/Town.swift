import PubNubAsync
import PubNubOrigin

/// Rooms, and people who come, talk, react and leave again, each with a client of their own.
struct Town {
    static let rooms = ["kitchen", "garden", "workshop", "support.billing", "support.orders", "travel"]
    static let people = [
        "ann": "Ann Lee", "bob": "Bob Okafor", "chloe": "Chloé Martin", "dmitri": "Dmitri Orlov", "emi": "Emi Tanaka",
        "farah": "Farah Haddad", "goran": "Goran Kovač", "hana": "Hana Novak", "ivo": "Ivo Santos", "june": "June Park",
    ]
    /// The channel of a program that reports builds, sometimes many at a time.
    static let builds = "builds"

    private let origin: OriginAddress

    init(_ origin: OriginAddress) {
        self.origin = origin
    }

    /// Lets all of them live until the task is cancelled or one fails.
    func live() async throws {
        try await prepare()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for name in Self.people.keys {
                group.addTask { try await Person(name: name).live(with: configuration(of: name)) }
            }
            group.addTask { try await reportBuilds() }
            try await group.waitForAll()
        }
    }

    private func configuration(of user: String) -> PubNubClientConfiguration {
        var configuration = PubNubClientConfiguration(publishKey: "demo", subscribeKey: "demo", userID: user)
        configuration.origin = "\(origin.host):\(origin.port)"
        configuration.isSecure = false
        configuration.presenceTimeout = .seconds(60)
        return configuration
    }

    /// Stores who is who, the rooms, and a channel group.
    private func prepare() async throws {
        try await PubNubClient.withClient(configuration(of: "caretaker")) { client in
            for (name, fullName) in Self.people {
                let changes = UserChanges(
                    name: .set(fullName),
                    email: "\(name)@example.org",
                    custom: ["team": name < "f" ? "red" : "blue"]
                )
                try await client.users.set(name, changes)
            }
            for room in Self.rooms {
                let changes = ChannelChanges(name: "The \(room)", description: "Where people of the sample talk")
                try await client.channels.set(room, changes)
            }
            try await client.memberships.set(Self.rooms, of: "ann")
            try await client.groups.add(["support.billing", "support.orders"], to: "support")
        }
    }

    /// Reports one build now and then, and every half a minute a burst of them.
    private func reportBuilds() async throws {
        try await PubNubClient.withClient(configuration(of: "build-robot")) { client in
            for number in 1... {
                let isBurst = number % 10 == 0
                for step in 0..<(isBurst ? 80 : 1) {
                    let build = Build(
                        number: number,
                        step: step,
                        passed: (number + step) % 17 != 0,
                        seconds: number % 50
                    )
                    // A report that the server refuses, as the console can have it do, is not repeated.
                    _ = try? await client.publish(build, to: Self.builds)
                }
                try await Task.sleep(for: .seconds(3))
            }
        }
    }
}

/// A report of the robot.
struct Build: Codable {
    let number: Int
    let step: Int
    let passed: Bool
    let seconds: Int
}
