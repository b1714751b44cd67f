// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayConsoleFiles

extension ConsolePages {
    static let devices: [ConsolePage] = [
        page("/console/devices", "devices", script: "devices.js"),
        page("/console/devices/:id", "device", script: "device.js"),
        page("/console/users/:user", "user", script: "user.js"),
        page("/console/messages/:id", "message", script: "message.js"),
    ]

    private static func page(_ path: String, _ name: String, script: String) -> ConsolePage {
        ConsolePage(
            path, title: name + ".title", lead: path.contains(":") ? nil : name + ".lead",
            section: .devices,
            template: "devices", scripts: [script], styles: ["campaigns.css"],
            strings: ["devices", "records"], isWide: true)
    }
}

extension ConsoleFiles {
    static let deviceFiles = [
        Embedded("devices.html", .devices_html),
        Embedded("devices.json", .devices_json),
        Embedded("devices.js", .devices_js),
        Embedded("device.js", .device_js),
        Embedded("user.js", .user_js),
        Embedded("message.js", .message_js),
        Embedded("timeline.js", .timeline_js),
    ]
}
