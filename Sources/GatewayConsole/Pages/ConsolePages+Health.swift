// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayConsoleFiles

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
        Embedded("health.html", .health_html),
        Embedded("health.js", .health_js),
        Embedded("metrics.js", .metrics_js),
        Embedded("health.json", .health_json),
    ]
}
