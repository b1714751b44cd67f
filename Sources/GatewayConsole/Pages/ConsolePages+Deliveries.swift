// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension ConsolePages {
    static let deliveries: [ConsolePage] = [
        ConsolePage(
            "/console/deliveries", title: "deliveries.title", lead: "deliveries.lead",
            section: .deliveries,
            template: "deliveries", scripts: ["deliveries.js"], strings: ["deliveries"])
    ]
}

extension ConsoleFiles {
    static let deliveryFiles = [
        Embedded("deliveries.html", PackageResources.deliveries_html),
        Embedded("deliveries.js", PackageResources.deliveries_js),
        Embedded("deliveries.json", PackageResources.deliveries_json),
    ]
}
