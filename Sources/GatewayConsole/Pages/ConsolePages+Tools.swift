// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayConsoleFiles

extension ConsolePages {
    static let tools: [ConsolePage] = [
        ConsolePage(
            "/console/tools", title: "tools.title", lead: "tools.lead", section: .tools,
            template: "tools", scripts: ["tools.js"], styles: ["findings.css"],
            strings: ["tools", "lint"], extra: { reasons })
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
        Embedded("tools.html", .tools_html),
        Embedded("tools.js", .tools_js),
        Embedded("tools-certificate.js", .tools_certificate_js),
        Embedded("tools-device-token.js", .tools_device_token_js),
        Embedded("tools-provider-token.js", .tools_provider_token_js),
        Embedded("tools-lint.js", .tools_lint_js),
        Embedded("tools-seal.js", .tools_seal_js),
        Embedded("seal.js", .seal_js),
        Embedded("seal-cipher.js", .seal_cipher_js),
        Embedded("exact.js", .exact_js),
        Embedded("tools.json", .tools_json),
    ]
}
