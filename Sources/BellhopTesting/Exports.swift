// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// One import for a test: the phone's words, its clock and Apple's API come along.
@_exported public import DeviceModel
@_exported public import DeviceSimulator
@_exported public import OpenUserNotifications
@_exported public import Simulation
