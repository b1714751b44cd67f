// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The durations and limits of the registration.
struct RegistrationTiming: Hashable, Sendable {
    /// Changes that follow a first change within this time are sent together with the first change
    /// in one call. The token, the permission and the tokens of Live Activities arrive separately.
    var burst: Duration = .milliseconds(500)
    /// After this time, an unchanged registration is sent again, which shows the server that the
    /// app is still installed.
    var freshness: Duration = .seconds(24 * 3600)
    var retry = RetryDelay.standard
    /// The maximum number of consecutive failures in one launch. The next change, activation or
    /// launch starts the count again.
    var failuresPerLaunchMax = 8
}
