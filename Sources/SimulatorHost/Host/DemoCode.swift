// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DemoBundle
import DeviceSimulator
import OpenUserNotifications

/// The code of the demo app, for the phones on which it is installed.
enum DemoCode {
    /// Returns the code of the demo app. Returns `nil` for other apps.
    static func code(of bundleID: String) -> (any AppCode)? {
        guard bundleID == DemoAppDescription.bundleID else { return nil }
        var parts = ApplicationCode.Parts()
        parts.delegate = { DemoAppDescription.makeDelegate() }
        parts.serviceExtension = { DemoAppDescription.makeServiceExtension() }
        parts.contentExtension = { DemoAppDescription.makeContentExtension() }
        for type in DemoAppDescription.activityTypes { parts.add(type) }
        return ApplicationCode(parts)
    }
}
