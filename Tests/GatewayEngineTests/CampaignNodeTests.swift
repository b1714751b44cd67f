// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSSimulator
import GatewayEngine
import GatewayModel
import Logging
import ServiceLifecycle
import Testing

@Suite(.timeLimit(.minutes(30)))
struct CampaignNodeTests {
    @Test func `a campaign reaches every device once, and the node ends at shutdown`()
        async throws
    {
        let site = try await Site(deviceCount: 3000)
        site.start(1)
        let node = site.node()
        let group = ServiceGroup(services: [node], logger: Logger.quiet)
        async let run: Void = group.run()
        try await site.wait { site.state(of: 1) == .done }
        #expect(site.acceptedCount(of: 1) == 3000)
        try await site.wait { node.currentHealth.unsettledCount == 0 }
        await group.triggerGracefulShutdown()
        try await run
        #expect(node.currentHealth.hasEnded)
        await site.server.shutdown()
    }

    @Test func `sending stops while the store fails, and continues when the store works again`()
        async throws
    {
        let site = try await Site(deviceCount: 1500)
        let node = site.node { $0.unsettledMax = 200 }
        let group = ServiceGroup(services: [node], logger: Logger.quiet)
        async let run: Void = group.run()
        site.start(1)
        try await site.wait { site.acceptedCount(of: 1) > 0 }
        site.store.setUnavailable(true)
        try await site.wait { node.currentHealth.isStoreFailing }
        site.store.setUnavailable(false)
        try await site.wait { site.state(of: 1) == .done }
        #expect(site.acceptedCount(of: 1) == 1500)
        await group.triggerGracefulShutdown()
        try await run
        await site.server.shutdown()
    }

    @Test(arguments: [OutcomeCode.Reason.dryRun, OutcomeCode.Reason.shadow])
    func `a dry run, and a campaign of an app in shadow mode, send nothing`(
        reason: String
    ) async throws {
        let isDryRun = reason == OutcomeCode.Reason.dryRun
        let site = try await Site(deviceCount: 300, isDryRun: isDryRun, isShadow: !isDryRun)
        let node = site.node()
        let group = ServiceGroup(services: [node], logger: Logger.quiet)
        async let run: Void = group.run()
        site.start(1)
        try await site.wait { site.state(of: 1) == .done }
        let totals = site.store.change { $0.campaigns[1]?.totals }
        let code = OutcomeCode(.suppressed, reason: reason)
        #expect(totals?.entries.map(\.code) == [code])
        #expect(totals?.total == 300)
        await group.triggerGracefulShutdown()
        try await run
        await site.server.shutdown()
    }

    @Test func `a campaign with expired tokens reaches all other devices`() async throws {
        let site = try await Site(deviceCount: 200)
        for token in site.tokens.prefix(50) { try site.host.expire(token) }
        let node = site.node()
        let group = ServiceGroup(services: [node], logger: Logger.quiet)
        async let run: Void = group.run()
        site.start(1)
        try await site.wait {
            site.state(of: 1)?.isTerminal == true || site.state(of: 1) == .stopped
        }
        #expect(site.acceptedCount(of: 1) == 150)
        await group.triggerGracefulShutdown()
        try await run
        await site.server.shutdown()
    }
}
