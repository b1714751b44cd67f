// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension ConsolePages {
    static let health: [ConsolePage] = [
        ConsolePage(
            "/console/health", title: "health.title", lead: "health.lead", section: .health,
            template: "health", scripts: ["health.js"], strings: ["health"],
            first: [.init("apps", "/v1/apps"), .init("webhooks", "/v1/webhooks")])
    ]
}

extension ConsoleFiles {
    static let healthFiles = [
        Embedded("health.html", PackageResources.health_html),
        Embedded("health.js", PackageResources.health_js),
        Embedded("metrics.js", PackageResources.metrics_js),
        Embedded("health.json", PackageResources.health_json),
    ]
}
