import Foundation

/// The people who use the chat, each with a store of their own, by the random token in their cookie.
///
/// The sample has no passwords: anyone can use any name. An app would check its own accounts here.
actor People {
    /// An invalid name, or too many people.
    struct Refusal: Error {
        let reason: String
    }

    /// Each person has a store and a connection, so their number is bounded.
    private static let most = 50

    private let service: String
    private let folder: URL
    private var tokens: [String: String] = [:]
    private var people: [String: Person] = [:]

    init(service: String, folder: URL) {
        self.service = service
        self.folder = folder
    }

    /// Lets a person in.
    ///
    /// - Returns: The token for the cookie.
    func enter(_ name: String) async throws -> String {
        let isValid = (1...30).contains(name.count) && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard isValid else { throw Refusal(reason: "A name has 1 to 30 letters and digits.") }
        if people[name] == nil {
            guard people.count < Self.most else { throw Refusal(reason: "The chat is full.") }
            let person = try Person(name, service: service, folder: folder)
            people[name] = person
            await person.open()
        }
        let token = UUID().uuidString
        tokens[token] = name
        return token
    }

    /// The person with a token; nil if the token is unknown, for example after a restart.
    func person(_ token: String?) -> Person? {
        token.flatMap { tokens[$0] }.flatMap { people[$0] }
    }

    /// Closes all stores.
    func close() async {
        for person in people.values { await person.close() }
    }
}
