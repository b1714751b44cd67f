// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What the system expects for a VoIP push. Apple: since iOS 26.4.
public final class PKVoIPPushMetadata: NSObject, Sendable {
    /// Whether this push has to become a reported call.
    public let mustReport: Bool

    package init(mustReport: Bool) {
        self.mustReport = mustReport
        super.init()
    }
}
