// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import DeviceModel
import Simulation

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One lightweight phone of a fleet: its state, its person, and the push that APNs stores for it.
public struct FleetPhone: Sendable {
    /// The maximum number of recorded events; later events are left out.
    static let eventCountMax = 100_000

    let plan: FleetPlan
    /// The phone as it is now.
    public internal(set) var device: Device
    /// The report on the phone's past days.
    public internal(set) var report = FleetReport()
    var generator: SeededGenerator
    var hash = TraceHash()
    /// The token of the app on the phone.
    let token: DeviceToken?
    /// The start of the next day.
    var day: Date
    /// The counter for the identifiers of pushes and requests.
    var lastNumber = 0
    /// The newest push that APNs stores because the phone is offline.
    var stored: (kind: Int, push: DevicePush)?
    /// Whether this person never clears Notification Center.
    let hoards: Bool
    /// The recorded events; `nil` when recording is off.
    private var recorded: [FleetEvent]?

    /// Creates a phone with its own person.
    init(_ number: Int, of plan: FleetPlan) {
        // Phones with consecutive numbers must not share random numbers. The phones' numbers cannot
        // be the seeds, because the generator's state is a counter that starts at the seed.
        var seeds = SeededGenerator(seed: plan.seed)
        let own = seeds.next() ^ UInt64(truncatingIfNeeded: number) &* 0xD6E8_FEB8_6659_FD93
        var generator = SeededGenerator(seed: own)
        let people = plan.people
        let bytes = (0..<4).flatMap { _ in
            let word = generator.next()
            return (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) }
        }
        token = try? DeviceToken(bytes: bytes)
        device = Device(
            id: "phone-\(number)", name: "Phone \(number)",
            apps: [Self.app(plan, token, using: &generator)], choices: plan.choices)
        if generator.percent(people.withSummary) {
            device.summary = ScheduledSummary()
            device.apps[0].settings.scheduledDelivery = true
        }
        device.apps[0].backgroundRefreshEnabled = !generator.percent(people.withoutRefresh)
        device.isMuted = generator.percent(people.muted)
        if !plan.timeZones.isEmpty {
            device.timeZone = plan.timeZones[generator.below(plan.timeZones.count)]
        }
        hoards = generator.percent(people.hoarders)
        day = plan.start
        self.plan = plan
        self.generator = generator
        report.devices = 1
    }

    private static func app(
        _ plan: FleetPlan, _ token: DeviceToken?, using generator: inout SeededGenerator
    ) -> InstalledApp {
        let people = plan.people
        var authorization = Authorization.authorized
        let lot = Int(generator.next() % 100)
        if lot < people.denied {
            authorization = .denied
        } else if lot < people.denied + people.unasked {
            authorization = .notDetermined
        } else if lot < people.denied + people.unasked + people.provisional {
            authorization = .provisional
        }
        var app = InstalledApp(
            bundleID: plan.app.bundleID, name: plan.app.name, authorization: authorization,
            capabilities: plan.app.capabilities)
        app.behaviour = plan.app.behaviour
        app.bundle = plan.app.bundle
        if let token { app.tokens = [.app: token] }
        return app
    }

    var bundleID: String { plan.app.bundleID }

    /// The hash of all events so far.
    public var traceHash: UInt64 { hash.value }

    /// The events since recording began.
    var events: [FleetEvent] { recorded ?? [] }

    mutating func startRecording() { recorded = [] }

    /// Adds an event to the trace. The text is created only when recording is on.
    mutating func note(
        _ code: UInt64, at time: Date, reasons: [RuleID] = [], _ summary: @autoclosure () -> String
    ) {
        hash.add(time.timeIntervalSince1970.bitPattern)
        hash.add(code)
        for rule in reasons { hash.add(rule.rawValue) }
        if let count = recorded?.count, count < Self.eventCountMax {
            recorded?.append(FleetEvent(time: time, summary: summary(), reasons: reasons))
        }
    }
}

extension SeededGenerator {
    /// Returns `true` with the given probability in percent.
    mutating func percent(_ share: Int) -> Bool { Int(next() % 100) < share }

    /// Returns a number from 0 up to but not including a bound; 0 for a bound below 1.
    mutating func below(_ bound: Int) -> Int {
        bound < 1 ? 0 : Int(truncatingIfNeeded: next() % UInt64(bound))
    }
}
