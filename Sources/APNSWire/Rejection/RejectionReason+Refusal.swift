// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension RejectionReason {
    /// A rejection reason as an error, for use in `Result`.
    public struct Refusal: Error, Hashable, Sendable {
        public let reason: RejectionReason
        /// A more detailed explanation in one line, for logs; APNs does not send it.
        public let explanation: String?

        public init(_ reason: RejectionReason, because explanation: String? = nil) {
            self.reason = reason
            self.explanation = explanation
        }
    }
}
