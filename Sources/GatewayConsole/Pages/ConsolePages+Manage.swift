// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

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
        Embedded("manage.html", PackageResources.manage_html),
        Embedded("manage.js", PackageResources.manage_js),
        Embedded("manage-access.js", PackageResources.manage_access_js),
        Embedded("manage-apps.js", PackageResources.manage_apps_js),
        Embedded("manage-audit.js", PackageResources.manage_audit_js),
        Embedded("manage-content.js", PackageResources.manage_content_js),
        Embedded("manage-webhooks.js", PackageResources.manage_webhooks_js),
        Embedded("account.js", PackageResources.account_js),
        Embedded("account.json", PackageResources.account_json),
        Embedded("manage.json", PackageResources.manage_json),
    ]
}
