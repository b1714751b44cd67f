// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

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
        Embedded("campaigns.html", PackageResources.campaigns_html),
        Embedded("campaigns.css", PackageResources.campaigns_css),
        Embedded("campaigns.json", PackageResources.campaigns_json),
        Embedded("records.json", PackageResources.records_json),
        Embedded("parts.js", PackageResources.parts_js),
        Embedded("campaigns.js", PackageResources.campaigns_js),
        Embedded("campaign.js", PackageResources.campaign_js),
        Embedded("campaign-broadcast.js", PackageResources.campaign_broadcast_js),
        Embedded("campaign-parts.js", PackageResources.campaign_parts_js),
        Embedded("campaign-rate.js", PackageResources.campaign_rate_js),
        Embedded("campaign-report.js", PackageResources.campaign_report_js),
        Embedded("campaign-deliveries.js", PackageResources.campaign_deliveries_js),
        Embedded("campaign-approval.js", PackageResources.campaign_approval_js),
        Embedded("campaign-definition.js", PackageResources.campaign_definition_js),
        Embedded("campaign-new.js", PackageResources.campaign_new_js),
        Embedded("campaign-audience.js", PackageResources.campaign_audience_js),
        Embedded("campaign-message.js", PackageResources.campaign_message_js),
        Embedded("campaign-schedule.js", PackageResources.campaign_schedule_js),
        Embedded("campaign-limits.js", PackageResources.campaign_limits_js),
        Embedded("bubble.js", PackageResources.bubble_js),
        Embedded("zones.js", PackageResources.zones_js),
        Embedded("zones-land.js", PackageResources.zones_land_js),
        Embedded("fleet.js", PackageResources.fleet_js),
    ]
}
