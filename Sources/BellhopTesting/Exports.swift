// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// One import for a test: the phone, its clock and Apple's API come along, and Swift Testing, which
// knows the line that calls a phone.
@_exported public import DeviceModel
@_exported public import DeviceSimulator
@_exported public import OpenUserNotifications
@_exported public import Simulation
@_exported public import Testing
