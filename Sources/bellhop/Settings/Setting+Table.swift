// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayTracing

extension Setting {
    static let stateDirectory = Setting(
        "state_dir", .path, default: StateDirectory.defaultPath,
        "The directory where servers store their state and clients find the servers.",
        details: "All commands read the environment variable. Only a file that --config names may "
            + "set it.")

    static let file = Setting(
        "config", .path, withoutValue: "bellhop.yaml in the state directory, if it exists",
        sources: [.flag, .environment], "A file with settings, in YAML.")

    static let host = Setting(
        "host", .text, default: "127.0.0.1",
        "The address to listen on; if it is not loopback, other machines have access.")

    static let port = Setting(
        "port", .number(0...65_535, unit: nil), default: "8080",
        "The port of the gateway; 0 selects a free port.")

    static let hostNames = Setting(
        "host_names", .texts, option: "host-name",
        "Host names that clients use for this server, besides the loopback names.",
        details: "Repeat the option for several names; separate names in the variable by commas.")

    static let database = Setting(
        "database", .databaseAddress, withoutValue: "gateway.sqlite in the state directory",
        "The address of a PostgreSQL database to use instead of the file in the state directory.",
        details: "Keep the password out of the address, in ~/.pgpass or PGPASSWORD.")

    static let masterKeyFile = Setting(
        "master_key_file", .path, withoutValue: "master.key in the state directory",
        "A file with the master key, with which the secrets in the database are sealed.",
        details: """
            The gateway creates master.key; a PostgreSQL database needs this setting or \
            BELLHOP_MASTER_KEY. A key is 32 bytes in Base64; several keys are lines \
            VERSION:BASE64, the newest first.
            """)

    static let masterKey = Setting(
        "master_key", .masterKeys, sources: [.environment],
        "The master key itself, instead of a file.",
        details: "A master key file from a source with the same or a higher precedence takes "
            + "precedence.")

    static let simulator = Setting(
        "simulator", .yesNo, default: "false", "Send to the running simulator instead of Apple.")

    static let lease = Setting(
        "lease", .number(5...600, unit: "seconds"), default: "30",
        "The time for which only this gateway handles the work that it has taken.",
        details: """
            When a gateway is killed, another gateway on the same PostgreSQL database takes over \
            its work after this time. The lease of a single message is never shorter than 20 \
            seconds. Give all gateways of a database the same value.
            """)

    static let drainWait = Setting(
        "drain_wait", .number(0...300, unit: "seconds"), default: "0",
        "The time between SIGTERM and the end of the server.",
        details: """
            Meanwhile requests are served and /health/ready responds with 503, so that a load \
            balancer sends new requests elsewhere.
            """)

    static let logLevel = Setting(
        "log_level", .word(["trace", "debug", "info", "notice", "warning", "error", "critical"]),
        default: "warning", "The lowest level that is logged to standard error.")

    static let logFormat = Setting(
        "log_format", .word(["text", "json"]), default: "text",
        "The format of the log: lines for people, or one JSON object in each line.")

    static let traces = Setting(
        "traces", .path, withoutValue: "no traces",
        "A file to which traces are appended as OTLP in JSON, for OpenTelemetry's Collector.",
        details: """
            A line contains the spans of about a second: requests, attempts to deliver single \
            messages, batches of campaigns. At 64 MiB the file is renamed to FILE.1, and a new one \
            begins. Each gateway needs its own file.
            """)

    static let traceShare = Setting(
        "trace_share", .share, default: "\(TraceShare.standard)",
        "The share of traces that are recorded.",
        details: """
            Whether a request with the header traceparent is recorded depends only on the caller's \
            decision in this header, not on the share.
            """)

    static let connections = Setting(
        "connections", .number(16...4096, unit: nil), default: "1000",
        "The maximum number of simultaneous connections of clients.",
        details: "At most a quarter of the descriptors of the process (ulimit -n) are used.")

    static let connectionsPerAddress = Setting(
        "connections_per_address", .number(1...4096, unit: nil), default: "500",
        "The maximum number of simultaneous connections from one address.",
        details: "Behind a proxy, all clients have the address of the proxy.")

    static let messagesInFlight = Setting(
        "messages_in_flight", .number(16...4096, unit: nil), default: "256",
        "The maximum number of deliveries of single messages in flight.",
        details: "After a crash, up to this number of notifications may be sent again with the "
            + "same apns-id.")

