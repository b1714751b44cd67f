// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayConsoleFiles

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
        Embedded("compose.html", .compose_html),
        Embedded("compose-phone.css", .compose_phone_css),
        Embedded("findings.css", .findings_css),
        Embedded("compose.css", .compose_css),
        Embedded("compose-code.js", .compose_code_js),
        Embedded("compose-editor.js", .compose_editor_js),
        Embedded("compose-examples.js", .compose_examples_js),
        Embedded("compose-fields.js", .compose_fields_js),
        Embedded("compose-findings.js", .compose_findings_js),
        Embedded("compose-form.js", .compose_form_js),
        Embedded("compose-history.js", .compose_history_js),
        Embedded("compose-json.js", .compose_json_js),
        Embedded("compose-preview.js", .compose_preview_js),
        Embedded("compose-send.js", .compose_send_js),
        Embedded("compose-states.js", .compose_states_js),
        Embedded("compose-target.js", .compose_target_js),
        Embedded("compose-view.js", .compose_view_js),
        Embedded("compose.js", .compose_js),
        Embedded("compose.json", .compose_json),
        Embedded("lint.json", .lint_json),
    ]
}
