import Foundation

/// Writes custom data to JSON objects and reads it back, always with the same settings.
enum CustomCoder {
    /// The JSON of no custom data.
    static let emptyObject = Data("{}".utf8)

    /// The members of custom data as a JSON object.
    ///
    /// - Parameters:
    ///   - custom: The custom data.
    ///   - isFlat: Whether every member must be a scalar.
    /// - Returns: The members.
    /// - Throws: ``ChatError/wrongContentType(_:)`` if the data is not an object, or not flat although required.
    static func members(of custom: some CustomData, isFlat: Bool) throws -> [String: JSON] {
        if custom is VoidCustomData { return [:] }
        guard case .object(let members)? = try? JSONDecoder().decode(JSON.self, from: encoder.encode(custom)) else {
            throw ChatError.wrongContentType("custom data of type \(type(of: custom)) is not a JSON object")
        }
        if isFlat, let member = members.first(where: { !$0.value.isScalar }) {
            throw ChatError.wrongContentType("custom field \(member.key) is not a scalar")
        }
        return members
    }

    /// Custom data as it is stored: the bytes of a JSON object with sorted keys.
    static func data(of custom: some CustomData, isFlat: Bool) throws -> Data {
        if custom is VoidCustomData { return emptyObject }
        return try encoder.encode(members(of: custom, isFlat: isFlat))
    }

    /// Reads custom data; nil means that it is absent.
    static func custom<Custom: CustomData>(_: Custom.Type, from members: [String: JSON]?) throws -> Custom {
        guard let members, Custom.self != VoidCustomData.self else { return Custom() }
        do {
            return try decoder.decode(Custom.self, from: encoder.encode(members))
        } catch let error as DecodingError {
            // The path in the error starts at the custom data, so the message names the field.
            throw ChatError.wrongContentType("custom data: \(ChatError(error))")
        }
    }

    static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            guard let text = ISODate.text(of: date) else {
                throw ISODate.unwritable(date, encoder.codingPath)
            }
            try container.encode(text)
        }
        return encoder
    }

    static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            guard let date = ISODate.date(of: try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: ISODate.formProblem)
            }
            return date
        }
        return decoder
    }
}
