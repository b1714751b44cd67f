// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayConsoleFiles

extension ConsolePages {
    static let campaigns: [ConsolePage] = [
        page("/console/campaigns", "campaigns", script: "campaigns.js", isWide: false),
        page("/console/campaigns/new", "builder", script: "campaign-new.js"),
        page("/console/campaigns/:id", "campaign", script: "campaign.js"),
        page("/console/campaigns/:id/edit", "builder.edit", script: "campaign-new.js"),
    ]

    private static func page(
        _ path: String, _ name: String, script: String, isWide: Bool = true
    ) -> ConsolePage {
        ConsolePage(
            path, title: name + ".title", lead: path.contains(":") ? nil : name + ".lead",
            section: .campaigns,
            template: "campaigns", scripts: [script], styles: ["campaigns.css"],
            strings: ["campaigns", "records"], isWide: isWide)
    }
}

extension ConsoleFiles {
    static let campaignFiles = [
        Embedded("campaigns.html", .campaigns_html),
        Embedded("campaigns.css", .campaigns_css),
        Embedded("campaigns.json", .campaigns_json),
        Embedded("records.json", .records_json),
        Embedded("parts.js", .parts_js),
        Embedded("campaigns.js", .campaigns_js),
        Embedded("campaign.js", .campaign_js),
        Embedded("campaign-broadcast.js", .campaign_broadcast_js),
        Embedded("campaign-parts.js", .campaign_parts_js),
        Embedded("campaign-rate.js", .campaign_rate_js),
        Embedded("campaign-report.js", .campaign_report_js),
        Embedded("campaign-deliveries.js", .campaign_deliveries_js),
        Embedded("campaign-approval.js", .campaign_approval_js),
        Embedded("campaign-definition.js", .campaign_definition_js),
        Embedded("campaign-new.js", .campaign_new_js),
        Embedded("campaign-audience.js", .campaign_audience_js),
        Embedded("campaign-message.js", .campaign_message_js),
        Embedded("campaign-schedule.js", .campaign_schedule_js),
        Embedded("campaign-limits.js", .campaign_limits_js),
        Embedded("bubble.js", .bubble_js),
        Embedded("zones.js", .zones_js),
        Embedded("zones-land.js", .zones_land_js),
        Embedded("fleet.js", .fleet_js),
    ]
}
