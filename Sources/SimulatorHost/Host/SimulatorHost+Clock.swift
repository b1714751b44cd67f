// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSSimulator
import APNSWire
package import ControlAPI
import Simulation

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// The clock of APNs and the phones. The validity of certificates and the ages of provider tokens
// depend on the real clock, because senders use the real clock.
extension SimulatorHost {
    package func clock() async throws -> ClockView {
        ClockView(now: time.now, isVirtual: clock != nil)
    }

    package func advanceClock(_ order: ClockAdvanceOrder) async throws -> ClockView {
        guard let clock else {
            throw ControlProblem(
                .notAllowed,
                "the simulator follows the clock of the system; to move its clock, start it with "
                    + "--virtual-clock")
        }
        let duration = try Self.duration(of: order, now: time.now)
        guard clock.advance(by: duration) else {
            throw ControlProblem(
                .badRequest,
                "the clock can only be moved forward, by at most 100 years; use a positive number "
                    + "of seconds or a later date")
        }
        server.advanceClock(by: duration)
        service.discardExpired()
        changes.signal()
        return try await self.clock()
    }

    private static func duration(of order: ClockAdvanceOrder, now: Date) throws -> Duration {
        switch (order.seconds, order.until) {
        case (let seconds?, nil) where seconds.magnitude < 1e12:
            return Duration(saturatingSeconds: seconds)
        case (nil, let until?): return Duration(saturatingSeconds: until.timeIntervalSince(now))
        default:
            throw ControlProblem(
                .badRequest,
                #"the body must contain either "seconds", such as {"seconds":3600}, or "until", "#
                    + #"such as {"until":"2030-01-01T00:00:00Z"}"#)
        }
    }
}
