// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayConsoleFiles

extension ConsolePages {
    static let manage: [ConsolePage] = [
        ConsolePage(
            "/console/manage", title: "manage.title", lead: "manage.lead", section: .manage,
            template: "manage", scripts: ["manage.js"], strings: ["manage"],
            first: [.init("apps", "/v1/apps")]),
        ConsolePage(
            "/console/account", title: "account.title", lead: "account.lead", section: nil,
            template: "manage", scripts: ["account.js"], strings: ["account"]),
    ]
}

extension ConsoleFiles {
    static let manageFiles = [
        Embedded("manage.html", .manage_html),
        Embedded("manage.js", .manage_js),
        Embedded("manage-access.js", .manage_access_js),
        Embedded("manage-apps.js", .manage_apps_js),
        Embedded("manage-audit.js", .manage_audit_js),
        Embedded("manage-content.js", .manage_content_js),
        Embedded("manage-webhooks.js", .manage_webhooks_js),
        Embedded("account.js", .account_js),
        Embedded("account.json", .account_json),
        Embedded("manage.json", .manage_json),
    ]
}
