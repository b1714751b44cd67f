// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// The part of SwiftUI that the views of the kit and the examples use: OpenUserNotifications, and in
// this folder the declarations that it lacks, after Apple's published ones. It is only for
// type-checking views without SwiftUI; nothing here draws, and Apple's compiler may still reject
// code that compiles here.

@_exported public import Foundation
@_exported public import Observation
@_exported public import OpenUserNotifications
