// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayConsoleFiles

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
        Embedded("deliveries.html", .deliveries_html),
        Embedded("deliveries.json", .deliveries_json),
        Embedded("deliveries.js", .deliveries_js),
        Embedded("stacked.js", .stacked_js),
        Embedded("simulator-counts.js", .simulator_counts_js),
    ]
}
