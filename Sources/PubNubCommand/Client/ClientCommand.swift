import ArgumentParser
import Dispatch
import PubNub
import PubNubAsync
import PubNubMachines

/// A subcommand that uses a client of the library.
protocol ClientCommand: AsyncParsableCommand {
    var common: CommonOptions { get }

    /// The identifier that an error is about if the error has none; `nil` by default.
    var subject: String? { get }

    /// Runs the command. A `PNError` or an error of the async interface that it throws is printed and ends the command with status 1.
    func perform(with client: PubNub, output: Output) async throws
}

extension ClientCommand {
    var subject: String? { nil }

    func run() async throws {
        let output = Output(isJSON: common.output.json)
        CommandLog.start(at: common.output.log)
        output.warn(aboutSecretFlags: common.secretFlags)
        do {
            try await perform(with: makeClient(), output: output)
        } catch let error as PNError {
            throw failed(error, output)
        } catch let error as PubNubError {
            throw failed(.reporting(error), output)
        } catch let failure as Failure {
            throw failed(PNError(failure), output)
        }
    }

    private func failed(_ error: PNError, _ output: Output) -> ExitCode {
        output.error(error, about: subject, reason: reason(of: error))
        return .failure
    }

    /// The setting that an error is about, in words; `nil` if the reason of the library suffices.
    private func reason(of error: PNError) -> String? {
        guard let settings = try? common.settings() else { return nil }
        return switch error.code {
        case kPNInvalidSubscribeOrPublishKeyError where settings.publishKey.isEmpty: "The publish key is missing."
        case kPNInvalidSubscribeOrPublishKeyError where settings.subscribeKey.isEmpty: "The subscribe key is missing."
        case kPNClientConnectionFailedOnInternetFailureError where settings.proxy == nil:
            "\(settings.origin.url) cannot be reached."
        default: nil
        }
    }

    /// Creates a client with the settings of the command line. It is not connected yet.
    func makeClient() throws -> PubNub {
        let settings = try common.settings()
        let configuration = PNConfiguration(
            forOrigin: settings.origin.host,
            publishKey: settings.publishKey,
            subscribeKey: settings.subscribeKey,
            secretKey: settings.secretKey,
            cipherKey: settings.cipherKey,
            authorizationKey: settings.authKey
        )
        configuration.shouldUseSecureConnection = settings.origin.isSecure
        configuration.callbackQueue = DispatchQueue(label: "pubnub.command")
        configuration.shouldRunCallsInParallel = true
        configuration.certificateAuthorityFile = common.ca
        configuration.proxy = settings.proxy
        configuration.shouldReduceSecurityLevelOnError = common.acceptsAnyCertificate
        configuration.encryptionFormat = settings.encryptionFormat
        // The commands decide themselves whether an argument is JSON.
        configuration.shouldSendTextAsJSON = false
        if common.subscribesWithFirstVersion { configuration.subscribeVersion = .v1 }
        if let timeout = common.timeout { configuration.nonSubscriptionRequestTimeout = timeout }
        let client = PubNub.client(with: configuration)
        if !settings.identifier.isEmpty { client.setClientIdentifier(settings.identifier) }
        return client
    }
}
