// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// Written by scripts/page-files.py.

#include "GatewayConsoleFiles.h"

// Swift 6's clang has #embed of C23 in every version of C.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char GatewayConsoleFile_account_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/account.js"
};
const GatewayConsoleFile GatewayConsoleFile_account_js = {GatewayConsoleFile_account_js_bytes, sizeof GatewayConsoleFile_account_js_bytes};

static const unsigned char GatewayConsoleFile_account_json_bytes[] = {
#embed "../GatewayConsole/Resources/Strings/account.json"
};
const GatewayConsoleFile GatewayConsoleFile_account_json = {GatewayConsoleFile_account_json_bytes, sizeof GatewayConsoleFile_account_json_bytes};

static const unsigned char GatewayConsoleFile_api_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/api.js"
};
const GatewayConsoleFile GatewayConsoleFile_api_js = {GatewayConsoleFile_api_js_bytes, sizeof GatewayConsoleFile_api_js_bytes};

static const unsigned char GatewayConsoleFile_bubble_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/bubble.js"
};
const GatewayConsoleFile GatewayConsoleFile_bubble_js = {GatewayConsoleFile_bubble_js_bytes, sizeof GatewayConsoleFile_bubble_js_bytes};

static const unsigned char GatewayConsoleFile_campaign_approval_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/campaign-approval.js"
};
const GatewayConsoleFile GatewayConsoleFile_campaign_approval_js = {GatewayConsoleFile_campaign_approval_js_bytes, sizeof GatewayConsoleFile_campaign_approval_js_bytes};

static const unsigned char GatewayConsoleFile_campaign_audience_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/campaign-audience.js"
};
const GatewayConsoleFile GatewayConsoleFile_campaign_audience_js = {GatewayConsoleFile_campaign_audience_js_bytes, sizeof GatewayConsoleFile_campaign_audience_js_bytes};

static const unsigned char GatewayConsoleFile_campaign_broadcast_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/campaign-broadcast.js"
};
const GatewayConsoleFile GatewayConsoleFile_campaign_broadcast_js = {GatewayConsoleFile_campaign_broadcast_js_bytes, sizeof GatewayConsoleFile_campaign_broadcast_js_bytes};

static const unsigned char GatewayConsoleFile_campaign_definition_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/campaign-definition.js"
};
const GatewayConsoleFile GatewayConsoleFile_campaign_definition_js = {GatewayConsoleFile_campaign_definition_js_bytes, sizeof GatewayConsoleFile_campaign_definition_js_bytes};

static const unsigned char GatewayConsoleFile_campaign_deliveries_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/campaign-deliveries.js"
};
const GatewayConsoleFile GatewayConsoleFile_campaign_deliveries_js = {GatewayConsoleFile_campaign_deliveries_js_bytes, sizeof GatewayConsoleFile_campaign_deliveries_js_bytes};

static const unsigned char GatewayConsoleFile_campaign_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/campaign.js"
};
const GatewayConsoleFile GatewayConsoleFile_campaign_js = {GatewayConsoleFile_campaign_js_bytes, sizeof GatewayConsoleFile_campaign_js_bytes};

static const unsigned char GatewayConsoleFile_campaign_limits_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/campaign-limits.js"
};
const GatewayConsoleFile GatewayConsoleFile_campaign_limits_js = {GatewayConsoleFile_campaign_limits_js_bytes, sizeof GatewayConsoleFile_campaign_limits_js_bytes};

static const unsigned char GatewayConsoleFile_campaign_message_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/campaign-message.js"
};
const GatewayConsoleFile GatewayConsoleFile_campaign_message_js = {GatewayConsoleFile_campaign_message_js_bytes, sizeof GatewayConsoleFile_campaign_message_js_bytes};

static const unsigned char GatewayConsoleFile_campaign_new_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/campaign-new.js"
};
const GatewayConsoleFile GatewayConsoleFile_campaign_new_js = {GatewayConsoleFile_campaign_new_js_bytes, sizeof GatewayConsoleFile_campaign_new_js_bytes};

static const unsigned char GatewayConsoleFile_campaign_parts_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/campaign-parts.js"
};
const GatewayConsoleFile GatewayConsoleFile_campaign_parts_js = {GatewayConsoleFile_campaign_parts_js_bytes, sizeof GatewayConsoleFile_campaign_parts_js_bytes};

