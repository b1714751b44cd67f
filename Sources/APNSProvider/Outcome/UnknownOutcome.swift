// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The outcome of a request without a response from APNs, for instance because a connection was
/// lost.
public struct UnknownOutcome: Sendable, Hashable {
    /// The cause as a code that programs can evaluate.
    public var code: Code
    /// Whether APNs may have received the request. If `false`, APNs certainly did not process the
    /// request, and sending it again cannot cause a duplicate. If `true`, send the request again
    /// only with the same `apns-id` and collapse identifier, and expect that the person may see the
    /// notification twice.
    public var mayHaveBeenProcessed: Bool
    /// The cause as text for people, in one line without secrets, for instance `no response within
    /// 15 s` or `cannot connect to 127.0.0.1:2197: Connection refused`.
    public var cause: String
    /// The HTTP status of a response that is not from APNs; 0 if there was no response.
    private var storedStatus: UInt16

    /// The HTTP status of a response that is not from APNs, 100 to 999; `nil` when there was no
    /// response. Only an outcome with the code ``Code/notFromAPNs`` has a status.
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