    static let messageRetention = Setting(
        "message_retention", .number(30...3650, unit: "days"), default: "30",
        "The time for which messages are kept after they have ended.",
        details: "A message with receipts is kept as long as its receipts, for 90 days.")

    static let campaignRetention = Setting(
        "campaign_retention", .number(2...3650, unit: "days"), default: "90",
        "The time for which campaigns are kept after they have ended.")

    static let installationRetention = Setting(
        "installation_retention", .number(7...3650, unit: "days"), default: "270",
        "The time for which an installation is kept after its last registration.")

    static let loopbackWebhooks = Setting(
        "loopback_webhooks", .yesNo, default: "false",
        "Allow webhooks on this machine, even without TLS.",
        details: "For development. Otherwise events are sent only to public servers, by https.")

    static let fcmURL = Setting(
        "fcm_url", .text, withoutValue: "Google's",
        "The address of an FCM other than Google's, such as http://127.0.0.1:2199.",
        details: """
            Messages and requests for access tokens go there, regardless of the address in the \
            service accounts. With --simulator, the default is the running simulator.
            """)

    static let loopbackPushServices = Setting(
        "loopback_push_services", .yesNo, default: "false",
        "Allow browsers' endpoints on this machine, on any port and without TLS.",
        details: "For a simulator. Otherwise endpoints are public servers with https and port 443.")

    static let events = Setting(
        "events", .path, withoutValue: "no event file",
        "A file to which all events are appended as JSON Lines; - for standard output.",
        details: """
            The file is opened for each addition, so that it can be renamed at any time. With \
            several gateways on a database, each event is written by only one of the gateways that \
            have a file.
            """)

    static let keyRate = Setting(
        "key_rate", .number(1...6_000_000, unit: "requests in a minute"), default: "120000",
        "The maximum number of requests of an API key that has no limit of its own.",
        details: "Up to a thirtieth of this number, but at least ten, may arrive in one burst.")

    static let apnsPort = Setting(
        "apns_port", .port, default: SettingKind.off,
        "The port for senders that speak to Apple's production APNs, over HTTP/2 with TLS.",
        details: "0 selects a free port.")

    static let apnsSandboxPort = Setting(
        "apns_sandbox_port", .port, default: SettingKind.off,
        "The port for senders that speak to Apple's sandbox, over HTTP/2 with TLS.",
        details: "0 selects a free port.")

    static let apnsCertificate = Setting(
        "apns_certificate", .path, withoutValue: "one for this machine, signed by ca.pem",
        "A PEM file with the certificate chain of the ports for senders.",
        details: "It is read when the gateway starts.")

    static let apnsPrivateKey = Setting(
        "apns_private_key", .path, withoutValue: "the key of that certificate",
        "A PEM file with the private key of the certificate for senders.")

    static let oidcIssuer = Setting(
        "oidc_issuer", .text, withoutValue: "members sign in with passwords only",
        "The issuer with which members of the console sign in by OpenID Connect.",
        details: """
            The address of the identity provider, exactly as it writes it. Needs oidc_client_id \
            and oidc_client_secret.
            """)

    static let oidcClientID = Setting(
        "oidc_client_id", .text, "The identifier of this gateway at the identity provider.")

    static let oidcClientSecret = Setting(
        "oidc_client_secret", .secret, sources: [.environment, .file],
        "The secret of this gateway at the identity provider.")

    static let oidcName = Setting(
        "oidc_name", .text, default: "OpenID Connect",
        "The name of the identity provider on the button for signing in.")

    static let loopbackOIDC = Setting(
        "loopback_oidc", .yesNo, default: "false",
        "Allow an identity provider on this machine, even without TLS.",
        details: "For development. Otherwise the provider needs https.")

    static let auditRetention = Setting(
        "audit_retention", .number(1...3650, unit: "days"), default: "730",
        "The time for which entries of the audit log are kept.")

    /// All settings, in the order of help and documentation.
    static let all = [
        stateDirectory, file, host, port, hostNames, database, masterKeyFile, masterKey, simulator,
        lease, drainWait, logLevel, logFormat, traces, traceShare, connections,
        connectionsPerAddress, messagesInFlight, messageRetention, campaignRetention,
        installationRetention, auditRetention, keyRate, loopbackWebhooks, fcmURL,
        loopbackPushServices, events, apnsPort,
        apnsSandboxPort, apnsCertificate, apnsPrivateKey, oidcIssuer, oidcClientID,
        oidcClientSecret, oidcName, loopbackOIDC,
    ]
}
