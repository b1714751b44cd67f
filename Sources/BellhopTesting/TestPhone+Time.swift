// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceSimulator
public import Foundation
import Simulation

extension TestPhone {
    /// Lets time pass: everything that is due on the way happens, in order, and app code that it
    /// causes has finished before the clock moves on.
    ///
    /// A day takes milliseconds. App code that is under way already is not waited for: its limits
    /// are reached when the clock gets there. Other phones at the same APNs come along.
    public func advance(by duration: Duration) async {
        await advance(to: clock.now + duration.inSeconds)
    }

    /// Lets time pass until a moment; does nothing when it is over.
    public func advance(to date: Date) async {
        for phone in apns.phones {
            await phone.settled(withCode: false)
            await phone.tick()
        }
        while let due = apns.phones.compactMap(\.nextDueDate).min(), due <= date {
            if due > clock.now { clock.advance(by: time(until: due)) }
            for phone in apns.phones { await phone.tick() }
            await settle()
        }
        if date > clock.now { clock.advance(by: time(until: date)) }
    }

    private func time(until date: Date) -> Duration {
        Duration(saturatingSeconds: date.timeIntervalSince(clock.now))
    }

    /// Waits until app code has finished and the phone, like others at the same APNs, has nothing
    /// to do, without moving the clock. Returns after ``patience`` when code hangs.
    public func settle() async {
        await withTaskGroup { group in
            group.addTask { [apns] in
                for phone in apns.phones { await phone.settled() }
            }
            group.addTask { [patience] in
                try? await ContinuousClock().sleep(for: patience)
            }
            await group.next()
            group.cancelAll()
        }
    }
}