static const unsigned char GatewayConsoleFile_campaign_rate_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/campaign-rate.js"
};
const GatewayConsoleFile GatewayConsoleFile_campaign_rate_js = {GatewayConsoleFile_campaign_rate_js_bytes, sizeof GatewayConsoleFile_campaign_rate_js_bytes};

static const unsigned char GatewayConsoleFile_campaign_report_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/campaign-report.js"
};
const GatewayConsoleFile GatewayConsoleFile_campaign_report_js = {GatewayConsoleFile_campaign_report_js_bytes, sizeof GatewayConsoleFile_campaign_report_js_bytes};

static const unsigned char GatewayConsoleFile_campaign_schedule_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/campaign-schedule.js"
};
const GatewayConsoleFile GatewayConsoleFile_campaign_schedule_js = {GatewayConsoleFile_campaign_schedule_js_bytes, sizeof GatewayConsoleFile_campaign_schedule_js_bytes};

static const unsigned char GatewayConsoleFile_campaigns_css_bytes[] = {
#embed "../GatewayConsole/Resources/Styles/campaigns.css"
};
const GatewayConsoleFile GatewayConsoleFile_campaigns_css = {GatewayConsoleFile_campaigns_css_bytes, sizeof GatewayConsoleFile_campaigns_css_bytes};

static const unsigned char GatewayConsoleFile_campaigns_html_bytes[] = {
#embed "../GatewayConsole/Resources/Templates/campaigns.html"
};
const GatewayConsoleFile GatewayConsoleFile_campaigns_html = {GatewayConsoleFile_campaigns_html_bytes, sizeof GatewayConsoleFile_campaigns_html_bytes};

static const unsigned char GatewayConsoleFile_campaigns_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/campaigns.js"
};
const GatewayConsoleFile GatewayConsoleFile_campaigns_js = {GatewayConsoleFile_campaigns_js_bytes, sizeof GatewayConsoleFile_campaigns_js_bytes};

static const unsigned char GatewayConsoleFile_campaigns_json_bytes[] = {
#embed "../GatewayConsole/Resources/Strings/campaigns.json"
};
const GatewayConsoleFile GatewayConsoleFile_campaigns_json = {GatewayConsoleFile_campaigns_json_bytes, sizeof GatewayConsoleFile_campaigns_json_bytes};

static const unsigned char GatewayConsoleFile_charts_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/charts.js"
};
const GatewayConsoleFile GatewayConsoleFile_charts_js = {GatewayConsoleFile_charts_js_bytes, sizeof GatewayConsoleFile_charts_js_bytes};

static const unsigned char GatewayConsoleFile_common_json_bytes[] = {
#embed "../GatewayConsole/Resources/Strings/common.json"
};
const GatewayConsoleFile GatewayConsoleFile_common_json = {GatewayConsoleFile_common_json_bytes, sizeof GatewayConsoleFile_common_json_bytes};

static const unsigned char GatewayConsoleFile_compose_code_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/compose-code.js"
};
const GatewayConsoleFile GatewayConsoleFile_compose_code_js = {GatewayConsoleFile_compose_code_js_bytes, sizeof GatewayConsoleFile_compose_code_js_bytes};

static const unsigned char GatewayConsoleFile_compose_css_bytes[] = {
#embed "../GatewayConsole/Resources/Styles/compose.css"
};
const GatewayConsoleFile GatewayConsoleFile_compose_css = {GatewayConsoleFile_compose_css_bytes, sizeof GatewayConsoleFile_compose_css_bytes};

static const unsigned char GatewayConsoleFile_compose_editor_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/compose-editor.js"
};
const GatewayConsoleFile GatewayConsoleFile_compose_editor_js = {GatewayConsoleFile_compose_editor_js_bytes, sizeof GatewayConsoleFile_compose_editor_js_bytes};

static const unsigned char GatewayConsoleFile_compose_examples_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/compose-examples.js"
};
const GatewayConsoleFile GatewayConsoleFile_compose_examples_js = {GatewayConsoleFile_compose_examples_js_bytes, sizeof GatewayConsoleFile_compose_examples_js_bytes};

static const unsigned char GatewayConsoleFile_compose_fields_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/compose-fields.js"
};
const GatewayConsoleFile GatewayConsoleFile_compose_fields_js = {GatewayConsoleFile_compose_fields_js_bytes, sizeof GatewayConsoleFile_compose_fields_js_bytes};

