import Foundation
@testable import PubNubChat

/// Chat data from the network, and as an earlier process stored it.
enum ChatTargets {
    static let all = [
        FuzzTarget(name: "chat-payload", dictionary: "chat", check: payload),
        FuzzTarget(name: "chat-custom", dictionary: "chat", longest: 512, check: custom),
        FuzzTarget(name: "chat-date", dictionary: "date", longest: 80, check: date),
        FuzzTarget(name: "chat-events", dictionary: "chat", check: ChatBench.check),
    ]

    private enum Kind: CaseIterable {
        case message, user, channel, member, userChange, channelChange, memberChange, whole, action
    }

    /// The first byte selects the type that the rest is read as.
    private static func payload(_ bytes: [UInt8]) throws {
        var input = FuzzInput(bytes)
        let kind = input.choice(Kind.allCases)
        let data = Data(input.bytes)
        switch kind {
        case .message: try check(ChatMessage<ChatModel>.MessagePayload.self, data)
        case .user: try check(ChatUser<ChatModel.User>.self, data)
        case .channel: try check(ChatChannel<ChatModel.Channel>.self, data)
        case .member: try check(ChatMember<ChatModel>.self, data)
        case .whole: try check(ChatMessage<ChatModel>.self, data)
        case .action: try check(ChatMessageAction<ChatModel>.self, data)
        case .userChange: try checkRead(ChatUser<ChatModel.User>.Patcher.self, data)
        case .channelChange: try checkRead(ChatChannel<ChatModel.Channel>.Patcher.self, data)
        case .memberChange: try checkRead(ChatMember<ChatModel>.Patcher.self, data)
        }
    }

    @discardableResult
    private static func checkRead<Value: Decodable & Equatable>(_ type: Value.Type, _ data: Data) throws -> Value? {
        guard let value = try? ChatPayload.decode(type, from: data) else { return nil }
        try require(try ChatPayload.decode(type, from: data) == value, "the same text is read the same way")
        return value
    }

    /// A value that was read can be written, and is equal when it is read again.
    private static func check<Value: Codable & Equatable>(_ type: Value.Type, _ data: Data) throws {
        guard let value = try checkRead(type, data) else { return }
        let text: Data
        do {
            text = try CustomCoder.encoder.encode(value)
        } catch {
            // Because of their offsets, a reader accepts dates just outside of the years that can be written.
            let edges = ["0000", "9999"].contains { data.firstRange(of: Data($0.utf8)) != nil }
            return try require(edges, "what was read can be written: \(error)")
        }
        let again = try require(try? ChatPayload.decode(type, from: text), "what was written can be read")
        let repeated = try CustomCoder.encoder.encode(again)
        try require(repeated == text, "writing twice gives the same: \(String(decoding: text, as: UTF8.self))")
    }

    /// Stored custom data always gives a value, and storing that value gives it again.
    private static func custom(_ bytes: [UInt8]) throws {
        let flat = CustomCoder.lenient(ChatModel.Flat.self, from: Data(bytes)).value
        if let data = try? CustomCoder.data(of: flat, isFlat: true) {
            let again = CustomCoder.lenient(ChatModel.Flat.self, from: data).value
            try require(try CustomCoder.data(of: again, isFlat: true) == data, "flat data is stored as it was")
        }
        let deep = CustomCoder.lenient(ChatModel.Deep.self, from: Data(bytes)).value
        guard let data = try? CustomCoder.data(of: deep, isFlat: false) else { return }
        let again = CustomCoder.lenient(ChatModel.Deep.self, from: data).value
        try require(try CustomCoder.data(of: again, isFlat: false) == data, "data is stored as it was")
    }

    /// A date in the written form is that date; any other accepted form equals a date in that form.
    private static func date(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let date = ISODate.date(of: text) else {
            return try require(!isWritten(bytes), "what is written can be read")
        }
        let day: TimeInterval = 86_400
        let years = -day...(10_000 * 366 * day)
        let since0000 = date.timeIntervalSince1970 + 719_528 * day
        try require(years.contains(since0000), "a date is in a year of four digits, or a day beside it")
        guard let written = ISODate.text(of: date) else { return }
        try require(isInForm(Array(written.utf8)), "a date is written in one form")
        let again = try require(ISODate.date(of: written), "what is written can be read")
        try require(abs(again.timeIntervalSince(date)) < 0.000_51, "a date is kept to the millisecond")
        try require(ISODate.text(of: again) == written, "writing twice gives the same text")
        if isWritten(bytes) { try require(written == text, "what is in the written form stays as it is") }
    }

    /// Whether the bytes have the form `2022-05-10T14:48:00.000Z`.
    private static func isInForm(_ bytes: [UInt8]) -> Bool {
        let form = Array("dddd-dd-ddTdd:dd:dd.dddZ".utf8)
        return bytes.count == form.count
            && zip(bytes, form).allSatisfy { byte, place in
                place == UInt8(ascii: "d") ? (0x30...0x39).contains(byte) : byte == place
            }
    }

    /// Whether the bytes are a date in that form, decided without a calendar.
    private static func isWritten(_ bytes: [UInt8]) -> Bool {
        guard isInForm(bytes) else { return false }
        let number = { (range: Range<Int>) in bytes[range].reduce(0) { $0 * 10 + Int($1) - 0x30 } }
        return (1...12).contains(number(5..<7)) && (1...28).contains(number(8..<10)) && number(11..<13) < 24
            && number(14..<16) < 60 && number(17..<19) < 60
    }
}
