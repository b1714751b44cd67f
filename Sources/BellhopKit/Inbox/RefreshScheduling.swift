// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A system service that runs fetches in the background.
@MainActor
protocol RefreshScheduling {
    /// Registers the work, at launch.
    func register()
    /// Requests the next run.
    func schedule()
}
