// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension ConsolePages {
    static let tools: [ConsolePage] = [
        ConsolePage(
            "/console/tools", title: "tools.title", lead: "tools.lead", section: .tools,
            template: "tools", scripts: ["tools.js"], strings: ["tools"])
    ]
}

extension ConsoleFiles {
    static let toolFiles = [
        Embedded("tools.html", PackageResources.tools_html),
        Embedded("tools.js", PackageResources.tools_js),
        Embedded("tools.json", PackageResources.tools_json),
    ]
}
