// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension ConsolePages {
    static let compose: [ConsolePage] = [
        ConsolePage(
            "/console/compose", title: "compose.title", lead: "compose.lead", section: .compose,
            template: "compose", scripts: ["compose.js"], strings: ["compose"])
    ]
}

extension ConsoleFiles {
    static let composeFiles = [
        Embedded("compose.html", PackageResources.compose_html),
        Embedded("compose.js", PackageResources.compose_js),
        Embedded("compose.json", PackageResources.compose_json),
    ]
}
