// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension ConsolePages {
    static let devices: [ConsolePage] = [
        ConsolePage(
            "/console/devices", title: "devices.title", lead: "devices.lead", section: .devices,
            template: "devices", scripts: ["devices.js"], strings: ["devices"])
    ]
}

extension ConsoleFiles {
    static let deviceFiles = [
        Embedded("devices.html", PackageResources.devices_html),
        Embedded("devices.js", PackageResources.devices_js),
        Embedded("devices.json", PackageResources.devices_json),
    ]
}
