// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The reason why a call of a ``DeviceBackend`` to the app's server failed.
///
/// An app's own backend may throw this error too, to state whether a retry makes sense. Any other
/// error is treated as temporary.
public struct BackendError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public enum Kind: Hashable, Sendable {
        /// The server could not be reached, or did not respond in time. The server may nevertheless
        /// have processed the request: perhaps only its response was lost.
        case unreachable
        /// The server refused the request.
        case refused(status: Int)
        /// The response is larger than ``HTTPBackend/Limits/responseByteCountMax``.
        case responseTooLarge
        /// The response does not have the expected form.
        case responseUnreadable
        /// The app's own configuration does not permit the call.
        case misconfigured
    }

    public var kind: Kind
    /// A one-line description of the failure and of what to try next; it contains no secrets.
    public var detail: String
    /// The server's stable code for a refusal, for instance `key_unknown`.
    public var problem: String?
    /// Whether the same call may succeed later.
    public var isRetryable: Bool
    /// The time for which the server requires the client to wait before the next try.
    public var retryAfter: Duration?

    public init(
        _ kind: Kind, _ detail: String, problem: String? = nil, isRetryable: Bool? = nil,
        retryAfter: Duration? = nil
    ) {
        self.kind = kind
        self.detail = detail
        self.problem = problem
        self.isRetryable = isRetryable ?? kind.passes
        self.retryAfter = retryAfter
    }

    public var description: String { detail }
}

extension BackendError.Kind {
    /// Whether the failure may be temporary, judged by its kind alone. RFC 9110, section 15,
    /// defines the statuses, except 425 (RFC 8470, section 5.2) and 429 (RFC 6585, section 4).
    var passes: Bool {
        switch self {
        case .unreachable, .responseUnreadable: true
        case .refused(let status): status >= 500 || [408, 425, 429].contains(status)
        case .responseTooLarge, .misconfigured: false
        }
    }
}
