// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// A single import for packages that are built both for Apple's systems and for other systems. This
// module re-exports Apple's frameworks where they exist, and OpenUserNotifications elsewhere. On a
// Mac, `-D BELLHOP_VIRTUAL_PHONE` selects OpenUserNotifications, so that tests there use the
// virtual phone too.
#if canImport(UserNotifications) && !BELLHOP_VIRTUAL_PHONE
@_exported public import UserNotifications

#if canImport(UIKit)
@_exported public import UIKit
#endif
#if canImport(UserNotificationsUI)
@_exported public import UserNotificationsUI
#endif
#if canImport(Intents)
@_exported public import Intents
#endif
#if canImport(PushKit)
@_exported public import PushKit
#endif
#if canImport(CoreLocation)
@_exported public import CoreLocation
#endif
// On a Mac, ActivityKit and BackgroundTasks can be imported, but are empty.
#if canImport(ActivityKit) && !os(macOS)
@_exported public import ActivityKit
#endif
#if canImport(BackgroundTasks) && !os(macOS)
@_exported public import BackgroundTasks
#endif
#else
@_exported public import OpenUserNotifications
#endif
