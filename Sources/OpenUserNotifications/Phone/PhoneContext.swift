// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Which phone and app the running code belongs to.
package enum PhoneContext {
    /// The app whose code runs; nil for a plain test, which has the default device.
    @TaskLocal package static var running: PhoneApp?

    private static let fallback = PhoneApp(services: NoPhone())

    /// The app whose code runs, else the one on the default device.
    package static var current: PhoneApp { running ?? fallback }

    /// The phone's time.
    static var now: Date { current.services.now }

    /// When a calendar matches next, after the phone's time; nil for never.
    static func nextDate(matching components: DateComponents) -> Date? {
        var calendar = components.calendar ?? current.services.calendar
        if let zone = components.timeZone { calendar.timeZone = zone }
        return calendar.nextDate(
            after: now, matching: components, matchingPolicy: .nextTime)
    }
}
