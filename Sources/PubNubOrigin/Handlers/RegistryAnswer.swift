/// The answers of the channel registry, which writes a space after every colon and comma.
enum RegistryAnswer {
    static let ok = answer(status: 200, "\"message\": \"OK\"", isError: false)
    static let reservedCharacter = refusal("Reserved character in input parameters.")
    static let nameTooLong = refusal("Name Too Long")
    static let noChannels = refusal("Missing channels to add or remove.")
    static let groupSize = refusal("Channel group size exceeded.")
    static let registrySize = refusal("Channel registry size exceeded.")

    static func groups(_ names: [String], namespace: String) -> OriginResponse {
        payload("{\"namespace\": \(EnvelopeWriter.quoted(namespace)), \"groups\": \(list(names))}")
    }

    static func namespaces(_ names: [String], keyset: String) -> OriginResponse {
        payload("{\"sub_key\": \(EnvelopeWriter.quoted(keyset)), \"namespaces\": \(list(names))}")
    }

    /// The group goes by its name without namespace.
    static func channels(_ names: [String], group: String) -> OriginResponse {
        payload("{\"channels\": \(list(names)), \"group\": \(EnvelopeWriter.quoted(group))}")
    }

    /// Texts in the form of services that write a space after every comma.
    static func list(_ names: [String]) -> String {
        "[\(names.map(EnvelopeWriter.quoted).joined(separator: ", "))]"
    }

    private static func payload(_ text: String) -> OriginResponse {
        answer(status: 200, "\"payload\": \(text)", isError: false)
    }

    private static func refusal(_ message: String) -> OriginResponse {
        answer(status: 400, "\"message\": \(EnvelopeWriter.quoted(message))", isError: true)
    }

    private static func answer(status: Int, _ member: String, isError: Bool) -> OriginResponse {
        OriginResponse(
            status: status,
            text: "{\"status\": \(status), \(member), \"service\": \"channel-registry\", \"error\": \(isError)}"
        )
    }
}
