// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension RejectionReason {
    /// A reason as an error, for `Result`.
    public struct Refusal: Error, Hashable, Sendable {
        public let reason: RejectionReason
        /// What APNs does not tell the sender: why, in one line, for logs.
        public let explanation: String?

        public init(_ reason: RejectionReason, because explanation: String? = nil) {
            self.reason = reason
            self.explanation = explanation
        }
    }
}
