// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension DoctorCheck {
    /// What the Swift sources do.
    static let codeChecks: [DoctorCheck] = []
}
