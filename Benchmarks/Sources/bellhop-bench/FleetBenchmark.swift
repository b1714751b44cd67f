// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BenchSupport
import DeviceModel
import DeviceSimulator

/// Days of many phones, with 20 pushes and 5 local notifications on each.
enum FleetBenchmark {
    static let deviceCount = 10_000
    static let dayCount = 10
    /// The number of phones that are kept in memory to measure their size.
    static let keptCount = 2_000

    static func run() {
        let fleet = Fleet(FleetPlan(deviceCount: deviceCount, dayCount: dayCount, seed: 1))
        let start = (Usage.now, ContinuousClock.now)
        let report = fleet.run()
        let seconds = (ContinuousClock.now - start.1) / .seconds(1)
        let processor = Usage.now.processorSeconds - start.0.processorSeconds
        let perNotification = processor / Double(report.notifications) * 1_000_000
        let perMinute = Int(saturating: Double(report.deviceDays) / processor * 60)
        Output.line("")
        Output.line(
            "| fleet, one thread | seconds | CPU seconds | device-days per CPU minute "
                + "| CPU µs/notification | memory/phone |")
        Output.line("|---|---:|---:|---:|---:|---:|")
        Output.line(
            "| \(report.deviceDays) device-days, \(report.notifications) notifications, trace "
                + "`\(report.traceHash)` | \(seconds.rounded(to: 1)) | \(processor.rounded(to: 1)) "
                + "| \(perMinute) | \(perNotification.rounded(to: 1)) "
                + "| \(kilobytesPerPhone(fleet)) KB |")
    }

    /// The memory of a phone after a day: the growth of the process's memory for each kept phone.
    private static func kilobytesPerPhone(_ fleet: Fleet) -> String {
        let before = Usage.residentBytes
        var phones: [FleetPhone] = []
        for number in 0..<keptCount {
            phones.append(fleet.phone(number))
            phones[number].liveDay()
        }
        let growth = Double(Usage.residentBytes - before) / Double(phones.count) / 1024
        return withExtendedLifetime(phones) { growth.rounded(to: 1) }
    }
}
