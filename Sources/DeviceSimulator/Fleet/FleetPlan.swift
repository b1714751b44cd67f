// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import DeviceModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The plan of a fleet: how many phones, for how long, with which app, traffic and people.
///
/// The seed alone determines all random values.
public struct FleetPlan: Sendable {
    /// The maximum number of phones; further phones are left out. Bellhop chose this number.
    public static let deviceCountMax = 10_000_000
    /// The maximum number of days; further days are left out. Bellhop chose this number.
    public static let dayCountMax = 36_500

    public var deviceCount: Int
    public var dayCount: Int
    public var seed: UInt64
    /// Midnight of the first day; by default, the start of 2026.
    public var start = Date(timeIntervalSince1970: 1_767_225_600)
    /// The time zones from which one is chosen at random for each phone, as IANA names; an empty
    /// list means UTC.
    public var timeZones: [String] = []
    public var traffic: FleetTraffic
    public var people: FleetPeople
    /// The app on each phone: identifier, declarations, files and described behaviour. Permission,
    /// state and tokens are created for each phone.
    public var app: InstalledApp
    /// The phones' behaviour where Apple's documentation is silent.
    public var choices = DeviceChoices()

    /// - Parameters:
    ///   - deviceCount: 1 to ``deviceCountMax``; other numbers are clamped to that range.
    ///   - dayCount: 1 to ``dayCountMax``; other numbers are clamped to that range.
    public init(
        deviceCount: Int, dayCount: Int = 1, seed: UInt64, traffic: FleetTraffic = FleetTraffic(),
        people: FleetPeople = FleetPeople(), app: InstalledApp = FleetPlan.defaultApp
    ) {
        self.deviceCount = min(max(1, deviceCount), Self.deviceCountMax)
        self.dayCount = min(max(1, dayCount), Self.dayCountMax)
        self.seed = seed
        self.traffic = traffic
        self.people = people
        self.app = app
    }

    /// A chat app with a service extension, for the usual kinds of notification.
    public static var defaultApp: InstalledApp {
        InstalledApp(
            bundleID: "com.example.fleet", name: "Fleet",
            capabilities: AppCapabilities(environment: .production, serviceExtension: true),
            soundFiles: ["chime.caf"])
    }
}
