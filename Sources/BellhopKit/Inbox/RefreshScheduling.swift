// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What the system offers for fetching without being asked.
@MainActor
protocol RefreshScheduling {
    /// Says what is to be done, at launch.
    func register()
    /// Asks for the next time.
    func schedule()
}
