// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import CommandSupport
import GatewayAPI
import Workbench

/// Waits until a campaign has ended, and shows its progress if standard error is a terminal.
struct CampaignWait {
    /// The time between two queries of the gateway.
    private static let pause = Duration.milliseconds(200)

    let client: GatewayClient
    /// The number of installations in the audience; `nil` if it is unknown.
    let total: Int?

    /// - Parameter total: returns the number of installations in the audience. The function is
    ///   called only if there is a progress line, which means on a terminal. Without this number,
    ///   the line has no bar.
    init(_ client: GatewayClient, total: () async throws -> Int) async {
        self.client = client
        var count: Int?
        if Console.errorIsTerminal { count = try? await total() }
        self.total = count
    }

    /// Waits until the campaign has ended or cannot continue without a person, for instance because
    /// it is paused. Returns the campaign.
    func end(of campaign: CampaignResource) async throws -> CampaignResource {
        var campaign = campaign
        var heldReason: String?
        while !campaign.isAtRest {
            try await TimeSource.system.sleep(for: Self.pause)
            campaign = try await client.campaign(campaign.id) ?? campaign
            if let reason = campaign.heldReason, reason != heldReason {
                if Console.errorIsTerminal { Console.redraw("") }
                Console.note("the campaign waits: \(reason.printable)")
            }
            heldReason = campaign.heldReason
            if Console.errorIsTerminal {
                Console.redraw(CampaignProgress.line(campaign, of: total))
            }
        }
        if Console.errorIsTerminal { Console.redraw("") }
        return campaign
    }
}
