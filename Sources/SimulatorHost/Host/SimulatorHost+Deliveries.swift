// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSSimulator
package import APNSWire
package import ControlAPI
import Simulation
import Synchronization

extension SimulatorHost {
    package func deliveries(limit: Int) async throws -> [DeliveryReport] {
        let query = ServiceLog.Query(afterSequence: forgottenUpTo.withLock { $0 }, countMax: limit)
        var reports: [DeliveryReport] = []
        for entry in service.log(query).reversed() {
            reports.append(await report(entry))
        }
        return reports
    }

    package func delivery(apnsID: APNSID, wait: Duration) async throws -> DeliveryReport {
        let observed = changes.stream()
        let deadline = waitTime
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in observed where await self.latest(apnsID)?.stage.isSettled ?? false {
                    return
                }
            }
            group.addTask { try? await deadline.sleep(for: wait) }
            await group.next()
            group.cancelAll()
        }
        guard let report = await latest(apnsID) else {
            throw ControlProblem(
                .noSuchDelivery,
                "APNs has no record of a request with the apns-id \(apnsID); check the apns-id, "
                    + "or send the request again")
        }
        return report
    }

    private func latest(_ id: APNSID) async -> DeliveryReport? {
        let query = ServiceLog.Query(
            apnsID: id, afterSequence: forgottenUpTo.withLock { $0 }, countMax: 1)
        guard let entry = service.log(query).last else { return nil }
        return await report(entry)
    }

    private func report(_ entry: ServiceLogEntry) async -> DeliveryReport {
        let arrival = entry.isAccepted ? await phones.arrival(entry.apnsID) : nil
        let isLight = entry.deviceID.map { service.isLight(deviceID: $0) } ?? false
        var report = DeliveryReport(
            apnsID: entry.apnsID, time: entry.time, environment: entry.environment,
            payloadByteCount: entry.payloadByteCount, status: entry.status,
            stage: Self.stage(entry, hasArrived: arrival != nil || isLight), note: entry.explanation
        )
        report.topic = entry.topic
        report.pushType = entry.pushType
        report.priority = entry.priority
        report.collapseID = entry.collapseID
        report.token = entry.token
        report.deviceID = entry.deviceID
        report.reason = entry.reason
        report.oddities = entry.oddities.isEmpty ? nil : entry.oddities
        report.arrival = arrival
        return report
    }

    private static func stage(_ entry: ServiceLogEntry, hasArrived: Bool) -> DeliveryReport.Stage {
        guard entry.isAccepted else { return .rejected }
        guard let delivery = entry.delivery else { return .underWay }
        switch delivery {
        case .published: return .delivered
        case .storedForFollowers: return .stored
        case .publishedWithoutFollowers: return .discarded
        default: break
        }
        if delivery.isWaiting { return .stored }
        if delivery.reachedDevice { return hasArrived ? .delivered : .underWay }
        return .discarded
    }
}
