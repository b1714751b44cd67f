// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The times and counts of registering.
struct RegistrationTiming: Hashable, Sendable {
    /// What changes within this time of a first change goes along in the same call: the token, the
    /// permission and the tokens of Live Activities come one after the other.
    var burst: Duration = .milliseconds(500)
    /// A server that was told the same is told again after this time, which shows it that the app
    /// is still there.
    var freshness: Duration = .seconds(24 * 3600)
    var retry = RetryDelay.standard
    /// Calls of one launch that may fail in a row. The next change, activation or launch begins
    /// anew.
    var failuresPerLaunchMax = 8
}
