// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// A fault that the service injects, so that tests can exercise a sender's error handling. For
/// instance, a fault returns status 503 three times for one app.
///
/// Each ``Kind`` has its own parameters; see ``Kind/parameters``. Scope, count, probability and
/// time apply to every kind.
public struct ServiceFault: Hashable, Sendable {
    public var kind: Kind
    /// The name of the fault in the list of faults. By default, the fault's number is used.
    public var name: String?

    // MARK: Parameters

    /// The HTTP status of the response, from 400 to 599. A request that receives this response is
    /// not checked, and its notification is not delivered.
    public var status: Int?
    /// The reason in the response, or in the debug data of GOAWAY. A response that has a status but
    /// no reason has no body, like the response of a proxy.
    public var reason: RejectionReason?
    /// The value of `Retry-After` in seconds, 0 or more.
    public var retryAfter: Int?
    /// The delay of the response, or of the WINDOW_UPDATE frames of ``Kind/slowReader``.
    public var delay: FaultDelay?
    /// Whether the request is checked and its notification is delivered although the client
    /// receives no response. Default `false`.
    public var isProcessed: Bool?
    /// The error code of RST_STREAM or GOAWAY (RFC 9113 section 7).
    public var errorCode: UInt32?
    /// The last stream in GOAWAY; by default, the newest stream. Requests on later streams are not
    /// processed.
    public var lastStream: UInt32?
    /// The SETTINGS_INITIAL_WINDOW_SIZE in bytes for ``Kind/tinyWindow``. Default 16.
    public var window: Int?

    // MARK: Scope

    /// The environment to which the fault applies. The properties of this group are the scope: a
    /// fault affects only the requests that match all of them. With the exception of ``endpoint``,
    /// a property that is `nil` matches every request.
    public var environment: APNSEnvironment?
    /// The kind of server to which the fault applies; `nil` means
    /// ``ServiceEndpoint/notifications``. Requests to manage channels have no ``connection``,
    /// ``token`` or ``pushType``.
    public var endpoint: ServiceEndpoint?
    /// The number of a connection. Connections are numbered from 1, in the order in which they were
    /// opened since the start or the last reset of faults.
    public var connection: Int?
    /// The identifier of a stream. The requests of a connection use 1, 3, 5 and so on.
    public var stream: UInt32?
    /// The app's bundle identifier: the topic without its suffix.
    public var app: String?
    public var token: DeviceToken?
    public var pushType: PushType?

    // MARK: Frequency and time

    /// The number of requests or connections after which the fault ends, 1 or more; `nil` for no
    /// limit.
    public var count: Int?
    /// The probability with which the fault affects a request or connection in its scope, above 0
    /// and at most 1; `nil` means 1. The selection depends only on the generator of the service, so
    /// a test with the same seed repeats the same selection.
    public var probability: Double?
    /// The time in seconds, on the clock of the service, until the fault begins. `nil` means
    /// immediately.
    public var afterSeconds: Double?
    /// The time in seconds, on the clock of the service, from the fault's beginning to its end;
    /// `nil` if the fault does not end.
    public var seconds: Double?

    public init(_ kind: Kind) { self.kind = kind }

    /// The maximum length of a name in bytes.
    public static let nameByteCountMax = 64
    /// The maximum of ``afterSeconds`` and ``seconds``: ten years.
    public static let secondsMax = 315_360_000.0
    /// The bounds of ``window``.
    public static let windowBounds = 1...65_535
}

extension ServiceFault {
    /// The effect of a fault on a request or on a connection.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// The response has ``ServiceFault/status`` and ``ServiceFault/reason``.
        case status
        /// The response is sent after ``ServiceFault/delay``. Other streams are not delayed.
        case latency
        /// The request gets no response; the stream stays open.
        case silence
        /// The response is followed by GOAWAY.
        case goAway = "goaway"
        /// The stream is reset with REFUSED_STREAM; the request is not processed.
        case refusedStream = "refused-stream"
        /// The stream is reset after the headers of the response.
        case reset
        /// The headers and the first half of the body of the response are sent, and then nothing.
        case halfResponse = "half-response"
        /// The TCP connection is closed without GOAWAY and without a response.
        case cut
        /// The response to this request, and to every later request on the connection, is 403
        /// `ExpiredProviderToken`, as with ``ServiceOptions/wedgesAfterExpiredProviderToken``.
        case expiredToken = "expired-token"
        /// On new connections, the server withholds its WINDOW_UPDATE frames for
        /// ``ServiceFault/delay``; without a delay, until the connection ends.
        case slowReader = "slow-reader"
        /// On new connections, SETTINGS_INITIAL_WINDOW_SIZE is ``ServiceFault/window``.
        case tinyWindow = "tiny-window"
        /// On new connections, the server presents a certificate for another name.
        case wrongCertificate = "wrong-certificate"

        /// Whether the fault affects new connections rather than requests.
        public var affectsConnections: Bool {
            switch self {
            case .slowReader, .tinyWindow, .wrongCertificate: true
            case .status, .latency, .silence, .goAway, .refusedStream, .reset, .halfResponse, .cut,
                .expiredToken:
                false
            }
        }

        /// The keys of the kind's own parameters in JSON.
        public var parameters: [String] { keys.map(\.rawValue) }

        var keys: [ServiceFault.CodingKeys] {
            switch self {
            case .status: [.status, .reason, .retryAfter]
            case .latency, .slowReader: ServiceFault.CodingKeys.ofDelay
            case .silence, .cut: [.isProcessed]
            case .goAway: [.reason, .errorCode, .lastStream]
            case .reset: [.status, .reason, .retryAfter, .errorCode]
            case .halfResponse: [.status, .reason, .retryAfter]
            case .tinyWindow: [.window]
            case .refusedStream, .expiredToken, .wrongCertificate: []
            }
        }
    }
}
