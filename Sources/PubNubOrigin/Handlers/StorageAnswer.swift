/// The answers of version 3 of the storage service, which writes a space after every colon and comma.
enum StorageAnswer {
    static let ok = OriginResponse(text: "{\(head(status: 200, isError: false))}")
    static let failed = OriginResponse(status: 500, text: "{\(head(status: 500, isError: true))}")

    /// Members, each with its JSON text.
    static func answer(_ members: [(name: String, json: String)]) -> OriginResponse {
        let members = members.map { ", \"\($0.name)\": \($0.json)" }.joined()
        return OriginResponse(text: "{\(head(status: 200, isError: false))\(members)}")
    }

    static func refusal(_ reason: String) -> OriginResponse {
        OriginResponse(status: 400, text: "{\(head(status: 400, isError: true, reason)), \"channels\": {}}")
    }

    private static func head(status: Int, isError: Bool, _ reason: String = "") -> String {
        "\"status\": \(status), \"error\": \(isError), \"error_message\": \(EnvelopeWriter.quoted(reason))"
    }
}
