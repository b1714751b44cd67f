// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension ConsolePages {
    static let compose: [ConsolePage] = [
        ConsolePage(
            "/console/compose", title: "compose.title", lead: "compose.lead", section: .compose,
            template: "compose", scripts: ["compose.js"],
            styles: ["compose.css", "compose-phone.css", "findings.css"],
            strings: ["compose", "lint"],
            first: [.init("types", "/v1/push-types"), .init("apps", "/v1/apps")], isWide: true)
    ]
}

extension ConsoleFiles {
    static let composeFiles = [
        Embedded("compose.html", PackageResources.compose_html),
        Embedded("compose-phone.css", PackageResources.compose_phone_css),
        Embedded("findings.css", PackageResources.findings_css),
        Embedded("compose.css", PackageResources.compose_css),
        Embedded("compose-code.js", PackageResources.compose_code_js),
        Embedded("compose-editor.js", PackageResources.compose_editor_js),
        Embedded("compose-examples.js", PackageResources.compose_examples_js),
        Embedded("compose-fields.js", PackageResources.compose_fields_js),
        Embedded("compose-findings.js", PackageResources.compose_findings_js),
        Embedded("compose-form.js", PackageResources.compose_form_js),
        Embedded("compose-history.js", PackageResources.compose_history_js),
        Embedded("compose-json.js", PackageResources.compose_json_js),
        Embedded("compose-preview.js", PackageResources.compose_preview_js),
        Embedded("compose-send.js", PackageResources.compose_send_js),
        Embedded("compose-states.js", PackageResources.compose_states_js),
        Embedded("compose-target.js", PackageResources.compose_target_js),
        Embedded("compose-view.js", PackageResources.compose_view_js),
        Embedded("compose.js", PackageResources.compose_js),
        Embedded("compose.json", PackageResources.compose_json),
        Embedded("lint.json", PackageResources.lint_json),
    ]
}
