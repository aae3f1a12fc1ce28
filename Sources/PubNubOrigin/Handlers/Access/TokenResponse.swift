import PubNubWire

/// Writes the responses of issuing and revoking access tokens.
enum TokenResponse {
    static let notEnabled = refusal(403, "Access Manager is not enabled for this subscribe key", source: "grant")
    static let tooLarge = refusal(
        400,
        "Invalid permissions",
        source: "grant",
        Detail(message: "The token is too large.", location: "permissions")
    )
    static let nameTooLong = refusal(
        400,
        "Invalid permissions",
        source: "grant",
        Detail(message: "A name is too long.", location: "permissions.resources")
    )
    static let invalidToken = refusal(
        400,
        "Invalid token",
        source: "revoke",
        Detail(message: "This keyset did not issue the token.", location: "token", locationType: "path")
    )
    static let expiredToken = refusal(
        400,
        "Invalid token",
        source: "revoke",
        Detail(message: "Token is expired.", location: "token", locationType: "path")
    )
    static let revoked = response(200, .object(["data": ["message": "Success"]]))

    /// The response with a new token.
    static func granted(_ token: String) -> OriginResponse {
        response(200, .object(["data": ["message": "Success", "token": .string(token)]]))
    }

    /// The refusal of a body.
    static func invalid(_ fault: AccessTokenFault) -> OriginResponse {
        switch fault {
        case .body:
            refusal(
                400,
                "Invalid JSON",
                source: "grant",
                Detail(message: "The body is not a JSON object.", location: "body")
            )
        case .minutes:
            refusal(
                400,
                "Invalid ttl",
                source: "grant",
                Detail(message: "Range should be 1 to 43200 minute(s).", location: "ttl")
            )
        case .permissions(let location):
            refusal(
                400,
                "Invalid permissions",
                source: "grant",
                Detail(message: "Permissions should be sums of 1 to 128 by name.", location: location)
            )
        case .noRights(let location):
            refusal(
                400,
                "Invalid permissions",
                source: "grant",
                Detail(
                    message: "Unexpected value: `\(location)` must be positive and non-zero.",
                    location: location
                )
            )
        case .user:
            refusal(
                400,
                "Invalid uuid",
                source: "grant",
                Detail(message: "The identifier is empty or too long.", location: "permissions.uuid")
            )
        case .meta:
            refusal(
                400,
                "Invalid meta",
                source: "grant",
                Detail(
                    message: "An object with at most \(AccessTokenTerms.metaDepth) levels is wanted.",
                    location: "permissions.meta"
                )
            )
        }
    }

    /// The refusal of a pattern.
    static func invalid(_ fault: TokenPatternFault) -> OriginResponse {
        let message =
            switch fault.reason {
            case .syntax: "A pattern is no regular expression."
            case .repetition: "Syntax error: multiple repeat."
            case .capturing: "Only non-capturing groups are allowed. Try replacing `(` with `(?:`."
            case .tooLarge: "The patterns are too large."
            }
        return refusal(
            400,
            "Invalid RegExp",
            source: "grant",
            Detail(message: message, location: fault.location)
        )
    }

    private struct Detail {
        let message: String
        let location: String
        var locationType = "body"

        var json: JSON {
            ["message": .string(message), "location": .string(location), "locationType": .string(locationType)]
        }
    }

    private static func refusal(
        _ status: Int,
        _ message: String,
        source: String,
        _ detail: Detail? = nil
    ) -> OriginResponse {
        var error: [String: JSON] = ["message": .string(message), "source": .string(source)]
        if let detail { error["details"] = .array([detail.json]) }
        return response(status, .object(["error": .object(error)]))
    }

    private static func response(_ status: Int, _ content: JSON) -> OriginResponse {
        var members = content.object ?? [:]
        members["service"] = "Access Manager"
        members["status"] = .integer(Int64(status))
        var response = OriginResponse(status: status, text: JSON.object(members).text)
        response.contentType = "text/javascript; charset=UTF-8"
        return response
    }
}
