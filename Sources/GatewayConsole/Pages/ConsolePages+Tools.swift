// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

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
        Embedded("tools.html", PackageResources.tools_html),
        Embedded("tools.js", PackageResources.tools_js),
        Embedded("tools-certificate.js", PackageResources.tools_certificate_js),
        Embedded("tools-device-token.js", PackageResources.tools_device_token_js),
        Embedded("tools-provider-token.js", PackageResources.tools_provider_token_js),
        Embedded("tools-lint.js", PackageResources.tools_lint_js),
        Embedded("tools-seal.js", PackageResources.tools_seal_js),
        Embedded("seal.js", PackageResources.seal_js),
        Embedded("seal-cipher.js", PackageResources.seal_cipher_js),
        Embedded("exact.js", PackageResources.exact_js),
        Embedded("tools.json", PackageResources.tools_json),
    ]
}
