// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension ConsolePages {
    static let deliveries: [ConsolePage] = [
        ConsolePage(
            "/console/deliveries", title: "deliveries.title", lead: "deliveries.lead",
            section: .deliveries, template: "deliveries", scripts: ["deliveries.js"],
            styles: ["campaigns.css"], strings: ["deliveries", "records"], isWide: true)
    ]
}

extension ConsoleFiles {
    static let deliveryFiles = [
        Embedded("deliveries.html", PackageResources.deliveries_html),
        Embedded("deliveries.json", PackageResources.deliveries_json),
        Embedded("deliveries.js", PackageResources.deliveries_js),
        Embedded("stacked.js", PackageResources.stacked_js),
        Embedded("simulator-counts.js", PackageResources.simulator_counts_js),
    ]
}
