import ArgumentParser
import Foundation
import PubNub
import PubNubCore
import PubNubSupport
import PubNubMachines
import PubNubOrigin
import PubNubOriginServer
import PubNubWire

/// The address of a server's admin listener, and how long its response may take.
struct AdminClientOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Admin listener of a server (default: http://127.0.0.1:8081).", valueName: "url"))
    var admin: String?

    @Option(help: ArgumentHelp("Token of the admin listener; the environment is safer.", valueName: "token"))
    var adminToken: String?

    @Option(
        help: ArgumentHelp("PEM file of the certificates to trust instead of the system's.", valueName: "file"),
        completion: .file(extensions: ["pem", "crt"])
    )
    private var ca: String?

    @Option(
        name: [.customShort("t"), .customLong("timeout")],
        help: ArgumentHelp("Time limit of the command (default: 10s).", valueName: "duration")
    )
    private var limit: DurationArgument?

    /// The names of the given flags that carry a secret.
    var secretFlags: [String] { adminToken == nil ? [] : ["--admin-token"] }

    func validate() throws {
        _ = try client()
    }

    /// The client with these settings.
    ///
    /// - Throws: A `ValidationError`, without the token.
    func client() throws -> AdminClient {
        let seconds = limit?.seconds(defaultUnit: .seconds) ?? 10
        guard seconds > 0, seconds <= 86_400 else {
            throw ValidationError("--timeout takes a duration greater than 0 and up to 1d, such as 5s.")
        }
        if let ca { try BoundedFile.check(ca, flag: "--ca", limit: CommonOptions.maxAuthorityFileBytes) }
        let variable = OriginSetting.Name.adminToken.variable
        let token = adminToken ?? ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
        do throws(OriginError) {
            try OriginAdmin(token: token).check()
        } catch {
            throw ValidationError(error.text + ".")
        }
        return AdminClient(
            url: try Self.address(admin ?? "http://127.0.0.1:8081"),
            token: token,
            authorityFile: ca,
            limit: .seconds(seconds)
        )
    }

    /// The address without a slash at its end.
    private static func address(_ text: String) throws -> String {
        guard let scheme = ["http://", "https://"].first(where: { text.lowercased().hasPrefix($0) }) else {
            throw ValidationError("--admin takes http://HOST:PORT or https://HOST:PORT.")
        }
        // Checks the rest like the address of a service.
        let name = try? OriginName(text)
        guard let name else { throw ValidationError("--admin takes http://HOST:PORT or https://HOST:PORT.") }
        return scheme + name.host
    }
}

/// Reads reports of the admin listener of a server.
struct AdminClient: Sendable {
    let url: String
    let token: String?
    /// The PEM file of the authorities to trust; nil for those of the system.
    let authorityFile: String?
    let limit: Duration

    /// The largest report, in bytes: 4 MiB.
    private static let maxBytes = 4 * 1024 * 1024

    /// The report of a path.
    ///
    /// - Throws: An error that says how to reach the listener.
    func report(_ path: String) async throws(PNError) -> JSON {
        let response: TransportResponse
        switch await exchange(path) {
        case .success(let received): response = received
        case .failure(let failure): throw PNError(message: text(of: failure), code: kPNUnknownError)
        }
        let json = try? JSON(parsing: response.body)
        if response.status == 200, let json { return json }
        if response.status == 401 {
            throw PNError(
                message: "The admin listener at \(url) needs its token, and the request had another one or none."
                    + " Set \(OriginSetting.Name.adminToken.variable).",
                code: kPNUnknownError
            )
        }
        if response.status == 429, token != nil {
            throw PNError(
                message:
                    "The admin listener at \(url) got too many wrong tokens from this address. Try again in a few seconds.",
                code: kPNUnknownError
            )
        }
        let reason = json?["error"]?.string.map { ": \($0)" } ?? "."
        let advice = "\(url) may not be an admin listener. Name its address with --admin."
        throw PNError(
            message: "\(url)\(path): the response has HTTP status \(response.status)\(reason) \(advice)",
            code: kPNUnknownError
        )
    }

    private func exchange(_ path: String) async -> Result<TransportResponse, TransportFailure> {
        let id = RequestID(rawValue: UInt64.random(in: 0...UInt64.max))
        let headers = token.map { [(name: "Authorization", value: "Bearer \($0)")] } ?? []
        let request = TransportRequest(
            id: id,
            url: url + path,
            headers: headers,
            certificateAuthorityFile: authorityFile,
            maximumBodyBytes: Self.maxBytes
        )
        let end = Task {
            do {
                try await Task.sleep(for: limit)
            } catch {
                return
            }
            CurlTransport.shared.cancel(id)
        }
        defer { end.cancel() }
        return await withHandover(
            of: Result<TransportResponse, TransportFailure>.self,
            throwing: Never.self
        ) { handover in
            CurlTransport.shared.start(request) { handover.resume(returning: $0) }
        }
    }

    private func text(of failure: TransportFailure) -> String {
        let listener = "The admin listener at \(url)"
        let advice = "Start the server with --admin-port, and name its address with --admin."
        return switch failure.reason {
        case .cancelled, .connectTimedOut, .stalled: "\(listener) did not respond in time. \(advice)"
        case .nameNotResolved: "\(listener) cannot be reached: its host has no address."
        case .tls(let reason): "\(listener) cannot be reached with TLS: \(reason)"
        case .unreachable, .noRoute: "\(listener) cannot be reached. \(advice)"
        case .proxy, .reset, .closed, .socket, .tooLarge, .headTooLarge, .badEncoding, .setup:
            "\(url) does not respond like an admin listener. \(advice)"
        }
    }
}
