// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension PushPool {
    /// The limits of a client, and texts that appear in its requests and messages.
    package struct Settings: Sendable {
        /// The maximum number of connections.
        package var connectionCountMax = 1
        /// The maximum number of requests in flight on one connection.
        package var streamCountMax = 1000
        /// The maximum number of waiting requests. Further requests are not sent.
        package var waitingCountMax = 10_000
        /// Whether requests have a provider token; otherwise the client uses a certificate.
        package var usesTokens = true
        /// The `:authority` of requests.
        package var authority = ""
        /// The identifier of each connection's first stream, an odd number. Tests start near the
        /// largest identifier.
        package var firstStreamID: UInt32 = 1
        /// The host and port as text for messages.
        package var address = ""
        package var requestDeadline: Duration = .seconds(15)
        package var connectTimeout: Duration = .seconds(10)
        package var idlePingInterval: Duration = .seconds(3600)
        package var pingTimeout: Duration = .seconds(10)

        package init() {}
    }

    /// A provider token as a header value. The number distinguishes this token from other tokens.
    package struct Credential: Hashable, Sendable {
        package let authorization: String
        package let number: UInt32

        package init(authorization: String, number: UInt32) {
            self.authorization = authorization
            self.number = number
        }
    }

    package enum Action: Hashable, Sendable {
        case open(ConnectionID)
        /// Write the rest of the connection's output and close the connection, which the pool has
        /// already removed.
        case close(ConnectionID)
        /// APNs reported this token as expired: request another token and report the result with
        /// ``tokenRenewed(expired:isAvailable:)``.
        case renewToken(number: UInt32)
    }

    /// The caller, the outcome of its request, and the time since submission. The type is a tuple,
    /// because the parts of a tuple can be moved out without copying.
    package typealias Completion = (caller: Caller, outcome: EngineOutcome, nanoseconds: Int64)
}
