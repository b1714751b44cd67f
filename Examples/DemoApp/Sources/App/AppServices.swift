// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DemoKit
import Foundation

#if canImport(UIKit)
import UIKit
import UserNotifications
#else
import OpenUserNotifications
#endif

/// What the app takes from outside; a test gives its own.
@MainActor
struct AppServices {
    var backend: any Backend
    var center: UNUserNotificationCenter
    var keys: GroupKeys
    var calls: any CallReporting
    var now: @Sendable () -> Date

    init(
        backend: any Backend = SampleBackend(),
        center: UNUserNotificationCenter = .current(),
        keys: GroupKeys = GroupKeys(),
        calls: (any CallReporting)? = nil,
        now: @escaping @Sendable () -> Date = { .now }
    ) {
        self.backend = backend
        self.center = center
        self.keys = keys
        self.now = now
        self.calls = calls ?? CallKitCalls()
    }
}
