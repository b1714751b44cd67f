// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension ConsolePages {
    static let campaigns: [ConsolePage] = [
        ConsolePage(
            "/console/campaigns", title: "campaigns.title", lead: "campaigns.lead",
            section: .campaigns,
            template: "campaigns", scripts: ["campaigns.js"], strings: ["campaigns"])
    ]
}

extension ConsoleFiles {
    static let campaignFiles = [
        Embedded("campaigns.html", PackageResources.campaigns_html),
        Embedded("campaigns.js", PackageResources.campaigns_js),
        Embedded("campaigns.json", PackageResources.campaigns_json),
    ]
}