static const unsigned char GatewayConsoleFile_compose_findings_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/compose-findings.js"
};
const GatewayConsoleFile GatewayConsoleFile_compose_findings_js = {GatewayConsoleFile_compose_findings_js_bytes, sizeof GatewayConsoleFile_compose_findings_js_bytes};

static const unsigned char GatewayConsoleFile_compose_form_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/compose-form.js"
};
const GatewayConsoleFile GatewayConsoleFile_compose_form_js = {GatewayConsoleFile_compose_form_js_bytes, sizeof GatewayConsoleFile_compose_form_js_bytes};

static const unsigned char GatewayConsoleFile_compose_history_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/compose-history.js"
};
const GatewayConsoleFile GatewayConsoleFile_compose_history_js = {GatewayConsoleFile_compose_history_js_bytes, sizeof GatewayConsoleFile_compose_history_js_bytes};

static const unsigned char GatewayConsoleFile_compose_html_bytes[] = {
#embed "../GatewayConsole/Resources/Templates/compose.html"
};
const GatewayConsoleFile GatewayConsoleFile_compose_html = {GatewayConsoleFile_compose_html_bytes, sizeof GatewayConsoleFile_compose_html_bytes};

static const unsigned char GatewayConsoleFile_compose_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/compose.js"
};
const GatewayConsoleFile GatewayConsoleFile_compose_js = {GatewayConsoleFile_compose_js_bytes, sizeof GatewayConsoleFile_compose_js_bytes};

static const unsigned char GatewayConsoleFile_compose_json_bytes[] = {
#embed "../GatewayConsole/Resources/Strings/compose.json"
};
const GatewayConsoleFile GatewayConsoleFile_compose_json = {GatewayConsoleFile_compose_json_bytes, sizeof GatewayConsoleFile_compose_json_bytes};

static const unsigned char GatewayConsoleFile_compose_json_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/compose-json.js"
};
const GatewayConsoleFile GatewayConsoleFile_compose_json_js = {GatewayConsoleFile_compose_json_js_bytes, sizeof GatewayConsoleFile_compose_json_js_bytes};

static const unsigned char GatewayConsoleFile_compose_phone_css_bytes[] = {
#embed "../GatewayConsole/Resources/Styles/compose-phone.css"
};
const GatewayConsoleFile GatewayConsoleFile_compose_phone_css = {GatewayConsoleFile_compose_phone_css_bytes, sizeof GatewayConsoleFile_compose_phone_css_bytes};

static const unsigned char GatewayConsoleFile_compose_preview_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/compose-preview.js"
};
const GatewayConsoleFile GatewayConsoleFile_compose_preview_js = {GatewayConsoleFile_compose_preview_js_bytes, sizeof GatewayConsoleFile_compose_preview_js_bytes};

static const unsigned char GatewayConsoleFile_compose_send_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/compose-send.js"
};
const GatewayConsoleFile GatewayConsoleFile_compose_send_js = {GatewayConsoleFile_compose_send_js_bytes, sizeof GatewayConsoleFile_compose_send_js_bytes};

static const unsigned char GatewayConsoleFile_compose_states_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/compose-states.js"
};
const GatewayConsoleFile GatewayConsoleFile_compose_states_js = {GatewayConsoleFile_compose_states_js_bytes, sizeof GatewayConsoleFile_compose_states_js_bytes};

static const unsigned char GatewayConsoleFile_compose_target_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/compose-target.js"
};
const GatewayConsoleFile GatewayConsoleFile_compose_target_js = {GatewayConsoleFile_compose_target_js_bytes, sizeof GatewayConsoleFile_compose_target_js_bytes};

static const unsigned char GatewayConsoleFile_compose_view_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/compose-view.js"
};
const GatewayConsoleFile GatewayConsoleFile_compose_view_js = {GatewayConsoleFile_compose_view_js_bytes, sizeof GatewayConsoleFile_compose_view_js_bytes};

static const unsigned char GatewayConsoleFile_console_css_bytes[] = {
#embed "../GatewayConsole/Resources/Styles/console.css"
};
const GatewayConsoleFile GatewayConsoleFile_console_css = {GatewayConsoleFile_console_css_bytes, sizeof GatewayConsoleFile_console_css_bytes};

static const unsigned char GatewayConsoleFile_deliveries_html_bytes[] = {
#embed "../GatewayConsole/Resources/Templates/deliveries.html"
};
const GatewayConsoleFile GatewayConsoleFile_deliveries_html = {GatewayConsoleFile_deliveries_html_bytes, sizeof GatewayConsoleFile_deliveries_html_bytes};

