// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSSimulator

/// The keys of a simulator's configuration file, with their meanings. This is the only list of the
/// keys; the reader, the printed configuration and the messages use it.
enum ConfigurationKeys {
    struct Key: Sendable {
        let name: String
        let meaning: String

        init(_ name: String, _ meaning: String) {
            self.name = name
            self.meaning = meaning
        }
    }

    static let file = [
        Key("host", "The address to listen on."),
        Key("ports", "The ports; 0 selects a free one."),
        Key("virtual_clock", "Whether POST /v1/clock/advance can move the clock."),
        Key("team_id", "The team of all keys and apps below that have no team_id."),
        Key("keys", "Keys for provider tokens, in addition to the key in the state directory."),
        Key("authorities", "Files with the CAs whose client certificates APNs accepts."),
        Key("apps", "Apps with their teams and capabilities."),
        Key("devices", "Devices without a virtual phone, each with a token of one app."),
        Key(
            "service",
            "What APNs does where Apple documents nothing; see docs/apple-behaviour.md."),
        Key("limits", "Limits of the service; it refuses requests that would exceed them."),
        Key("connections", "Limits of connections; times in seconds."),
        Key("faults", "Faults to inject from the start, in the form of POST /v1/faults."),
    ]

    static let ports = [
        Key("sandbox", "Notifications of the sandbox."),
        Key("production", "Notifications of production."),
        Key("sandbox_channels", "Management of sandbox channels."),
        Key("production_channels", "Management of production channels."),
        Key("control", "The control API."),
    ]

    static let key = [
        Key("key_id", "The key ID: ten capital letters and digits."),
        Key("team_id", "The team ID: ten capital letters and digits."),
        Key("file", "The path of a .p8 file or of a public key in PEM form."),
        Key("public_key", "The public key in PEM form, in place of a file."),
        Key("environment", "sandbox, production or both."),
        Key("topics", "The only bundle identifiers for which the key is valid."),
    ]

    static let app = [
        Key("bundle_id", "The bundle identifier."),
        Key("team_id", "The team ID: ten capital letters and digits."),
        Key("push", "Whether the App ID has the Push Notifications capability."),
        Key("broadcast", "Whether the App ID has the Broadcast capability."),
    ]

    static let device = [
        Key("id", "The identifier of the device."),
        Key("app", "The bundle identifier of the app."),
        Key("environment", "sandbox or production."),
        Key("token", "The device token in hexadecimal digits; random by default."),
        Key("online", "Whether the device is connected to APNs."),
        Key(
            "saving_power",
            "Whether the device saves power, which delays pushes with a priority below 10."),
        Key("state", "registered, unregistered or expired."),
        Key("since", "When the token became invalid, for instance 2026-01-31T09:00:00Z."),
    ]

    /// The meanings of the options of the simulated service.
    static let options = [
        Key(
            "priority_rule",
            "How to treat priorities that Apple does not document for a push type: accept-any, "
                + "refuse-given or refuse-assumed-too."),
        Key(
            "refuses_topic_of_other_type",
            "Refuse a topic whose suffix does not match the push type."),
        Key("ignores_case_of_push_type", "Accept push types in any letter case."),
        Key(
            "second_team_reason",
            "The reason for rejecting a request of a second team on the same "
                + "connection."),
        Key(
            "wedges_after_expired_provider_token",
            "Reject all requests on a connection after an expired provider token."),
        Key(
            "sends_environment_reason_as_seen_on_wire",
            "Return the reason BadEnvironmentKeyInToken, as observed in responses of Apple's "
                + "servers."),
        Key("sends_content_type", "Send the content-type header with the reason of a rejection."),
        Key(
            "unregistered_delay_seconds",
            "The number of seconds after which the token of a deleted app gets 410."),
        Key(
            "token_rate_limit",
            "The limit for each device token, such as {count_max: 5, seconds: 60}."),
        Key(
            "refusals_before_go_away",
            "The number of consecutive rejections that ends a connection."),
        Key(
            "stream_count_before_token",
            "Concurrent streams before the first valid provider token."),
        Key("stream_count_after_token", "Concurrent streams after the first valid provider token."),
        Key(
            "excess_stream_rule",
            "What happens to streams beyond the limit: go-away or refuse-stream."),
        Key(
            "drops_streams_after_refusal",
            "A rejection reduces the number of concurrent streams to 1."),
        Key(
            "ends_connection_of_other_environment",
            "Send GOAWAY to a client with a certificate for the other environment."),
        Key(
            "silence",
            "When APNs does not respond: never, after-expired-provider-token or always."),
        Key(
            "binds_connections_to_apps",
            "A connection rejects requests for apps that were added "
                + "after its first request."),
        Key(
            "requires_broadcast_headers",
            "A broadcast requires apns-expiration and apns-priority."),
    ]

