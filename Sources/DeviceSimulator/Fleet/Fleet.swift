// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Many lightweight phones without app code, which use the same decisions as a ``VirtualDevice``.
///
/// Each phone runs through all of its days before the next phone starts, so memory use does not
/// depend on the number of phones.
public struct Fleet: Sendable {
    /// The maximum number of simultaneous tasks.
    public static let taskCountMax = 256

    public let plan: FleetPlan

    public init(_ plan: FleetPlan) { self.plan = plan }

    /// Runs the phones in sequence.
    public func run() -> FleetReport { finished(run(0..<plan.deviceCount)) }

    /// Runs the phones concurrently in several tasks; the report equals that of ``run()``.
    public func run(taskCount: Int) async -> FleetReport {
        let count = min(max(1, taskCount), Self.taskCountMax, plan.deviceCount)
        let bounds = (0...count).map { plan.deviceCount * $0 / count }
        return await withTaskGroup(of: Part.self) { group in
            for (start, end) in zip(bounds, bounds.dropFirst()) {
                group.addTask { run(start..<end) }
            }
            var sum = Part()
            for await part in group { sum.add(part) }
            return finished(sum)
        }
    }

    /// Returns a phone at the start of its first day. The first phone has the number 0.
    public func phone(_ number: Int) -> FleetPhone { FleetPhone(number, of: plan) }

    /// Returns the events of one phone in order, for a detailed examination.
    public func trace(ofPhone number: Int) -> [FleetEvent] {
        var phone = phone(number)
        phone.startRecording()
        for _ in 0..<plan.dayCount { phone.liveDay() }
        return phone.events
    }

    /// The sum of the results of some phones. The hash is a sum too, because it must not depend on
    /// the order of the phones.
    private struct Part: Sendable {
        var report = FleetReport()
        var hash: UInt64 = 0

        mutating func add(_ other: Part) {
            report.add(other.report)
            hash &+= other.hash
        }
    }

    private func run(_ numbers: Range<Int>) -> Part {
        var part = Part()
        for number in numbers {
            var phone = phone(number)
            for _ in 0..<plan.dayCount { phone.liveDay() }
            part.report.add(phone.report)
            part.hash &+= phone.traceHash
        }
        return part
    }

    private func finished(_ part: Part) -> FleetReport {
        var report = part.report
        let digits = String(part.hash, radix: 16)
        report.traceHash = String(repeating: "0", count: 16 - digits.count) + digits
        return report
    }
}
