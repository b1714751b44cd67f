// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension PhoneFixture {
    /// The instant this many seconds after ``now``.
    static func after(_ seconds: Double) -> Date { now.addingTimeInterval(seconds) }

    /// Makes and applies the decision for a push at a given time, and ends the background run that
    /// the push starts.
    @discardableResult
    mutating func take(
        _ json: String, after seconds: Double, number: UInt8 = 7, collapseID: String? = nil
    ) throws -> ArrivalDecision {
        let push = try push(json, collapseID: collapseID, number: number)
        let now = Self.after(seconds)
        let decision = device.decide(.push(push), at: now)
        device.apply(decision)
        if decision.startsBackgroundRun {
            device.endBackgroundRun(of: Self.bundleID, result: .newData, at: now)
        }
        return decision
    }

    /// Takes the first event that is due at or before this many seconds after ``now``.
    mutating func takeDue(after seconds: Double) -> DueEvent? {
        device.takeDue(at: Self.after(seconds))
    }

    /// The decision for a local notification with this content.
    func decide(
        local content: NotificationContent, answers: ArrivalAnswers? = nil
    ) -> ArrivalDecision {
        let request = NotificationRequest(
            id: "local", content: content, trigger: .interval(seconds: 60, repeats: false))
        return device.decide(
            .local(request, bundleID: Self.bundleID), at: Self.now, answers: answers)
    }
}
