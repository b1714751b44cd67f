// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension ConsolePages {
    static let manage: [ConsolePage] = [
        ConsolePage(
            "/console/manage", title: "manage.title", lead: "manage.lead", section: .manage,
            template: "manage", scripts: ["manage.js"], strings: ["manage"])
    ]
}

extension ConsoleFiles {
    static let manageFiles = [
        Embedded("manage.html", PackageResources.manage_html),
        Embedded("manage.js", PackageResources.manage_js),
        Embedded("manage.json", PackageResources.manage_json),
    ]
}
