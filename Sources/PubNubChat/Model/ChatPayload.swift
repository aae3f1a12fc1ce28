public import Foundation

/// Reads what travels over the network and checks it against the schema of its type.
public enum ChatPayload {
    /// Reads a user, a channel, a member, a message payload or a patcher.
    ///
    /// - Parameters:
    ///   - type: What it should be.
    ///   - data: The JSON.
    /// - Returns: The value; keys that the schema does not have are ignored.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` with the path of the field that is not there, or
    ///   ``ChatError/wrongContentType(_:)`` with the path of the one that has another type or is no date.
    public static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws(ChatError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch let error as DecodingError {
            throw ChatError(error)
        } catch let error as ChatError {
            throw error
        } catch {
            throw .wrongContentType("payload")
        }
    }
}
