// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// Re-exports the API that a test needs: the phone, the phone's clock, Apple's API, and Swift
// Testing for `SourceLocation`.
@_exported public import DeviceModel
@_exported public import DeviceSimulator
@_exported public import OpenUserNotifications
@_exported public import Simulation
@_exported public import Testing
