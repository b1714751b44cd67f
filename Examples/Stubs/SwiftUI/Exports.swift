// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// SwiftUI as the kit's and the examples' views use it: OpenUserNotifications, and in this folder
// what it lacks, after Apple's published declarations. It serves to type-check views where there is
// no SwiftUI; nothing here draws, and what it accepts Apple's compiler may still refuse.

@_exported public import Foundation
@_exported public import Observation
@_exported public import OpenUserNotifications
