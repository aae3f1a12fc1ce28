public import Foundation
import PubNubWire

/// Decodes payloads of the network and checks them against the schema of their type.
public enum ChatPayload {
    /// Decodes a user, a channel, a member, a message payload or a patcher.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - data: The JSON.
    /// - Returns: The value. It retains the original JSON of its custom data, and members of a message that the schema
    ///   lacks.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` with the path of a missing field, or
    ///   ``ChatError/wrongContentType(_:)`` with the path of a field that has a wrong type or an invalid date.
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

/// A value that retains the JSON that it was read from.
protocol JSONSourced {
    /// Stores the JSON that the value was read from.
    mutating func attach(_ text: RawJSON)
}

extension ChatMessage.MessagePayload: JSONSourced {}
extension ChatChannel: JSONSourced {}
extension ChatUser: JSONSourced {}
extension ChatMember: JSONSourced {}
extension ChatChannel.Patcher: JSONSourced {}
extension ChatUser.Patcher: JSONSourced {}
extension ChatMember.Patcher: JSONSourced {}
