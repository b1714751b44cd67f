// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Foundation
import Testing

@MainActor
struct RegionTests {
    private nonisolated static let home = Coordinate(latitude: 52.500, longitude: 13.369)
    private nonisolated static let station = Coordinate(latitude: 52.525, longitude: 13.369)
    private let region = LocalRegion(latitude: 52.525, longitude: 13.369, radius: 150)

    private func makePhone(_ access: LocationAccess = .allowed(isPrecise: true)) async throws
        -> ReminderPhone
    {
        try await ReminderPhone(
            configure: { $0.location = Self.home },
            makeSchedule: { LocalSchedule(context: $0, location: { access }) })
    }

    @Test func `LCL-14: one reminder is shown on arriving at a place, and another on leaving it`()
        async throws
    {
        let test = try await makePhone()
        try await test.plan(
            .reminder("Your ticket", .arriving(region)),
            .reminder("Your umbrella", .leaving(region, repeats: true)))
        try await test.phone.goHome()
        try await test.phone.walk(to: Self.station)
        #expect(test.phone.screen.notifications.map(\.title) == ["Your ticket"])
        try await test.phone.walk(to: Self.home)
        #expect(
            test.phone.screen.notifications.map(\.title) == ["Your umbrella", "Your ticket"])

        // The first is shown once, the second each time; a launch does not change that.
        try await test.open()
        #expect(test.app.pending.map(\.id) == ["Your umbrella"])
        try await test.phone.walk(to: Self.station)
        try await test.phone.walk(to: Self.home)
        #expect(test.app.pending.map(\.id) == ["Your umbrella"])
        #expect(try test.schedule.planned.map(\.id) == ["Your umbrella"])
    }

    @Test func `LCL-13: planning a region without access to the location is an error`() async throws
    {
        let test = try await makePhone(.none)
        await #expect(throws: LocalNotificationError.locationNotAllowed) {
            try await test.plan(.reminder("Your ticket", .arriving(region)))
        }
        #expect(test.app.pending.isEmpty)
    }

    @Test(arguments: [(150.0, false), (5000, true)])
    func `LCL-13: without the precise location only large regions can be planned`(
        radius: Double, isPlanned: Bool
    ) async throws {
        let test = try await makePhone(.allowed(isPrecise: false))
        var wide = region
        wide.radius = radius
        let schedule = try test.schedule
        var refusal: LocalNotificationError?
        do throws(LocalNotificationError) {
            try await schedule.plan(.reminder("Your ticket", .arriving(wide)))
        } catch { refusal = error }
        #expect(refusal == (isPlanned ? nil : .locationNotPrecise))
        #expect(test.app.pending.count == (isPlanned ? 1 : 0))
    }

    @Test func `LCL-16: the system monitors 20 regions, and no more are planned`() async throws {
        let test = try await makePhone()
        let regions = (1...21).map { number in
            LocalNotification.reminder(
                "p\(number)",
                .arriving(LocalRegion(latitude: Double(number), longitude: 13, radius: 200)))
        }
        try await test.schedule.plan(Array(regions.prefix(20)))
        await #expect(throws: LocalNotificationError.tooManyRegions(countMax: 20)) {
            try await test.schedule.plan(regions[20])
        }
        // Replacing a region does not add one.
        try await test.schedule.plan(
            .reminder("p1", .leaving(LocalRegion(latitude: 1, longitude: 13, radius: 300))))
        #expect(test.app.pending.count == 20)
    }

    @Test func `a region is submitted even if there are more timed notifications than places`()
        async throws
    {
        let test = try await makePhone()
        try await test.schedule.plan(
            (1...100).map { .reminder("r\($0)", .after(.seconds($0 * 60))) })
        try await test.plan(.reminder("Your ticket", .arriving(region)))
        #expect(test.app.pending.count == 60)
        #expect(test.app.pending.last?.id == "Your ticket")
    }
}
