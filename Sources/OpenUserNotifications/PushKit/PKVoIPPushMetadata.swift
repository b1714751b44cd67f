// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The system's requirements for a VoIP push. Available since iOS 26.4.
public final class PKVoIPPushMetadata: NSObject, Sendable {
    /// Whether the app must report a call for this push.
    public let mustReport: Bool

    package init(mustReport: Bool) {
        self.mustReport = mustReport
        super.init()
    }
}
