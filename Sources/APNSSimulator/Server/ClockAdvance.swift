// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The event that moves the clock of a connection forward. It is sent through the channel's
/// pipeline.
struct ClockAdvance: Sendable {
    let duration: Duration
}
