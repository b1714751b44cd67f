// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension ConsolePages {
    static let tools: [ConsolePage] = [
        ConsolePage(
            "/console/tools", title: "tools.title", lead: "tools.lead", section: .tools,
            template: "tools", scripts: ["tools.js"], strings: ["tools"], extra: { reasons })
    ]

    /// The reasons of APNs, from the table that the simulator and the linter use.
    private static var reasons: JSONValue {
        .array(
            RejectionReason.table.map { row in
                .object([
                    "status": .number(JSONNumber(row.status)),
                    "reason": .string(row.reason.rawValue), "meaning": .string(row.meaning),
                    "remedy": .string(row.remedy), "retry": .string(row.retry.rawValue),
                ])
            })
    }
}

extension ConsoleFiles {
    static let toolFiles = [
        Embedded("tools.html", PackageResources.tools_html),
        Embedded("tools.js", PackageResources.tools_js),
        Embedded("tools-certificate.js", PackageResources.tools_certificate_js),
        Embedded("tools-device-token.js", PackageResources.tools_device_token_js),
        Embedded("tools-provider-token.js", PackageResources.tools_provider_token_js),
        Embedded("tools.json", PackageResources.tools_json),
    ]
}
