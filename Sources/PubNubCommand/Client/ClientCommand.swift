import ArgumentParser
import Dispatch
import Foundation
import Logging
import PubNub

/// A subcommand that uses a client of the library.
protocol ClientCommand: AsyncParsableCommand {
    var common: CommonOptions { get }

    /// The identifier that an error is about when it does not say so itself; nil, the default, for none.
    var subject: String? { get }

    /// Does the work. A `PNError` that it throws is printed and ends the command with status 1.
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
            output.error(error, about: subject)
            throw ExitCode.failure
        }
    }

    /// A client with the settings of the command line; it is not connected yet.
    private func makeClient() throws -> PubNub {
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
        configuration.certificateAuthorityFile = common.ca
        configuration.proxy = settings.proxy
        configuration.shouldReduceSecurityLevelOnError = common.acceptsAnyCertificate
        configuration.encryptionFormat = settings.encryptionFormat
        if common.subscribesWithFirstVersion { configuration.subscribeVersion = .v1 }
        if let timeout = common.timeout { configuration.nonSubscriptionRequestTimeout = timeout }
        let client = PubNub.client(with: configuration)
        if !settings.identifier.isEmpty { client.setClientIdentifier(settings.identifier) }
        return client
    }
}

/// The signals that ask a program to end.
enum Signals {
    /// Calls `handler` each time SIGINT or SIGTERM comes, in place of ending the process.
    ///
    /// - Returns: the sources, which work as long as they are kept.
    static func onEnd(_ handler: @escaping @Sendable () -> Void) -> [any DispatchSourceSignal] {
        [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler(handler: handler)
            source.resume()
            return source
        }
    }
}

/// Where log records go: to standard error from the asked level on, or nowhere.
enum CommandLog {
    static func start(at level: LogLevel?) {
        guard let level = level?.level else {
            LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
            return
        }
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = level
            return handler
        }
        PNLogger.loggerEnabled(true)
    }
}
