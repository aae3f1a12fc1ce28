public import Foundation
import PubNubWire

/// Reads what travels over the network and checks it against the schema of its type.
public enum ChatPayload {
    /// Reads a user, a channel, a member, a message payload or a patcher.
    ///
    /// - Parameters:
    ///   - type: What it should be.
    ///   - data: The JSON.
    /// - Returns: The value; the JSON of its custom data, and members of a message that the schema does not have, are kept as they
    ///   came.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` with the path of the field that is not there, or
    ///   ``ChatError/wrongContentType(_:)`` with the path of the one that has another type or is no date.
    public static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws(ChatError) -> Value {
        do {
            let value = try JSONDecoder().decode(type, from: data)
            guard var sourced = value as? any JSONSourced, let text = try? RawJSON(validating: Array(data)) else {
                return value
            }
            sourced.attach(text)
            return sourced as? Value ?? value
        } catch let error as DecodingError {
            throw ChatError(error)
        } catch let error as ChatError {
            throw error
        } catch {
            throw .wrongContentType("payload")
        }
    }
}

/// What keeps the texts that it was read from.
protocol JSONSourced {
    /// Keeps the texts that the value was read from.
    mutating func attach(_ text: RawJSON)
}

extension ChatMessage.MessagePayload: JSONSourced {}
extension ChatChannel: JSONSourced {}
extension ChatUser: JSONSourced {}
extension ChatMember: JSONSourced {}
extension ChatChannel.Patcher: JSONSourced {}
extension ChatUser.Patcher: JSONSourced {}
extension ChatMember.Patcher: JSONSourced {}
