import ArgumentParser

/// Where the server listens, and how it secures connections.
struct ListenerOptions: ParsableArguments {
    @Option(help: "Address to listen on (default: 127.0.0.1).")
    var host: String?

    @Option(name: .shortAndLong, help: "Port to listen on; 0 for any free port (default: 8080).")
    var port: String?

    @Flag(help: "Serve TLS with a new certificate for this run.")
    var tls = false

    @Option(
        help: ArgumentHelp("File for the certificate that clients have to trust, with --tls.", valueName: "file"),
        completion: .file(extensions: ["pem"])
    )
    var caOut: String?

    @Option(
        help: ArgumentHelp("PEM file of the server's certificate with its chain; needs --key.", valueName: "file"),
        completion: .file(extensions: ["pem", "crt"])
    )
    var cert: String?

    @Option(
        help: ArgumentHelp("PEM file of the certificate's private key; SIGHUP reads both again.", valueName: "file"),
        completion: .file(extensions: ["pem", "key"])
    )
    var key: String?

    @Option(
        help: ArgumentHelp(
            "Ask browsers to use TLS only for this long (Strict-Transport-Security), such as 365d; needs TLS.",
            valueName: "duration"
        )
    )
    var hsts: String?

    @Option(
        help: ArgumentHelp(
            "Address of this server in the addresses of files, such as https://files.example.com behind a proxy (default: the host of each request).",
            valueName: "url"
        )
    )
    var filesUrl: String?

    @Option(
        help: ArgumentHelp(
            "Proxies that name the addresses of clients: addresses and networks such as 10.0.0.0/24, with commas.",
            valueName: "addresses"
        )
    )
    var trustedProxy: String?

    @Option(
        help: ArgumentHelp(
            "Header in which these proxies name a client: x-forwarded-for, forwarded or none (default: x-forwarded-for; none with --proxy-protocol).",
            valueName: "header"
        ),
        completion: .list(["x-forwarded-for", "forwarded", "none"])
    )
    var forwardedHeader: String?

    @Flag(help: "Accept only connections of these proxies that begin with a header of the PROXY protocol, version 2.")
    var proxyProtocol = false
}

/// The options for stored data and its retention.
struct StorageOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "SQLite file for messages, events, groups, rights and App Context, which survive restarts.",
            valueName: "file"
        ),
        completion: .file()
    )
    var data: String?

    @Option(help: ArgumentHelp("Delete stored messages of this age, such as 7d.", valueName: "duration"))
    var retention: String?

    @Option(
        help: ArgumentHelp("Delete the oldest messages of a keyset beyond this size, such as 10GiB.", valueName: "size")
    )
    var retentionSize: String?
}

/// The stream of a cluster in NATS, and how to connect to it.
struct StreamOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "NATS JetStream servers of a cluster, for example nats://a:4222,nats://b:4222.",
            valueName: "urls"
        )
    )
    var nats: String?

    @Option(help: ArgumentHelp("Name of the cluster (default: pubnub).", valueName: "name"))
    var cluster: String?

    @Option(
        help: ArgumentHelp(
            "Parts into which the cluster is divided by subscribe key, from 1 to 64 (default: 1).",
            valueName: "count"
        )
    )
    var partitions: String?

    @Option(help: ArgumentHelp("Part of the cluster, by its number (default: 1).", valueName: "number"))
    var partition: String?

    @Option(help: ArgumentHelp("File with the credentials of a NATS user.", valueName: "file"), completion: .file())
    var natsCreds: String?

    @Option(
        help: ArgumentHelp("PEM file with the authority of the NATS servers.", valueName: "file"),
        completion: .file(extensions: ["pem", "crt"])
    )
    var natsCa: String?

    /// The flags that were given with a secret: a URL may have a user and a password.
    var secretFlags: [String] { nats?.contains("@") == true ? ["--nats"] : [] }
}

/// The cluster that the server is part of.
struct ClusterOptions: ParsableArguments {
    @OptionGroup var stream: StreamOptions

    @Option(help: ArgumentHelp("Name of this server in the lists of the cluster and of NATS.", valueName: "name"))
    var node: String?

    @Option(help: ArgumentHelp("NATS servers that store each change: 1, 3 or 5 (default: 1).", valueName: "count"))
    var replicas: String?

    @Option(
        help: ArgumentHelp(
            "Remove records of this age from the stream; 0 keeps all (default: 1h).",
            valueName: "duration"
        )
    )
    var streamAge: String?

    @Flag(help: "Create the cluster again with the content of --data, when its stream is lost.")
    var restore = false
}

/// The listener for health, readiness and metrics.
struct AdminOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Serve /health, /ready and /metrics on this port; 0 for any free port (default: none).",
            valueName: "port"
        )
    )
    var adminPort: String?

    @Option(
        help: ArgumentHelp(
            "Address of the admin port; any but a loopback address needs a token (default: 127.0.0.1).",
            valueName: "host"
        )
    )
    var adminHost: String?

    @Option(help: ArgumentHelp("Token for the admin port; the environment is safer.", valueName: "token"))
    var adminToken: String?

    @Option(
        help: ArgumentHelp(
            "PEM file of a certificate with its chain for TLS on the admin port; needs --admin-key.",
            valueName: "file"
        ),
        completion: .file(extensions: ["pem", "crt"])
    )
    var adminCert: String?

    @Option(
        help: ArgumentHelp("PEM file of its private key; SIGHUP reads both again.", valueName: "file"),
        completion: .file(extensions: ["pem", "key"])
    )
    var adminKey: String?

    @Option(
        defaultAsFlag: "on",
        parsing: .next,
        help: ArgumentHelp(
            "Serve the console, a page for browsers, on the admin port (then 8081 by default); =read-only changes nothing.",
            valueName: "mode"
        ),
        completion: .list(["on", "read-only"])
    )
    var console: String?
}

/// Settings for operating the server.
struct OperationOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("JSON file with settings; see 'pubnub help server'.", valueName: "file"),
        completion: .file(extensions: ["json"])
    )
    var config: String?

    @Flag(help: "Report all that is wrong with the settings and their files, and start nothing; exit with 0 or 78.")
    var check = false

    @Option(
        help: ArgumentHelp(
            "Set a limit, such as connections=20000; may be repeated. An unknown name lists all.",
            valueName: "name=value"
        )
    )
    var limit: [String] = []

    @Option(
        help: ArgumentHelp(
            "Inject a fault, such as publish:status=503#first3; see 'pubnub help server'. May be repeated.",
            valueName: "rule"
        )
    )
    var fault: [String] = []

    @Option(
        help: ArgumentHelp(
            "After SIGTERM or SIGINT, fail /ready and keep serving for this long (default: 0s).",
            valueName: "duration"
        )
    )
    var drainDelay: String?

    @Option(
        help: ArgumentHelp(
            "After the drain delay, close connections whose requests take longer than this (default: 10s).",
            valueName: "duration"
        )
    )
    var drainLimit: String?

    @Flag(help: "Log each request to standard error.")
    var accessLog = false

    @Option(help: ArgumentHelp("Form of the log: text or json (default: text).", valueName: "format"))
    var logFormat: String?
}
