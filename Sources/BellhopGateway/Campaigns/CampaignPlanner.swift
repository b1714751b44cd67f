// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import GatewayEngine
import GatewayModel
import ServiceLifecycle

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Performs the scheduled work of campaigns, except for sending: chooses the winners of tests, and
/// creates the occurrences of repeated campaigns.
///
/// Every gateway on a database runs a planner. Each test is ended in a transaction, so that only
/// one planner sends the winner.
struct CampaignPlanner: Service {
    /// The time between two checks for work that is due.
    static let pause = Duration.seconds(1)

    let gateway: Gateway

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do { try await gateway.planCampaigns() } catch { gateway.note(error) }
                guard (try? await gateway.time.sleep(for: Self.pause)) != nil else { return }
            }
        }
    }
}

extension Gateway {
    /// The maximum number of occurrences that one check creates.
    private static let occurrencesPerLookMax = 20
    /// The maximum number of winners that one check chooses.
    private static let winnersPerLookMax = 20

    /// Performs the work that is due now.
    func planCampaigns() async throws {
        guard let campaigns else { return }
        for series in try await campaigns.store.dueSeries(limit: Self.occurrencesPerLookMax) {
            do { try await createOccurrence(of: series, campaigns) } catch let error
                where !(error is GatewayStoreError || error is CancellationError)
            {
                // The failure of one series must not delay the others.
                note(error)
            }
        }
        for test in try await campaigns.store.dueTests(limit: Self.winnersPerLookMax) {
            do { try await decide(test, campaigns) } catch let problem as Problem {
                // The rest of the audience gets nothing, for instance because the app's credential
                // was removed; the campaign shows the reason.
                try await campaigns.store.endTest(
                    test.campaign.number, winner: nil, next: nil, problem: problem.detail)
            }
        }
    }

    /// Chooses the winner of a test, which is the variant that the largest share of its recipients
    /// opened, and sends the winner to the rest of the audience.
    private func decide(
        _ test: SQLCampaignStore.DueTest, _ campaigns: GatewayCampaigns
    ) async throws {
        guard let stored = try await campaigns.store.campaign(id: test.id),
            let text = stored.definition, let percent = stored.rules.extras?.testPercent
        else { return }
        guard [.sending, .done].contains(stored.state) else {
            // A paused test is decided after it is resumed.
            if stored.state == .cancelled {
                try await campaigns.store.endTest(
                    stored.number, winner: nil, next: nil, problem: nil)
            }
            return
        }
        let sums = try await campaigns.store.totals(of: stored.number)
        let opens = try await campaigns.store.opens(of: test.campaign)
        let accepted = stored.rules.variantShares.indices.map { index in
            CampaignResource.Totals(sums, variant: UInt8(truncatingIfNeeded: index)).accepted
        }
        let winner = VariantTest.winner(opens: opens, accepted: accepted)
        var request = try CampaignRequest(stored: text)
        guard request.contents.indices.contains(winner) else { return }
        let name = request.form.variants[winner].name
        request.contents = [request.contents[winner]]
        request.form.variants = [request.form.variants[winner]]
        request.form.winner = nil
        request.form.app = stored.bundleID
        var next = try await build(request, id: makeMessageID(), .now, within: .none)
        // The audience is divided with the same half of the key (`mix`) as in the test.
        next.key = CampaignKey(tag: next.key.tag, mix: test.campaign.key.mix)
        next.audience = stored.audience
        next.extras.sample = AudienceSample(lower: percent * 10, upper: 1000)
        next.extras.testCampaign = stored.id
        next.definition = nil
        try await campaigns.store.endTest(
            stored.number, winner: name, next: next, problem: nil)
        campaigns.node.wake()
    }
}
