// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import GatewayAPI
import GatewayEngine

extension Gateway {
    /// Returns the health of the gateway, with that of each part.
    public func health() async -> HealthResource {
        let problem = await storeProbe.problem()
        let node = campaigns?.node.currentHealth
        let now = time.now
        let certificates = await storeProbe.certificates
        return HealthFacts(
            storeProblem: problem, worker: worker.report,
            campaigns: node.map {
                HealthFacts.Campaigns(isStoreFailing: $0.isStoreFailing, hasEnded: $0.hasEnded)
            },
            lockedAppCount: await storeProbe.lockedAppCount,
            expired: certificates.count { $0.isOver(at: now) },
            expiring: certificates.count { $0.isNear(at: now) },
            isDraining: isDraining
        ).resource
    }

    /// Whether the worker runs. If `false`, the worker has ended or is stuck, and the process has
    /// to be restarted.
    public var isAlive: Bool { !worker.report.isDead }
}