static const unsigned char GatewayConsoleFile_deliveries_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/deliveries.js"
};
const GatewayConsoleFile GatewayConsoleFile_deliveries_js = {GatewayConsoleFile_deliveries_js_bytes, sizeof GatewayConsoleFile_deliveries_js_bytes};

static const unsigned char GatewayConsoleFile_deliveries_json_bytes[] = {
#embed "../GatewayConsole/Resources/Strings/deliveries.json"
};
const GatewayConsoleFile GatewayConsoleFile_deliveries_json = {GatewayConsoleFile_deliveries_json_bytes, sizeof GatewayConsoleFile_deliveries_json_bytes};

static const unsigned char GatewayConsoleFile_design_html_bytes[] = {
#embed "../GatewayConsole/Resources/Templates/design.html"
};
const GatewayConsoleFile GatewayConsoleFile_design_html = {GatewayConsoleFile_design_html_bytes, sizeof GatewayConsoleFile_design_html_bytes};

static const unsigned char GatewayConsoleFile_design_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/design.js"
};
const GatewayConsoleFile GatewayConsoleFile_design_js = {GatewayConsoleFile_design_js_bytes, sizeof GatewayConsoleFile_design_js_bytes};

static const unsigned char GatewayConsoleFile_design_json_bytes[] = {
#embed "../GatewayConsole/Resources/Strings/design.json"
};
const GatewayConsoleFile GatewayConsoleFile_design_json = {GatewayConsoleFile_design_json_bytes, sizeof GatewayConsoleFile_design_json_bytes};

static const unsigned char GatewayConsoleFile_device_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/device.js"
};
const GatewayConsoleFile GatewayConsoleFile_device_js = {GatewayConsoleFile_device_js_bytes, sizeof GatewayConsoleFile_device_js_bytes};

static const unsigned char GatewayConsoleFile_devices_html_bytes[] = {
#embed "../GatewayConsole/Resources/Templates/devices.html"
};
const GatewayConsoleFile GatewayConsoleFile_devices_html = {GatewayConsoleFile_devices_html_bytes, sizeof GatewayConsoleFile_devices_html_bytes};

static const unsigned char GatewayConsoleFile_devices_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/devices.js"
};
const GatewayConsoleFile GatewayConsoleFile_devices_js = {GatewayConsoleFile_devices_js_bytes, sizeof GatewayConsoleFile_devices_js_bytes};

static const unsigned char GatewayConsoleFile_devices_json_bytes[] = {
#embed "../GatewayConsole/Resources/Strings/devices.json"
};
const GatewayConsoleFile GatewayConsoleFile_devices_json = {GatewayConsoleFile_devices_json_bytes, sizeof GatewayConsoleFile_devices_json_bytes};

static const unsigned char GatewayConsoleFile_exact_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/exact.js"
};
const GatewayConsoleFile GatewayConsoleFile_exact_js = {GatewayConsoleFile_exact_js_bytes, sizeof GatewayConsoleFile_exact_js_bytes};

static const unsigned char GatewayConsoleFile_findings_css_bytes[] = {
#embed "../GatewayConsole/Resources/Styles/findings.css"
};
const GatewayConsoleFile GatewayConsoleFile_findings_css = {GatewayConsoleFile_findings_css_bytes, sizeof GatewayConsoleFile_findings_css_bytes};

static const unsigned char GatewayConsoleFile_fleet_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/fleet.js"
};
const GatewayConsoleFile GatewayConsoleFile_fleet_js = {GatewayConsoleFile_fleet_js_bytes, sizeof GatewayConsoleFile_fleet_js_bytes};

static const unsigned char GatewayConsoleFile_format_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/format.js"
};
const GatewayConsoleFile GatewayConsoleFile_format_js = {GatewayConsoleFile_format_js_bytes, sizeof GatewayConsoleFile_format_js_bytes};

static const unsigned char GatewayConsoleFile_gate_html_bytes[] = {
#embed "../GatewayConsole/Resources/Templates/gate.html"
};
const GatewayConsoleFile GatewayConsoleFile_gate_html = {GatewayConsoleFile_gate_html_bytes, sizeof GatewayConsoleFile_gate_html_bytes};

