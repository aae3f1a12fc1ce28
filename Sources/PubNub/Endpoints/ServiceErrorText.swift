/// The documented error codes behind the texts the service sends.
///
/// Texts fall into families, tried in the documented order. The first family a text belongs to decides: when it fits
/// none of that family's codes the error is unknown, whatever later families would say.
enum ServiceErrorText {
    /// The code of `text`, compared without regard to case.
    static func code(of text: String) -> Int {
        let text = text.lowercased()
        if text.contains("presence") { return kPNPresenceAPINotAvailableError }
        if text.contains("invalid") { return codeOfInvalid(text) }
        if text.contains("message") { return text.contains("too large") ? kPNTooLongMessageError : kPNUnknownError }
        if text.contains("missing") || text.contains("channel group") || text.contains("channel registry") {
            return codeOfRegistry(text)
        }
        if text.contains("push") {
            return text.contains("not enabled") ? kPNPushNotificationsNotEnabledError : kPNUnknownError
        }
        if text.contains("forbidden") { return kPNAPIAccessForbiddenError }
        if text.contains("storage") {
            return text.contains("not enabled") ? kPNStorageNotEnabledError : kPNUnknownError
        }
        if text.contains("signature") {
            return text.contains("not match") ? kPNSecretKeyNotSpecifiedError : kPNUnknownError
        }
        if text.contains("api") { return text.contains("rate limited") ? kPNAPIRateExceededError : kPNUnknownError }
        return kPNUnknownError
    }

    /// Whether the service's own words are kept beside `code`.
    static func isKept(for code: Int) -> Bool {
        code == kPNUnknownError || code == kPNAPIRateExceededError
    }

    private static func codeOfInvalid(_ text: String) -> Int {
        if text.contains("json") { return kPNInvalidJSONError }
        if text.contains("character") {
            if text.contains("namespace") { return kPNRestrictedCharacterInChannelGroupNamespaceNameError }
            if text.contains("channel group") { return kPNRestrictedCharacterInChannelGroupNameError }
            if text.contains("channel") { return kPNRestrictedCharacterInChannelNameError }
        }
        return text.contains("key") ? kPNInvalidSubscribeOrPublishKeyError : kPNUnknownError
    }

    private static func codeOfRegistry(_ text: String) -> Int {
        if text.contains("size exceeded") { return kPNEmptyChannelGroupSizeExceededError }
        if text.contains("not enabled") { return kPNChannelGroupNotEnabledError }
        return text.contains("empty") || text.contains("channel") ? kPNEmptyChannelGroupError : kPNUnknownError
    }
}
