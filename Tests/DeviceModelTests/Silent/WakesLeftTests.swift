// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import DeviceModel

/// The wakes that are left of the budget (SIL-3, SIL-5), as they are shown to the person.
struct WakesLeftTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func phone(wakes ages: [Double]) -> Device {
        var device = Device(id: "a", name: "a", apps: [.demo])
        device.apps[0].wakes = ages.sorted(by: >).map { now - $0 }
        return device
    }

    @Test(
        arguments: [
            ([], 3, 30), ([60], 2, 29), ([3_600], 3, 29), ([3_599.0], 2, 29), ([1, 2, 3], 0, 27),
            ([1, 2, 3, 4], 0, 26), ([86_400], 3, 30),
        ] as [([Double], Int, Int)])
    func `SIL-3, SIL-5: the wakes of the hour and of the day are counted`(
        ages: [Double], hour: Int, day: Int
    ) {
        let left = phone(wakes: ages).wakesLeft(of: InstalledApp.demoBundleID, at: now)
        #expect(left?.inHour == hour && left?.inDay == day)
    }

    @Test func `SIL-3: a silent push is refused if and only if no wakes are left`() {
        for ages in [[1.0, 2, 3], [3_599, 5, 4], [3_600, 5, 4], [3_601, 5, 4]] {
            let device = phone(wakes: ages)
            let left = device.wakesLeft(of: InstalledApp.demoBundleID, at: now)
            let refusal = SilentBudget(device).refusal(wakes: device.apps[0].wakes, at: now)
            #expect((left?.inHour == 0) == (refusal != nil))
        }
    }

    @Test func `SIL-5: wakes are unlimited for an app that runs from Xcode, and at limits of 0`() {
        var device = phone(wakes: [])
        device.apps[0].isAttachedToXcode = true
        #expect(device.wakesLeft(of: InstalledApp.demoBundleID, at: now) == nil)
        #expect(device.wakesLeft(of: "com.example.no", at: now) == nil)
        device.apps[0].isAttachedToXcode = false
        device.choices.backgroundPushesPerHour = 0
        device.choices.backgroundPushesPerDay = 0
        let left = device.wakesLeft(of: InstalledApp.demoBundleID, at: now)
        #expect(left?.inHour == nil && left?.inDay == nil && left != nil)
    }
}
