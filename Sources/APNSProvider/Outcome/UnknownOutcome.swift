// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// A request without a response of APNs, for instance because a connection was lost.
public struct UnknownOutcome: Sendable, Hashable {
    /// Why there is no response of APNs, for programs.
    public var code: Code
    /// Whether APNs may have got the request. When `false` it certainly did not process it, and
    /// sending it again cannot make a duplicate; when `true`, send it again only with the same
    /// `apns-id` and collapse identifier, and expect that a person may see it twice.
    public var mayHaveBeenProcessed: Bool
    /// The same for people, in one line without secrets, for instance `no answer within 15 s` or
    /// `cannot connect to 127.0.0.1:2197: Connection refused`.
    public var cause: String
    /// The HTTP status of a response that is not APNs' own; 0 when there was none.
    private var storedStatus: UInt16

    /// The HTTP status of a response that is not APNs' own, 100 to 999; `nil` when no response
    /// came. Only ``Code/notFromAPNs`` has one.
    public var status: Int? { storedStatus == 0 ? nil : Int(storedStatus) }

    public init(
        code: Code, mayHaveBeenProcessed: Bool, cause: String, status: Int? = nil
    ) {
        self.code = code
        self.mayHaveBeenProcessed = mayHaveBeenProcessed
        self.cause = cause
        storedStatus = status.flatMap { UInt16(exactly: $0) } ?? 0
    }
}
