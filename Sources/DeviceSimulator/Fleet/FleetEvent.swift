// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import DeviceModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An event on a phone of a fleet.
public struct FleetEvent: Hashable, Sendable, Codable {
    public let time: Date
    /// The event in one sentence.
    public let summary: String
    /// The rules behind the event, the decisive one first.
    public let reasons: [RuleID]
}
