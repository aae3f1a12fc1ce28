import Foundation
import PubNub
import PubNubAsync
import PubNubOrigin
import PubNubWire

extension PNError {
    /// The error of the 3.x interface for one of the async interface.
    static func reporting(_ error: PubNubError) -> PNError {
        error.failure.map { PNError($0) } ?? PNError(message: error.reason, code: kPNUnknownError)
    }

    /// The JSON object under `error`.
    var report: JSON { report(about: nil) }

    /// The same; `subject` is the name that the error concerns if the error itself has none.
    func report(about subject: String?) -> JSON {
        let associated = Self.names(of: associatedObject)
        // The description of an unknown error is all that is known.
        let isKnown = code != kPNUnknownError
        // The library knows which part of the proxy's address is wrong.
        let advice = isProxyError ? localizedRecoverySuggestion : hint ?? localizedRecoverySuggestion
        return .object([
            "code": .integer(Int64(code)),
            "domain": .string(domain),
            "description": .string(localizedDescription),
            "reason": .text(isKnown ? localizedFailureReason : nil),
            "suggestion": .text(isKnown ? advice : nil),
            "associated": associated.isNull ? .text(subject) : associated,
        ])
    }

    /// The name of a channel, group or identifier, a list of names, or null.
    private static func names(of object: Any?) -> JSON {
        switch object {
        case let channel as any PNChannelProtocol: .string(channel.name)
        case let message as PNMessage: .string(message.channel.name)
        case let change as PNChannelGroupChange: .string(change.group.name)
        case let client as PNClient: .text(client.identifier)
        case let options as PNAccessRightOptions where !options.channels.isEmpty: names(of: options.channels)
        case let text as String: .string(text)
        case let list as [Any] where !list.isEmpty: .array(list.map(names(of:)).filter { $0 != .null })
        default: .null
        }
    }
}

extension PNError {
    /// The lines that are printed for people below the description: the reason, then advice.
    ///
    /// Advice about this command replaces the suggestion of the library, which is for programs. An unknown error has neither: its
    /// description is all that is known.
    func details(reason: String? = nil) -> [String] {
        guard code != kPNUnknownError else { return [] }
        return [reason ?? localizedFailureReason, hint ?? localizedRecoverySuggestion].compactMap(\.self)
    }

    /// Advice about this command; `nil` if this command has none.
    private var hint: String? {
        if isProxyError { return "Check --proxy, PUBNUB_PROXY or https_proxy; --proxy '' connects directly." }
        return switch code {
        case kPNClientConfigurationError:
            "Add --publish-key and --subscribe-key, or set PUBNUB_PUBLISH_KEY and PUBNUB_SUBSCRIBE_KEY. --local uses the server of 'pubnub origin'."
        case kPNInvalidSubscribeOrPublishKeyError:
            "Check --publish-key and --subscribe-key, PUBNUB_PUBLISH_KEY and PUBNUB_SUBSCRIBE_KEY."
        case kPNClientConnectionFailedOnInternetFailureError, kPNClientConnectionClosedOnInternetFailureError,
            kPNRequestExecutionFailedOnInternetFailureError:
            "Check --origin or PUBNUB_ORIGIN. 'pubnub origin' starts a server on this machine, which --local uses."
        case kPNRequestExecutionFailedByTimeoutError: "Repeat the command, or give it more time with --timeout."
        case kPNClientConnectionClosedOnSSLNegotiationFailureError:
            "If the server has no TLS, write http:// in --origin. If it has a private certificate, name the file of its authority with --ca. --no-tls-verify accepts any certificate."
        case kPNAPINotAvailableOrNotEnabledError:
            "Enable the operation for the keyset. 'pubnub origin' serves tokens with --access-manager, and no App Context with --no-app-context."
        case kPNAPIAccessForbiddenError:
            "Set PUBNUB_AUTH_KEY to a key or token that has this right. 'pubnub token --help' and 'pubnub grant --help' explain how to grant rights."
        case kPNCryptoEmptyCipherKeyError: "Set PUBNUB_CIPHER_KEY."
        case kPNSecretKeyNotSpecifiedError: "Set PUBNUB_SECRET_KEY to the secret key of the keyset."
        default: nil
        }
    }
}

extension OriginError {
    /// The reason in words.
    var text: String {
        switch self {
        case .cannotListen(let reason) where reason.contains("Address already in use"):
            "The port is in use by another program. Choose another one, or 0 for any free port: --port for clients, --admin-port for the admin listener."
        case .cannotListen(let reason) where reason.contains("assign requested address"):
            "This machine does not have the address of --host or --admin-host. Choose an address of this machine, or 0.0.0.0 for all of them."
        case .cannotListen(let reason) where reason.contains("Permission denied"):
            "This user may not listen on the port. Choose one above 1023: --port for clients, --admin-port for the admin listener."
        case .cannotListen(let reason): "cannot listen: \(reason)"
        case .cannotOpen(let reason): "cannot open the data file: \(reason)"
        case .cannotJoin(let reason): "cannot join the cluster: \(reason)"
        case .cannotMakeCertificate(let reason): "no certificate for TLS: \(reason)"
        case .invalidConfiguration(let reason): reason
        case .missingKeys: "the access manager needs a publish key and a secret key"
        case .alreadyStarted: "started twice"
        case .notRunning: "the server does not run"
        case .refused(let response): "the server refused the change: \(response)"
        }
    }
}
