/// A topic of `pubnub help TOPIC` that is not a subcommand.
enum HelpTopic: String, CaseIterable {
    case contexts, environment, formats, output, server, status, times

    /// The description of the topic, without a final line break.
    var text: String {
        switch self {
        case .contexts:
            """
            A context is a set of saved settings. Flags, variables and the --config file take precedence over it.

              pubnub context add local --local
              pubnub context add live --from-environment
              pubnub context use live
              pubnub context list
              pubnub publish chat hello --context local

            Without --context and PUBNUB_CONTEXT commands use the selected context. Contexts are stored in
            $XDG_CONFIG_HOME/pubnub/contexts.json (default: $HOME/.config/pubnub/contexts.json) with mode 0600.
            """
        case .environment:
            """
            The command takes each setting from the first of these that has it: the flag, --local, the environment, the JSON
            file of --config (its key is in brackets), the context.

              PUBNUB_ORIGIN         --origin         [origin]
              PUBNUB_PUBLISH_KEY    --publish-key    [publishKey]
              PUBNUB_SUBSCRIBE_KEY  --subscribe-key  [subscribeKey]
              PUBNUB_SECRET_KEY     --secret-key     [secretKey]
              PUBNUB_CIPHER_KEY     --cipher-key     [cipherKey]
              PUBNUB_CIPHER_FORMAT  --cipher-format  [cipherFormat]
              PUBNUB_AUTH_KEY       --auth-key       [authKey]
              PUBNUB_UUID           --uuid           [uuid]
              PUBNUB_PROXY          --proxy          [proxy]
              PUBNUB_CONTEXT        --context
              XDG_CONFIG_HOME       folder of the contexts; default: $HOME/.config
              https_proxy, http_proxy, all_proxy, no_proxy
                                    used if no proxy is set; never for this machine
              NO_COLOR              no colours on a terminal
            """
        case .formats:
            """
            'subscribe' prints events in one of four forms:

              (default)   time, kind, channel and content
              --raw       the content only: strings without quotes, other values as JSON
              --format T  the template T, in which placeholders are replaced
              --json      one JSON object per line

            Placeholders: \(EventFormat.placeholders.map { "{{\($0)}}" }.joined(separator: ", ")).
            \\n and \\t are a line break and a tab.

              pubnub subscribe chat --format '{{time}} {{publisher}}: {{message}}'
            """
        case .output:
            """
            Results and events go to standard output, everything else to standard error. With --json every result, event and
            error is one JSON object on one line of standard output; timetokens are strings.

              {"result":{"timetoken":"17953710707896591"}}
              {"event":"message","channel":"chat","group":null,"message":"hello","timetoken":"17953710707896591"}
              {"error":{"code":122,"domain":"...","description":"...","reason":"...","suggestion":"...","associated":"chat"}}
            """
        case .server:
            """
            'pubnub origin' takes each setting from the first of these that has it: the flag, the environment, the JSON file of
            --config. The variable is PUBNUB_ORIGIN_ and the flag in capitals, the key in the file is the flag in camel case:

              --admin-port 9100    PUBNUB_ORIGIN_ADMIN_PORT=9100    {"adminPort": 9100}

            The publish, subscribe and secret key have the variables that clients use: PUBNUB_PUBLISH_KEY,
            PUBNUB_SUBSCRIBE_KEY and PUBNUB_SECRET_KEY. PUBNUB_ORIGIN_CONFIG names the file if --config does not. --fault,
            --restore and --check have no variable; an empty variable counts as missing. The file has four more keys. An unknown
            key is an error, and so is an unknown variable, except those of Kubernetes for a service named pubnub-origin:

              "limits": {"connections": 20000, "emptyResponseAfter": "60s"}
              "quotas": {"messagesPerSecond": 1000, "objects": 100000}
              "faults": ["publish:status=503#first3"]
              "keysets": [{"subscribeKey": "demo"}]

            The file of --keyset is {"keysets": [...]}. A keyset has "subscribeKey" and may have "publishKey", "secretKey",
            "formerSecretKey" with "formerSecretKeyEnd", "accessManager", "appContext", "retention", "retentionSize",
            "fileRetention", "files", "presence" and "quotas". Signatures and tokens of the former secret key are valid until
            its end, for example "2026-12-31T00:00:00Z". "fileRetention" is the age from which files are deleted, that of
            "retention" by default; 0 keeps them.
            Quotas bound what a keyset uses: "requestsPerSecond", "messagesPerSecond", "heldPolls", "occupants", "stateBytes",
            "registeredChannels", "grants", "objects", "actions", "storedBytes" and "fileBytes". The key "quotas" of the
            --config file has the quotas of keysets without "quotas".

            A fault is [FAMILY[@CHANNEL]:]ACTION[#OCCURRENCE], where ACTION is delay=2s, drop, drop-response, truncate=10,
            status=503, reset, wrong-encoding or slow=10/1s, and OCCURRENCE is #3, #first3 or #every3 of the matching requests.
            refuse=3 closes the next three connections.

            SIGTERM and SIGINT end the server: /ready fails, the server continues to serve for --drain-delay, completes
            requests within --drain-limit, and exits. A second signal ends it immediately. SIGHUP reads the keysets,
            certificates, admin token, NATS addresses and log level again.
            """
        case .status:
            """
              0   success
              1   an error, which is printed with its code and description
              64  wrong usage, also a wrong value in the environment or in the file of --config
              78  'pubnub origin': it cannot start with these settings; with --check: any setting or one of its files is wrong
            """
        case .times:
            """
            A moment (--since, --before, --after) is one of:

              17953710707896591            a timetoken: units of 100 ns since 1970, 16 digits or more
              90s, 10m, 12h, 7d            this long ago
              2026-11-22                   start of the day, in the time zone of this machine
              2026-11-22T10:30             also with seconds
              2026-11-22T10:30:00Z         also with +01:00

            A duration (--timeout, --ttl, --interval, --expires) is a number with a unit: ms, s, m, h or d. A number without a
            unit counts hours for 'publish --ttl', 'files send --ttl' and 'files publish --ttl', minutes for 'grant --ttl' and
            'token grant --ttl', and seconds for all others. More than 100 years count as 100 years.
            """
        }
    }
}