static const unsigned char GatewayConsoleFile_health_html_bytes[] = {
#embed "../GatewayConsole/Resources/Templates/health.html"
};
const GatewayConsoleFile GatewayConsoleFile_health_html = {GatewayConsoleFile_health_html_bytes, sizeof GatewayConsoleFile_health_html_bytes};

static const unsigned char GatewayConsoleFile_health_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/health.js"
};
const GatewayConsoleFile GatewayConsoleFile_health_js = {GatewayConsoleFile_health_js_bytes, sizeof GatewayConsoleFile_health_js_bytes};

static const unsigned char GatewayConsoleFile_health_json_bytes[] = {
#embed "../GatewayConsole/Resources/Strings/health.json"
};
const GatewayConsoleFile GatewayConsoleFile_health_json = {GatewayConsoleFile_health_json_bytes, sizeof GatewayConsoleFile_health_json_bytes};

static const unsigned char GatewayConsoleFile_join_html_bytes[] = {
#embed "../GatewayConsole/Resources/Templates/join.html"
};
const GatewayConsoleFile GatewayConsoleFile_join_html = {GatewayConsoleFile_join_html_bytes, sizeof GatewayConsoleFile_join_html_bytes};

static const unsigned char GatewayConsoleFile_join_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/join.js"
};
const GatewayConsoleFile GatewayConsoleFile_join_js = {GatewayConsoleFile_join_js_bytes, sizeof GatewayConsoleFile_join_js_bytes};

static const unsigned char GatewayConsoleFile_layout_html_bytes[] = {
#embed "../GatewayConsole/Resources/Templates/layout.html"
};
const GatewayConsoleFile GatewayConsoleFile_layout_html = {GatewayConsoleFile_layout_html_bytes, sizeof GatewayConsoleFile_layout_html_bytes};

static const unsigned char GatewayConsoleFile_lint_json_bytes[] = {
#embed "../GatewayConsole/Resources/Strings/lint.json"
};
const GatewayConsoleFile GatewayConsoleFile_lint_json = {GatewayConsoleFile_lint_json_bytes, sizeof GatewayConsoleFile_lint_json_bytes};

static const unsigned char GatewayConsoleFile_manage_access_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/manage-access.js"
};
const GatewayConsoleFile GatewayConsoleFile_manage_access_js = {GatewayConsoleFile_manage_access_js_bytes, sizeof GatewayConsoleFile_manage_access_js_bytes};

static const unsigned char GatewayConsoleFile_manage_apps_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/manage-apps.js"
};
const GatewayConsoleFile GatewayConsoleFile_manage_apps_js = {GatewayConsoleFile_manage_apps_js_bytes, sizeof GatewayConsoleFile_manage_apps_js_bytes};

static const unsigned char GatewayConsoleFile_manage_audit_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/manage-audit.js"
};
const GatewayConsoleFile GatewayConsoleFile_manage_audit_js = {GatewayConsoleFile_manage_audit_js_bytes, sizeof GatewayConsoleFile_manage_audit_js_bytes};

static const unsigned char GatewayConsoleFile_manage_content_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/manage-content.js"
};
const GatewayConsoleFile GatewayConsoleFile_manage_content_js = {GatewayConsoleFile_manage_content_js_bytes, sizeof GatewayConsoleFile_manage_content_js_bytes};

static const unsigned char GatewayConsoleFile_manage_html_bytes[] = {
#embed "../GatewayConsole/Resources/Templates/manage.html"
};
const GatewayConsoleFile GatewayConsoleFile_manage_html = {GatewayConsoleFile_manage_html_bytes, sizeof GatewayConsoleFile_manage_html_bytes};

static const unsigned char GatewayConsoleFile_manage_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/manage.js"
};
const GatewayConsoleFile GatewayConsoleFile_manage_js = {GatewayConsoleFile_manage_js_bytes, sizeof GatewayConsoleFile_manage_js_bytes};

static const unsigned char GatewayConsoleFile_manage_json_bytes[] = {
#embed "../GatewayConsole/Resources/Strings/manage.json"
};
const GatewayConsoleFile GatewayConsoleFile_manage_json = {GatewayConsoleFile_manage_json_bytes, sizeof GatewayConsoleFile_manage_json_bytes};

static const unsigned char GatewayConsoleFile_manage_webhooks_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/manage-webhooks.js"
};
const GatewayConsoleFile GatewayConsoleFile_manage_webhooks_js = {GatewayConsoleFile_manage_webhooks_js_bytes, sizeof GatewayConsoleFile_manage_webhooks_js_bytes};

