// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension InstalledApp {
    /// How long an App Clip may show notifications after it was opened, in seconds (`AUTH-9`).
    /// Developers report a period of up to 8 hours.
    static let ephemeralSeconds = 8 * 3600.0
}

extension DueSource {
    /// The end of an App Clip's permission (`AUTH-9`).
    static let ephemeralPermission = DueSource(
        next: { device in device.apps.compactMap(\.ephemeralUntil).min() },
        take: { device, now in
            let app = device.apps.first { app in app.ephemeralUntil.map { $0 <= now } ?? false }
            guard let app else { return nil }
            var outcome = ActionOutcome(device: device, at: now)
            outcome.decide(.notDetermined, of: app.bundleID)
            outcome.report(.ephemeralPermissionEnded)
            device = outcome.device
            return .outcome(outcome)
        })
}
