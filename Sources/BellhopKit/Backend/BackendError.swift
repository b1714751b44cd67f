// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Why a call to the app's server did not work, for a ``DeviceBackend``.
///
/// A backend of the app's own may throw it too: it says whether trying again makes sense. Any other
/// error counts as one that passes.
public struct BackendError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What happened.
    public enum Kind: Hashable, Sendable {
        /// No way to the server, or it did not answer in time. It may have done what was asked.
        case unreachable
        /// The server answered that it did not do it.
        case refused(status: Int)
        /// The answer is larger than ``HTTPBackend/Limits/answerByteCountMax``.
        case answerTooLarge
        /// The answer is not what the call answers.
        case answerUnreadable
        /// The app's own configuration does not allow the call.
        case misconfigured
    }

    public var kind: Kind
    /// What is wrong and the next thing to try, in one line, without secrets.
    public var detail: String
    /// The server's stable word for a refusal, for instance `key_unknown`.
    public var problem: String?
    /// Whether the same call may work later.
    public var isRetryable: Bool
    /// How long the server asks to wait before.
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
    /// Whether it may be otherwise later, as far as the kind tells. Statuses: RFC 9110 section 15;
    /// 425 and 429: RFC 8470 section 5.2, RFC 6585 section 4.
    var passes: Bool {
        switch self {
        case .unreachable, .answerUnreadable: true
        case .refused(let status): status >= 500 || [408, 425, 429].contains(status)
        case .answerTooLarge, .misconfigured: false
        }
    }
}