static const unsigned char GatewayConsoleFile_message_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/message.js"
};
const GatewayConsoleFile GatewayConsoleFile_message_js = {GatewayConsoleFile_message_js_bytes, sizeof GatewayConsoleFile_message_js_bytes};

static const unsigned char GatewayConsoleFile_metrics_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/metrics.js"
};
const GatewayConsoleFile GatewayConsoleFile_metrics_js = {GatewayConsoleFile_metrics_js_bytes, sizeof GatewayConsoleFile_metrics_js_bytes};

static const unsigned char GatewayConsoleFile_parts_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/parts.js"
};
const GatewayConsoleFile GatewayConsoleFile_parts_js = {GatewayConsoleFile_parts_js_bytes, sizeof GatewayConsoleFile_parts_js_bytes};

static const unsigned char GatewayConsoleFile_records_json_bytes[] = {
#embed "../GatewayConsole/Resources/Strings/records.json"
};
const GatewayConsoleFile GatewayConsoleFile_records_json = {GatewayConsoleFile_records_json_bytes, sizeof GatewayConsoleFile_records_json_bytes};

static const unsigned char GatewayConsoleFile_seal_cipher_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/seal-cipher.js"
};
const GatewayConsoleFile GatewayConsoleFile_seal_cipher_js = {GatewayConsoleFile_seal_cipher_js_bytes, sizeof GatewayConsoleFile_seal_cipher_js_bytes};

static const unsigned char GatewayConsoleFile_seal_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/seal.js"
};
const GatewayConsoleFile GatewayConsoleFile_seal_js = {GatewayConsoleFile_seal_js_bytes, sizeof GatewayConsoleFile_seal_js_bytes};

static const unsigned char GatewayConsoleFile_shell_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/shell.js"
};
const GatewayConsoleFile GatewayConsoleFile_shell_js = {GatewayConsoleFile_shell_js_bytes, sizeof GatewayConsoleFile_shell_js_bytes};

static const unsigned char GatewayConsoleFile_sign_in_html_bytes[] = {
#embed "../GatewayConsole/Resources/Templates/sign-in.html"
};
const GatewayConsoleFile GatewayConsoleFile_sign_in_html = {GatewayConsoleFile_sign_in_html_bytes, sizeof GatewayConsoleFile_sign_in_html_bytes};

static const unsigned char GatewayConsoleFile_sign_in_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/sign-in.js"
};
const GatewayConsoleFile GatewayConsoleFile_sign_in_js = {GatewayConsoleFile_sign_in_js_bytes, sizeof GatewayConsoleFile_sign_in_js_bytes};

static const unsigned char GatewayConsoleFile_sign_in_json_bytes[] = {
#embed "../GatewayConsole/Resources/Strings/sign-in.json"
};
const GatewayConsoleFile GatewayConsoleFile_sign_in_json = {GatewayConsoleFile_sign_in_json_bytes, sizeof GatewayConsoleFile_sign_in_json_bytes};

static const unsigned char GatewayConsoleFile_sign_in_target_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/sign-in-target.js"
};
const GatewayConsoleFile GatewayConsoleFile_sign_in_target_js = {GatewayConsoleFile_sign_in_target_js_bytes, sizeof GatewayConsoleFile_sign_in_target_js_bytes};

static const unsigned char GatewayConsoleFile_signed_in_html_bytes[] = {
#embed "../GatewayConsole/Resources/Templates/signed-in.html"
};
const GatewayConsoleFile GatewayConsoleFile_signed_in_html = {GatewayConsoleFile_signed_in_html_bytes, sizeof GatewayConsoleFile_signed_in_html_bytes};

static const unsigned char GatewayConsoleFile_signed_in_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/signed-in.js"
};
const GatewayConsoleFile GatewayConsoleFile_signed_in_js = {GatewayConsoleFile_signed_in_js_bytes, sizeof GatewayConsoleFile_signed_in_js_bytes};

static const unsigned char GatewayConsoleFile_simulator_counts_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/simulator-counts.js"
};
const GatewayConsoleFile GatewayConsoleFile_simulator_counts_js = {GatewayConsoleFile_simulator_counts_js_bytes, sizeof GatewayConsoleFile_simulator_counts_js_bytes};