    /// A limit of the service.
    struct Limit: Sendable {
        let name: String
        let path: any WritableKeyPath<ServiceLimits, Int> & Sendable
        let meaning: String
        /// The range of the values. Even with the largest value, the state fits into the memory of
        /// a machine.
        static let range = 1...100_000_000
    }

    static let limits = [
        Limit(name: "keys", path: \.keyCountMax, meaning: "Registered keys."),
        Limit(name: "apps", path: \.appCountMax, meaning: "Registered apps."),
        Limit(name: "devices", path: \.deviceCountMax, meaning: "Registered phones."),
        Limit(name: "light_devices", path: \.lightDeviceCountMax, meaning: "Light devices."),
        Limit(name: "tokens", path: \.liveTokenCountMax, meaning: "Valid tokens of phones."),
        Limit(
            name: "dead_tokens", path: \.deadTokenCountMax,
            meaning: "Invalid tokens for which the simulator returns 410; beyond the limit, the "
                + "oldest become unknown."),
        Limit(
            name: "log_entries", path: \.logEntryCountMax,
            meaning: "Requests in the log; beyond the limit, the oldest are removed."),
        Limit(
            name: "channels_per_app", path: \.channelCountPerAppMax,
            meaning: "Channels of an app in one environment."),
        Limit(name: "channels", path: \.channelCountMax, meaning: "Channels of all apps."),
    ]

    /// A time limit of connections.
    struct Time: Sendable {
        let name: String
        let path: any WritableKeyPath<ConnectionLimits, Duration> & Sendable
        let meaning: String
        /// The range in seconds: from a millisecond to 100 days.
        static let range = 0.001...8_640_000.0
    }

    static let times = [
        Time(
            name: "idle_time", path: \.idleTime,
            meaning: "The time without a request after which GOAWAY with IdleTimeout is sent."),
        Time(
            name: "idle_time_before_token", path: \.idleTimeBeforeToken,
            meaning: "The idle time of a client that has not sent a valid credential."),
        Time(
            name: "handshake_time", path: \.handshakeTime,
            meaning: "The time for the TLS handshake and the HTTP/2 preface."),
        Time(
            name: "part_time", path: \.partTime,
            meaning: "The time from the start of a frame to its end."),
        Time(
            name: "request_time", path: \.requestTime,
            meaning: "The time from a request's headers to its response."),
        Time(
            name: "shutdown_time", path: \.shutdownTime,
            meaning: "The time for open requests when the simulator ends."),
    ]

    /// A limit of connections that is a number of items or bytes.
    struct Count: Sendable {
        let name: String
        let path: any WritableKeyPath<ConnectionLimits, Int> & Sendable
        let meaning: String
        static let range = 1...100_000
    }

    static let counts = [
        Count(name: "connections", path: \.connectionCountMax, meaning: "Open connections."),
        Count(
            name: "connections_per_address", path: \.connectionCountPerAddressMax,
            meaning: "Open connections from one address."),
        Count(
            name: "header_list_bytes", path: \.headerListByteCountMax,
            meaning: "Bytes of a request's headers, as HTTP/2 counts them."),
        Count(
            name: "stream_resets", path: \.streamResetCountMax,
            meaning: "Streams that a client may reset in ten seconds."),
    ]
}
