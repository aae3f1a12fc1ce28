import PubNub

extension PNError {
    /// What to try next with this command, beside what the library suggests; nil when there is nothing to add.
    var hint: String? {
        if isProxyTrouble { return "Check --proxy, PUBNUB_PROXY or https_proxy; --proxy '' goes without one." }
        return switch code {
        case kPNClientConfigurationError:
            "Give --publish-key and --subscribe-key, or set PUBNUB_PUBLISH_KEY and PUBNUB_SUBSCRIBE_KEY."
        case kPNClientConnectionFailedOnInternetFailureError, kPNClientConnectionClosedOnInternetFailureError,
            kPNRequestExecutionFailedOnInternetFailureError:
            "Check --origin or PUBNUB_ORIGIN; 'pubnub origin' serves one on this machine."
        case kPNClientConnectionClosedOnSSLNegotiationFailureError:
            "Name its certificate with --ca, or trust it anyway with --no-tls-verify; http:// in --origin is plain HTTP."
        case kPNAPIAccessForbiddenError:
            "Set PUBNUB_AUTH_KEY to a key that may do this; 'pubnub grant --help' tells how to allow it."
        case kPNCryptoEmptyCipherKeyError: "Set PUBNUB_CIPHER_KEY."
        case kPNSecretKeyNotSpecifiedError: "Set PUBNUB_SECRET_KEY."
        default: nil
        }
    }
}