static const unsigned char GatewayConsoleFile_stacked_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/stacked.js"
};
const GatewayConsoleFile GatewayConsoleFile_stacked_js = {GatewayConsoleFile_stacked_js_bytes, sizeof GatewayConsoleFile_stacked_js_bytes};

static const unsigned char GatewayConsoleFile_strings_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/strings.js"
};
const GatewayConsoleFile GatewayConsoleFile_strings_js = {GatewayConsoleFile_strings_js_bytes, sizeof GatewayConsoleFile_strings_js_bytes};

static const unsigned char GatewayConsoleFile_timeline_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/timeline.js"
};
const GatewayConsoleFile GatewayConsoleFile_timeline_js = {GatewayConsoleFile_timeline_js_bytes, sizeof GatewayConsoleFile_timeline_js_bytes};

static const unsigned char GatewayConsoleFile_tools_certificate_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/tools-certificate.js"
};
const GatewayConsoleFile GatewayConsoleFile_tools_certificate_js = {GatewayConsoleFile_tools_certificate_js_bytes, sizeof GatewayConsoleFile_tools_certificate_js_bytes};

static const unsigned char GatewayConsoleFile_tools_device_token_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/tools-device-token.js"
};
const GatewayConsoleFile GatewayConsoleFile_tools_device_token_js = {GatewayConsoleFile_tools_device_token_js_bytes, sizeof GatewayConsoleFile_tools_device_token_js_bytes};

static const unsigned char GatewayConsoleFile_tools_html_bytes[] = {
#embed "../GatewayConsole/Resources/Templates/tools.html"
};
const GatewayConsoleFile GatewayConsoleFile_tools_html = {GatewayConsoleFile_tools_html_bytes, sizeof GatewayConsoleFile_tools_html_bytes};

static const unsigned char GatewayConsoleFile_tools_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/tools.js"
};
const GatewayConsoleFile GatewayConsoleFile_tools_js = {GatewayConsoleFile_tools_js_bytes, sizeof GatewayConsoleFile_tools_js_bytes};

static const unsigned char GatewayConsoleFile_tools_json_bytes[] = {
#embed "../GatewayConsole/Resources/Strings/tools.json"
};
const GatewayConsoleFile GatewayConsoleFile_tools_json = {GatewayConsoleFile_tools_json_bytes, sizeof GatewayConsoleFile_tools_json_bytes};

static const unsigned char GatewayConsoleFile_tools_lint_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/tools-lint.js"
};
const GatewayConsoleFile GatewayConsoleFile_tools_lint_js = {GatewayConsoleFile_tools_lint_js_bytes, sizeof GatewayConsoleFile_tools_lint_js_bytes};

static const unsigned char GatewayConsoleFile_tools_provider_token_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/tools-provider-token.js"
};
const GatewayConsoleFile GatewayConsoleFile_tools_provider_token_js = {GatewayConsoleFile_tools_provider_token_js_bytes, sizeof GatewayConsoleFile_tools_provider_token_js_bytes};

static const unsigned char GatewayConsoleFile_tools_seal_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/tools-seal.js"
};
const GatewayConsoleFile GatewayConsoleFile_tools_seal_js = {GatewayConsoleFile_tools_seal_js_bytes, sizeof GatewayConsoleFile_tools_seal_js_bytes};

static const unsigned char GatewayConsoleFile_ui_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/ui.js"
};
const GatewayConsoleFile GatewayConsoleFile_ui_js = {GatewayConsoleFile_ui_js_bytes, sizeof GatewayConsoleFile_ui_js_bytes};

static const unsigned char GatewayConsoleFile_user_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/user.js"
};
const GatewayConsoleFile GatewayConsoleFile_user_js = {GatewayConsoleFile_user_js_bytes, sizeof GatewayConsoleFile_user_js_bytes};

static const unsigned char GatewayConsoleFile_zones_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/zones.js"
};
const GatewayConsoleFile GatewayConsoleFile_zones_js = {GatewayConsoleFile_zones_js_bytes, sizeof GatewayConsoleFile_zones_js_bytes};

static const unsigned char GatewayConsoleFile_zones_land_js_bytes[] = {
#embed "../GatewayConsole/Resources/Scripts/zones-land.js"
};
const GatewayConsoleFile GatewayConsoleFile_zones_land_js = {GatewayConsoleFile_zones_land_js_bytes, sizeof GatewayConsoleFile_zones_land_js_bytes};
