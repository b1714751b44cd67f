// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension RejectionReason {
    /// A reason as an error, for `Result`.
    public struct Refusal: Error, Hashable, Sendable {
        public let reason: RejectionReason
        public init(_ reason: RejectionReason) { self.reason = reason }
    }
}
