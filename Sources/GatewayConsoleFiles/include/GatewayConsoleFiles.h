// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// Written by scripts/page-files.py.

#ifndef GatewayConsoleFiles_h
#define GatewayConsoleFiles_h

#include <stddef.h>

/// A file of the pages. It is constant, so it can be used from every thread.
typedef struct {
    const unsigned char * _Nonnull start;
    size_t count;
} __attribute__((swift_attr("@Sendable"))) GatewayConsoleFile;

extern const GatewayConsoleFile GatewayConsoleFile_account_js __attribute__((swift_name("GatewayConsoleFile.account_js")));
extern const GatewayConsoleFile GatewayConsoleFile_account_json __attribute__((swift_name("GatewayConsoleFile.account_json")));
extern const GatewayConsoleFile GatewayConsoleFile_api_js __attribute__((swift_name("GatewayConsoleFile.api_js")));
extern const GatewayConsoleFile GatewayConsoleFile_bubble_js __attribute__((swift_name("GatewayConsoleFile.bubble_js")));
extern const GatewayConsoleFile GatewayConsoleFile_campaign_approval_js __attribute__((swift_name("GatewayConsoleFile.campaign_approval_js")));
extern const GatewayConsoleFile GatewayConsoleFile_campaign_audience_js __attribute__((swift_name("GatewayConsoleFile.campaign_audience_js")));
extern const GatewayConsoleFile GatewayConsoleFile_campaign_broadcast_js __attribute__((swift_name("GatewayConsoleFile.campaign_broadcast_js")));
extern const GatewayConsoleFile GatewayConsoleFile_campaign_definition_js __attribute__((swift_name("GatewayConsoleFile.campaign_definition_js")));
extern const GatewayConsoleFile GatewayConsoleFile_campaign_deliveries_js __attribute__((swift_name("GatewayConsoleFile.campaign_deliveries_js")));
extern const GatewayConsoleFile GatewayConsoleFile_campaign_js __attribute__((swift_name("GatewayConsoleFile.campaign_js")));
extern const GatewayConsoleFile GatewayConsoleFile_campaign_limits_js __attribute__((swift_name("GatewayConsoleFile.campaign_limits_js")));
extern const GatewayConsoleFile GatewayConsoleFile_campaign_message_js __attribute__((swift_name("GatewayConsoleFile.campaign_message_js")));
extern const GatewayConsoleFile GatewayConsoleFile_campaign_new_js __attribute__((swift_name("GatewayConsoleFile.campaign_new_js")));
extern const GatewayConsoleFile GatewayConsoleFile_campaign_parts_js __attribute__((swift_name("GatewayConsoleFile.campaign_parts_js")));
extern const GatewayConsoleFile GatewayConsoleFile_campaign_rate_js __attribute__((swift_name("GatewayConsoleFile.campaign_rate_js")));
extern const GatewayConsoleFile GatewayConsoleFile_campaign_report_js __attribute__((swift_name("GatewayConsoleFile.campaign_report_js")));
extern const GatewayConsoleFile GatewayConsoleFile_campaign_schedule_js __attribute__((swift_name("GatewayConsoleFile.campaign_schedule_js")));
extern const GatewayConsoleFile GatewayConsoleFile_campaigns_css __attribute__((swift_name("GatewayConsoleFile.campaigns_css")));
extern const GatewayConsoleFile GatewayConsoleFile_campaigns_html __attribute__((swift_name("GatewayConsoleFile.campaigns_html")));
extern const GatewayConsoleFile GatewayConsoleFile_campaigns_js __attribute__((swift_name("GatewayConsoleFile.campaigns_js")));
extern const GatewayConsoleFile GatewayConsoleFile_campaigns_json __attribute__((swift_name("GatewayConsoleFile.campaigns_json")));
extern const GatewayConsoleFile GatewayConsoleFile_charts_js __attribute__((swift_name("GatewayConsoleFile.charts_js")));
extern const GatewayConsoleFile GatewayConsoleFile_common_json __attribute__((swift_name("GatewayConsoleFile.common_json")));
extern const GatewayConsoleFile GatewayConsoleFile_compose_code_js __attribute__((swift_name("GatewayConsoleFile.compose_code_js")));
extern const GatewayConsoleFile GatewayConsoleFile_compose_css __attribute__((swift_name("GatewayConsoleFile.compose_css")));
extern const GatewayConsoleFile GatewayConsoleFile_compose_editor_js __attribute__((swift_name("GatewayConsoleFile.compose_editor_js")));
extern const GatewayConsoleFile GatewayConsoleFile_compose_examples_js __attribute__((swift_name("GatewayConsoleFile.compose_examples_js")));
extern const GatewayConsoleFile GatewayConsoleFile_compose_fields_js __attribute__((swift_name("GatewayConsoleFile.compose_fields_js")));
extern const GatewayConsoleFile GatewayConsoleFile_compose_findings_js __attribute__((swift_name("GatewayConsoleFile.compose_findings_js")));
extern const GatewayConsoleFile GatewayConsoleFile_compose_form_js __attribute__((swift_name("GatewayConsoleFile.compose_form_js")));
extern const GatewayConsoleFile GatewayConsoleFile_compose_history_js __attribute__((swift_name("GatewayConsoleFile.compose_history_js")));
extern const GatewayConsoleFile GatewayConsoleFile_compose_html __attribute__((swift_name("GatewayConsoleFile.compose_html")));
extern const GatewayConsoleFile GatewayConsoleFile_compose_js __attribute__((swift_name("GatewayConsoleFile.compose_js")));
extern const GatewayConsoleFile GatewayConsoleFile_compose_json __attribute__((swift_name("GatewayConsoleFile.compose_json")));
extern const GatewayConsoleFile GatewayConsoleFile_compose_json_js __attribute__((swift_name("GatewayConsoleFile.compose_json_js")));
extern const GatewayConsoleFile GatewayConsoleFile_compose_phone_css __attribute__((swift_name("GatewayConsoleFile.compose_phone_css")));
extern const GatewayConsoleFile GatewayConsoleFile_compose_preview_js __attribute__((swift_name("GatewayConsoleFile.compose_preview_js")));
extern const GatewayConsoleFile GatewayConsoleFile_compose_send_js __attribute__((swift_name("GatewayConsoleFile.compose_send_js")));
extern const GatewayConsoleFile GatewayConsoleFile_compose_states_js __attribute__((swift_name("GatewayConsoleFile.compose_states_js")));
extern const GatewayConsoleFile GatewayConsoleFile_compose_target_js __attribute__((swift_name("GatewayConsoleFile.compose_target_js")));
extern const GatewayConsoleFile GatewayConsoleFile_compose_view_js __attribute__((swift_name("GatewayConsoleFile.compose_view_js")));
extern const GatewayConsoleFile GatewayConsoleFile_console_css __attribute__((swift_name("GatewayConsoleFile.console_css")));
extern const GatewayConsoleFile GatewayConsoleFile_deliveries_html __attribute__((swift_name("GatewayConsoleFile.deliveries_html")));
extern const GatewayConsoleFile GatewayConsoleFile_deliveries_js __attribute__((swift_name("GatewayConsoleFile.deliveries_js")));
extern const GatewayConsoleFile GatewayConsoleFile_deliveries_json __attribute__((swift_name("GatewayConsoleFile.deliveries_json")));
extern const GatewayConsoleFile GatewayConsoleFile_design_html __attribute__((swift_name("GatewayConsoleFile.design_html")));
extern const GatewayConsoleFile GatewayConsoleFile_design_js __attribute__((swift_name("GatewayConsoleFile.design_js")));
extern const GatewayConsoleFile GatewayConsoleFile_design_json __attribute__((swift_name("GatewayConsoleFile.design_json")));
extern const GatewayConsoleFile GatewayConsoleFile_device_js __attribute__((swift_name("GatewayConsoleFile.device_js")));
extern const GatewayConsoleFile GatewayConsoleFile_devices_html __attribute__((swift_name("GatewayConsoleFile.devices_html")));
extern const GatewayConsoleFile GatewayConsoleFile_devices_js __attribute__((swift_name("GatewayConsoleFile.devices_js")));
extern const GatewayConsoleFile GatewayConsoleFile_devices_json __attribute__((swift_name("GatewayConsoleFile.devices_json")));
extern const GatewayConsoleFile GatewayConsoleFile_exact_js __attribute__((swift_name("GatewayConsoleFile.exact_js")));
extern const GatewayConsoleFile GatewayConsoleFile_findings_css __attribute__((swift_name("GatewayConsoleFile.findings_css")));
extern const GatewayConsoleFile GatewayConsoleFile_fleet_js __attribute__((swift_name("GatewayConsoleFile.fleet_js")));
extern const GatewayConsoleFile GatewayConsoleFile_format_js __attribute__((swift_name("GatewayConsoleFile.format_js")));
extern const GatewayConsoleFile GatewayConsoleFile_gate_html __attribute__((swift_name("GatewayConsoleFile.gate_html")));
extern const GatewayConsoleFile GatewayConsoleFile_health_html __attribute__((swift_name("GatewayConsoleFile.health_html")));
extern const GatewayConsoleFile GatewayConsoleFile_health_js __attribute__((swift_name("GatewayConsoleFile.health_js")));
extern const GatewayConsoleFile GatewayConsoleFile_health_json __attribute__((swift_name("GatewayConsoleFile.health_json")));
extern const GatewayConsoleFile GatewayConsoleFile_join_html __attribute__((swift_name("GatewayConsoleFile.join_html")));
extern const GatewayConsoleFile GatewayConsoleFile_join_js __attribute__((swift_name("GatewayConsoleFile.join_js")));
extern const GatewayConsoleFile GatewayConsoleFile_layout_html __attribute__((swift_name("GatewayConsoleFile.layout_html")));
extern const GatewayConsoleFile GatewayConsoleFile_lint_json __attribute__((swift_name("GatewayConsoleFile.lint_json")));
extern const GatewayConsoleFile GatewayConsoleFile_manage_access_js __attribute__((swift_name("GatewayConsoleFile.manage_access_js")));
extern const GatewayConsoleFile GatewayConsoleFile_manage_apps_js __attribute__((swift_name("GatewayConsoleFile.manage_apps_js")));
extern const GatewayConsoleFile GatewayConsoleFile_manage_audit_js __attribute__((swift_name("GatewayConsoleFile.manage_audit_js")));
extern const GatewayConsoleFile GatewayConsoleFile_manage_content_js __attribute__((swift_name("GatewayConsoleFile.manage_content_js")));
extern const GatewayConsoleFile GatewayConsoleFile_manage_html __attribute__((swift_name("GatewayConsoleFile.manage_html")));
extern const GatewayConsoleFile GatewayConsoleFile_manage_js __attribute__((swift_name("GatewayConsoleFile.manage_js")));
extern const GatewayConsoleFile GatewayConsoleFile_manage_json __attribute__((swift_name("GatewayConsoleFile.manage_json")));
extern const GatewayConsoleFile GatewayConsoleFile_manage_webhooks_js __attribute__((swift_name("GatewayConsoleFile.manage_webhooks_js")));
extern const GatewayConsoleFile GatewayConsoleFile_message_js __attribute__((swift_name("GatewayConsoleFile.message_js")));
extern const GatewayConsoleFile GatewayConsoleFile_metrics_js __attribute__((swift_name("GatewayConsoleFile.metrics_js")));
extern const GatewayConsoleFile GatewayConsoleFile_parts_js __attribute__((swift_name("GatewayConsoleFile.parts_js")));
extern const GatewayConsoleFile GatewayConsoleFile_records_json __attribute__((swift_name("GatewayConsoleFile.records_json")));
extern const GatewayConsoleFile GatewayConsoleFile_seal_cipher_js __attribute__((swift_name("GatewayConsoleFile.seal_cipher_js")));
extern const GatewayConsoleFile GatewayConsoleFile_seal_js __attribute__((swift_name("GatewayConsoleFile.seal_js")));
extern const GatewayConsoleFile GatewayConsoleFile_shell_js __attribute__((swift_name("GatewayConsoleFile.shell_js")));
extern const GatewayConsoleFile GatewayConsoleFile_sign_in_html __attribute__((swift_name("GatewayConsoleFile.sign_in_html")));
extern const GatewayConsoleFile GatewayConsoleFile_sign_in_js __attribute__((swift_name("GatewayConsoleFile.sign_in_js")));
extern const GatewayConsoleFile GatewayConsoleFile_sign_in_json __attribute__((swift_name("GatewayConsoleFile.sign_in_json")));
extern const GatewayConsoleFile GatewayConsoleFile_sign_in_target_js __attribute__((swift_name("GatewayConsoleFile.sign_in_target_js")));
extern const GatewayConsoleFile GatewayConsoleFile_signed_in_html __attribute__((swift_name("GatewayConsoleFile.signed_in_html")));
extern const GatewayConsoleFile GatewayConsoleFile_signed_in_js __attribute__((swift_name("GatewayConsoleFile.signed_in_js")));
extern const GatewayConsoleFile GatewayConsoleFile_simulator_counts_js __attribute__((swift_name("GatewayConsoleFile.simulator_counts_js")));
extern const GatewayConsoleFile GatewayConsoleFile_stacked_js __attribute__((swift_name("GatewayConsoleFile.stacked_js")));
extern const GatewayConsoleFile GatewayConsoleFile_strings_js __attribute__((swift_name("GatewayConsoleFile.strings_js")));
extern const GatewayConsoleFile GatewayConsoleFile_timeline_js __attribute__((swift_name("GatewayConsoleFile.timeline_js")));
extern const GatewayConsoleFile GatewayConsoleFile_tools_certificate_js __attribute__((swift_name("GatewayConsoleFile.tools_certificate_js")));
extern const GatewayConsoleFile GatewayConsoleFile_tools_device_token_js __attribute__((swift_name("GatewayConsoleFile.tools_device_token_js")));
extern const GatewayConsoleFile GatewayConsoleFile_tools_html __attribute__((swift_name("GatewayConsoleFile.tools_html")));
extern const GatewayConsoleFile GatewayConsoleFile_tools_js __attribute__((swift_name("GatewayConsoleFile.tools_js")));
extern const GatewayConsoleFile GatewayConsoleFile_tools_json __attribute__((swift_name("GatewayConsoleFile.tools_json")));
extern const GatewayConsoleFile GatewayConsoleFile_tools_lint_js __attribute__((swift_name("GatewayConsoleFile.tools_lint_js")));
extern const GatewayConsoleFile GatewayConsoleFile_tools_provider_token_js __attribute__((swift_name("GatewayConsoleFile.tools_provider_token_js")));
extern const GatewayConsoleFile GatewayConsoleFile_tools_seal_js __attribute__((swift_name("GatewayConsoleFile.tools_seal_js")));
extern const GatewayConsoleFile GatewayConsoleFile_ui_js __attribute__((swift_name("GatewayConsoleFile.ui_js")));
extern const GatewayConsoleFile GatewayConsoleFile_user_js __attribute__((swift_name("GatewayConsoleFile.user_js")));
extern const GatewayConsoleFile GatewayConsoleFile_zones_js __attribute__((swift_name("GatewayConsoleFile.zones_js")));
extern const GatewayConsoleFile GatewayConsoleFile_zones_land_js __attribute__((swift_name("GatewayConsoleFile.zones_land_js")));

#endif
