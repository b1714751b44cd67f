// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What can take up where a person left off. Apple: since iOS 12.0.
@preconcurrency @MainActor
public protocol UIUserActivityRestoring: NSObjectProtocol {
    /// Takes an activity up.
    func restoreUserActivityState(_ userActivity: NSUserActivity)
}
