// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// No answer came, so nobody can say what became of the notification.
public struct UnknownOutcome: Sendable, Hashable {
    /// Whether APNs may have got the request. When `false` it certainly did not process it, and
    /// sending it again cannot make a duplicate; when `true`, send it again only with the same
    /// `apns-id` and collapse identifier, and expect that a person may see it twice.
    public var mayHaveBeenProcessed: Bool
    /// What went wrong in one line without secrets, for instance `no answer within 15 s` or
    /// `cannot connect to 127.0.0.1:2197: Connection refused`.
    public var cause: String

    public init(mayHaveBeenProcessed: Bool, cause: String) {
        self.mayHaveBeenProcessed = mayHaveBeenProcessed
        self.cause = cause
    }
}
