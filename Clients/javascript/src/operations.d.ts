// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0
// The types of the gateway's operations. scripts/gateway-clients.py writes this file.

import { Connection } from './http.js';

export interface APIKey {
  "apps": Array<string>;
  "created_at": string;
  "id": string;
  "key"?: string;
  "last_used_at"?: string;
  "name": string;
  "requests_per_minute"?: number;
  "revoked_at"?: string;
  "scopes": Array<"all" | "apps:read" | "apps:write" | "installations:read" | "installations:write" | "installations:export" | "messages:read" | "messages:write" | "campaigns:read" | "campaigns:write" | "campaigns:approve" | "events:write" | "payloads:read" | "test-pushes:write" | "templates:read" | "templates:write" | "users:read" | "users:write" | "keys:read" | "keys:write" | "metrics:read" | "webhooks:read" | "webhooks:write" | "audit:read">;
}
export interface APIKeyList {
  "keys": Array<APIKey>;
}
export interface Alias {
  "label": string;
  "user": string;
  "value": string;
}
export interface App {
  "bundle_id": string;
  "client_key"?: string;
  "credential"?: Credential;
  "denied"?: "suppress" | "send";
  "fcm"?: FCMCredential;
  "identity_secret"?: string;
  "locked"?: Array<"credential" | "identity_secret" | "fcm" | "web_push">;
  "name": string;
  "receipt_percent"?: number;
  "refused"?: Array<{ "environment"?: "sandbox" | "production"; "reason": string; "transport": "apns" | "fcm" | "web_push" }>;
  "shadow"?: boolean;
  "user_proof"?: "required" | "off";
  "web_push"?: WebPushCredential;
}
export interface AppList {
  "apps": Array<App>;
}
export interface Attribute {
  "name": string;
  "type": "text" | "number" | "flag" | "date";
}
export type AttributeChanges = Record<string, string | number | boolean | null>;
export interface AttributeList {
  "attributes": Array<Attribute>;
}
export type Audience = { "filter": string } | { "segment": string };
export interface AudienceCount {
  "installations": number;
}
export interface AuditEntry {
  "action": string;
  "address"?: string;
  "after"?: string;
  "app"?: string;
  "at": string;
  "before"?: string;
  "hash": string;
  "key": string;
  "number": number;
  "object"?: string;
  "previous": string;
}
export interface AuditList {
  "entries": Array<AuditEntry>;
  "next"?: string;
}
export interface Badge {
  "badge": number;
}
export interface Broadcast {
  "app": string;
  "channel": string;
  "environment": "sandbox" | "production";
  "request_id"?: string;
}
export interface BrowserSubscription {
  "endpoint": string;
  "expirationTime"?: number | null;
  "keys": { "auth": string; "p256dh": string };
}
export interface Campaign {
  "app": string;
  "audience"?: string;
  "broadcast"?: { "channel": string; "environment": "sandbox" | "production"; "reason"?: string; "request_id"?: string; "state": "queued" | "sending" | "accepted" | "rejected" | "expired" | "cancelled" | "suppressed"; "status"?: number };
  "held_reason"?: string;
  "id": string;
  "reasons": Array<{ "count": number; "outcome": string; "reason": string }>;
  "settings"?: CampaignSettings;
  "state": string;
  "stop_reason"?: string;
  "totals": { "accepted": number; "cancelled": number; "expired": number; "rejected": number; "retrying": number; "suppressed": number };
}
export interface CampaignApprovalRequest {
  "hash": string;
}
export interface CampaignDefinition {
  "body"?: string;
  "content_type"?: string;
  "hash": string;
  "messages": Array<{ "locale"?: string; "payload"?: string; "share": number; "variant": string }>;
  "query"?: string;
  "version": string;
}
export interface CampaignDeliveryList {
  "deliveries": Array<{ "installation"?: string; "outcome": "accepted" | "rejected" | "expired" | "suppressed" | "cancelled" | "retrying"; "reason"?: string; "variant": number }>;
  "next"?: string;
}
export interface CampaignList {
  "campaigns": Array<{ "app": string; "channel"?: string; "created_at": string; "finished_at"?: string; "id": string; "lane": "otp" | "transactional" | "live" | "bulk" | "background"; "name"?: string; "state": string; "totals"?: CampaignTotals }>;
  "next"?: string;
}
export interface CampaignPreview {
  "app": string;
  "audience"?: string;
  "channel"?: string;
  "installations"?: number;
  "messages": Array<{ "payload"?: string; "share": number; "variant": string }>;
  "moments": Array<{ "at": string; "installations": number }>;
  "reachable"?: number;
  "reasons": Array<{ "count": number; "outcome": string; "reason": string }>;
  "settings": CampaignSettings;
}
export interface CampaignRefusalRequest {
  "hash": string;
  "note"?: string | null;
}
export interface CampaignReport {
  "actions": Array<{ "action": string; "count": number }>;
  "app": string;
  "app_versions": Array<{ "reported": { "action": number; "delivered": number; "dismissed": number; "opened": number }; "value": string }>;
  "broadcast"?: { "channel": string; "environment": "sandbox" | "production"; "reason"?: string; "request_id"?: string; "state": "queued" | "sending" | "accepted" | "rejected" | "expired" | "cancelled" | "suppressed"; "status"?: number };
  "campaign": string;
  "funnel": Array<{ "count": number; "meaning": string; "of_accepted"?: number; "step": "considered" | "accepted" | "delivered" | "opened" | "action" | "dismissed" }>;
  "hours": Array<{ "hour": string; "reported": { "action": number; "delivered": number; "dismissed": number; "opened": number } }>;
  "locales": Array<{ "reported": { "action": number; "delivered": number; "dismissed": number; "opened": number }; "value": string }>;
  "reasons": Array<{ "count": number; "outcome": string; "reason": string }>;
  "state": string;
  "stored_receipts": number;
  "variants": Array<{ "accepted": number; "considered": number; "reported": { "action": number; "delivered": number; "dismissed": number; "opened": number }; "variant": number }>;
}
export interface CampaignSettings {
  "approval"?: { "at"?: string; "authors"?: Array<string>; "by"?: string; "hash": string };
  "class"?: string;
  "control_percent"?: number;
  "devices"?: number;
  "dry_run"?: boolean;
  "expires_at"?: string;
  "local_time"?: { "default_time_zone": string; "ends_at"?: string; "first_at"?: string; "last_at"?: string; "time": string; "zones": number };
  "name"?: string;
  "per_day"?: number;
  "per_hour"?: number;
  "per_minute"?: number;
  "quiet_hours"?: string;
  "quiet_rule"?: "hold" | "skip";
  "refusal"?: { "at": string; "by"?: string; "note"?: string };
  "series"?: string;
  "starts_at"?: string;
  "template"?: string;
  "test_campaign"?: string;
  "variants"?: Array<{ "name": string; "share": number; "totals": CampaignTotals }>;
  "winner"?: { "after_minutes": number; "campaign"?: string; "problem"?: string; "test_percent": number; "variant"?: string };
}
export interface CampaignStart {
  "confirm_devices"?: number | null;
}
export interface CampaignTime {
  "at"?: string | null;
  "confirm_devices"?: number | null;
  "default_time_zone"?: string | null;
  "late_zones"?: "skip" | "send_now" | null;
  "local_time"?: string | null;
}
export interface CampaignTotals {
  "accepted": number;
  "cancelled": number;
  "expired": number;
  "rejected": number;
  "retrying": number;
  "suppressed": number;
}
export interface Channel {
  "app": string;
  "environment": "sandbox" | "production";
  "id": string;
  "storage"?: "none" | "most_recent";
}
export interface ChannelList {
  "channels": Array<Channel>;
}
export interface ConsentList {
  "decisions": Array<{ "at": string; "installation"?: string; "note"?: string; "source": "app" | "server" | "import" | "other_user"; "subscribed": boolean; "topic": string; "user"?: string }>;
  "next"?: string;
}
export interface Credential {
  "environments"?: Array<"sandbox" | "production">;
  "expires_at"?: string;
  "fingerprint": string;
  "key_id"?: string;
  "kind": "key" | "certificate";
  "team_id"?: string;
  "updated_at": string;
}
export interface DeadTokenReport {
  "app": string;
  "days": Array<{ "causes": Record<string, number>; "day": string }>;
  "ended": Array<{ "cause": string; "count": number; "environment": "sandbox" | "production"; "meaning": string }>;
  "is_incomplete": boolean;
  "since": string;
  "suspect": Array<{ "cause": string; "count": number; "environment": "sandbox" | "production"; "meaning": string }>;
}
export interface Delivery {
  "apns_id": string;
  "apns_unique_id"?: string;
  "attempts": number;
  "campaign"?: string;
  "channel"?: string;
  "environment": "sandbox" | "production";
  "id": string;
  "installation"?: string;
  "message": string;
  "reason"?: string;
  "state": "queued" | "sending" | "accepted" | "rejected" | "expired" | "cancelled" | "suppressed";
  "status"?: number;
  "token": string;
  "transport"?: "apns" | "fcm" | "web_push";
  "updated_at": string;
}
export interface DeliveryCounts {
  "by": "state" | "reason" | "priority" | "push_type";
  "counts": Array<{ "at": string; "count": number; "value": string }>;
  "interval_seconds": number;
  "is_incomplete": boolean;
  "since": string;
}
export interface DeliveryList {
  "deliveries": Array<Delivery>;
  "next"?: string;
}
export interface DeviceMessagePage {
  "cursor": string;
  "has_more": boolean;
  "messages": Array<{ "id": string; "payload": Record<string, unknown>; "sent_at": string }>;
}
export interface DeviceRegistration {
  "app": string;
  "app_version"?: string | null;
  "asks"?: PermissionAsks | null;
  "badge"?: number | null;
  "encryption_key"?: EncryptionKey | null;
  "ended"?: Array<{ "activity"?: string; "attributes_type"?: string; "family": "app" | "voip" | "complication" | "fileProvider" | "mdm" | "location" | "liveActivity" | "liveActivityStart" | "pushToTalk" | "widgets" | "controls" }> | null;
  "environment": "sandbox" | "production";
  "locale"?: string | null;
  "permission"?: Permission | null;
  "platform"?: string | null;
  "system_version"?: string | null;
  "time_zone"?: string | null;
  "tokens"?: Array<{ "activity"?: string; "attributes_type"?: string; "family": "app" | "voip" | "complication" | "fileProvider" | "mdm" | "location" | "liveActivity" | "liveActivityStart" | "pushToTalk" | "widgets" | "controls"; "token": string }> | null;
  "user"?: string | null;
  "user_proof"?: string | null;
}
export interface EncryptionKey {
  "id": string;
  "public_key": string;
  "suite": string;
}
export interface Erasure {
  "apps": Array<string>;
  "finished_at"?: string;
  "id": string;
  "requested_at": string;
  "rows": number;
  "state": "running" | "done";
}
export interface Event {
  "app"?: string | null;
  "id": string;
  "name": string;
  "properties"?: Record<string, unknown> | null;
  "user": string;
}
export interface EventReport {
  "messages": Array<{ "message"?: string; "problem"?: string; "trigger": string }>;
}
export interface ExplainRequest {
  "headers"?: { "apns-channel-id"?: string | null; "apns-collapse-id"?: string | null; "apns-expiration"?: string | null; "apns-id"?: string | null; "apns-priority"?: string | null; "apns-push-type"?: string | null; "apns-topic"?: string | null } | null;
  "payload": string;
  "scenarios": Array<{ "background_refresh"?: boolean | null; "focus"?: string | null; "focus_allows_app"?: boolean | null; "locked"?: boolean | null; "low_power"?: boolean | null; "muted"?: boolean | null; "name"?: string | null; "online"?: boolean | null; "permission"?: string | null; "previews"?: string | null; "state"?: string | null; "summary"?: boolean | null }>;
}
export interface Explanations {
  "explanations": Array<Record<string, unknown>>;
}
export interface FCMCredential {
  "account"?: string;
  "fingerprint": string;
  "key_id"?: string;
  "project": string;
  "updated_at": string;
}
export interface Health {
  "not_ready": Array<string>;
  "parts": Array<HealthPart>;
  "sending": "ok" | "starting" | "held" | "failing" | "stopping";
  "status": "ok" | "degraded" | "down";
  "store": "ok" | "starting" | "held" | "failing" | "stopping";
  "worker": "ok" | "starting" | "held" | "failing" | "stopping";
}
export interface HealthPart {
  "condition": "ok" | "starting" | "held" | "failing" | "stopping";
  "detail"?: string;
  "fix"?: string;
  "name": string;
  "required": boolean;
}
export interface History {
  "events": Array<{ "action"?: string; "at": string; "campaign"?: string; "delivery"?: string; "environment"?: "sandbox" | "production"; "event"?: string; "family"?: "app" | "voip" | "complication" | "fileProvider" | "mdm" | "location" | "liveActivity" | "liveActivityStart" | "pushToTalk" | "widgets" | "controls"; "invalid_since"?: string; "kind": "created" | "registered" | "token" | "token_ended" | "message" | "campaign" | "receipt"; "message"?: string; "reason"?: string; "state"?: string; "status"?: number; "token"?: string; "transport"?: "apns" | "fcm" | "web_push" }>;
  "next"?: string;
}
export interface ImportReport {
  "problems": Array<{ "detail": string; "line": number }>;
  "registered": number;
}
export interface Installation {
  "app": string;
  "app_version"?: string;
  "attributes"?: Record<string, unknown>;
  "badge"?: number;
  "created_at": string;
  "encryption_key"?: EncryptionKey;
  "environment"?: "sandbox" | "production";
  "id": string;
  "locale"?: string;
  "permission"?: Permission;
  "platform"?: string;
  "registered_at": string;
  "system_version"?: string;
  "tags"?: Array<string>;
  "time_zone"?: string;
  "tokens": Array<Token>;
  "topics"?: Array<string>;
  "user"?: string;
}
export interface InstallationList {
  "installations": Array<Installation>;
  "next"?: string;
}
export interface Liveness {
  "status": "ok" | "down";
}
export interface Member {
  "created_at": string;
  "has_identity": boolean;
  "has_password": boolean;
  "id": string;
  "link_expires_at"?: string;
  "link_secret"?: string;
  "login": string;
  "name": string;
  "role": "viewer" | "editor" | "approver" | "owner";
  "signed_in_at"?: string;
}
export interface MemberChange {
  "name": string;
  "role": "viewer" | "editor" | "approver" | "owner";
}
export interface MemberList {
  "members": Array<Member>;
}
export interface Merge {
  "aliases": number;
  "app": string;
  "dropped_aliases": number;
  "installations": number;
  "user": string;
}
export interface Message {
  "app": string;
  "carries_id": boolean;
  "created_at": string;
  "deliveries": Array<Delivery>;
  "delivery_count": number;
  "expires_at"?: string;
  "id": string;
  "inferred"?: Array<{ "because": string; "header": string; "value": string }>;
  "next"?: string;
  "priority": number;
  "push_type": string;
  "receipts": Record<string, number>;
  "states": Record<string, number>;
  "topic": string;
}
export type MessageBody = MessagePayload | MessageForm;
export interface MessageForm {
  "badge"?: number | string;
  "body"?: string;
  "category"?: string;
  "collapse_id"?: string;
  "data"?: Record<string, unknown>;
  "expires_at"?: string;
  "expires_in"?: number;
  "fcm"?: Record<string, unknown>;
  "lane"?: "otp" | "transactional" | "live" | "bulk" | "background";
  "level"?: string;
  "priority"?: number;
  "push_type"?: string;
  "subtitle"?: string;
  "thread_id"?: string;
  "title"?: string;
  "url"?: string;
  "web_push"?: Record<string, unknown>;
}
export interface MessageList {
  "messages": Array<{ "app": string; "created_at": string; "id": string; "push_type": string; "states": Record<string, number>; "target": string; "target_kind": "user" | "installation" | "token" }>;
  "next"?: string;
}
export interface MessagePayload {
  "aps": Record<string, unknown>;
}
export interface NewAPIKey {
  "apps"?: Array<string> | null;
  "name": string;
  "requests_per_minute"?: number | null;
  "scopes": Array<"all" | "apps:read" | "apps:write" | "installations:read" | "installations:write" | "installations:export" | "messages:read" | "messages:write" | "campaigns:read" | "campaigns:write" | "campaigns:approve" | "events:write" | "payloads:read" | "test-pushes:write" | "templates:read" | "templates:write" | "users:read" | "users:write" | "keys:read" | "keys:write" | "metrics:read" | "webhooks:read" | "webhooks:write" | "audit:read">;
}
export interface NewAlias {
  "value": string;
}
export interface NewApp {
  "denied"?: "suppress" | "send" | null;
  "name": string;
  "receipt_percent"?: number | null;
  "shadow"?: boolean | null;
  "user_proof"?: "required" | "off" | null;
}
export interface NewAttribute {
  "type": "text" | "number" | "flag" | "date";
}
export interface NewCampaign {
  "app"?: string | null;
  "at"?: string | null;
  "audience"?: string | null;
  "channel"?: string | null;
  "class"?: string | null;
  "confirm_devices"?: number | null;
  "control_percent"?: number | null;
  "default_time_zone"?: string | null;
  "draft"?: boolean | null;
  "dry_run"?: boolean | null;
  "environment"?: "sandbox" | "production" | null;
  "late_zones"?: "skip" | "send_now" | null;
  "local_time"?: string | null;
  "message"?: MessageBody | null;
  "name"?: string | null;
  "per_day"?: number | null;
  "per_minute"?: number | null;
  "quiet_hours"?: string | null;
  "quiet_rule"?: "hold" | "skip" | null;
  "variants"?: Array<{ "message": MessageBody; "name"?: string; "share"?: number }> | null;
  "winner"?: { "after_minutes": number; "test_percent": number } | null;
}
export interface NewChannel {
  "storage"?: "none" | "most_recent" | null;
}
export type NewCredential = { "key_id": string; "p8": string; "team_id": string } | { "certificate": string; "password"?: string | null };
export interface NewInstallation {
  "app": string;
  "app_version"?: string | null;
  "environment"?: "sandbox" | "production" | null;
  "family"?: "app" | "voip" | "complication" | "fileProvider" | "mdm" | "location" | "liveActivity" | "liveActivityStart" | "pushToTalk" | "widgets" | "controls" | null;
  "fcm_token"?: string | null;
  "fid"?: string | null;
  "locale"?: string | null;
  "system_version"?: string | null;
  "time_zone"?: string | null;
  "token"?: string | null;
  "user"?: string | null;
  "web_push"?: BrowserSubscription | null;
}
export interface NewMember {
  "login": string;
  "name"?: string | null;
  "role": "viewer" | "editor" | "approver" | "owner";
}
export type NewMerge = { "installation": string } | { "from": string };
export interface NewSegment {
  "filter": string;
}
export interface NewSeries {
  "campaign": NewCampaign;
  "every": "daily" | "weekly" | "monthly";
  "until"?: string | null;
}
export interface NewTemplate {
  "collapse_id"?: string | null;
  "default_locale"?: string | null;
  "expires_in"?: number | null;
  "lane"?: "otp" | "transactional" | "live" | "bulk" | "background" | null;
  "locales": Record<string, unknown>;
  "urgency"?: "passive" | "active" | "time-sensitive" | "critical" | null;
  "variables"?: Record<string, unknown> | null;
}
export interface NewTopic {
  "title": string;
}
export interface NewTrigger {
  "app"?: string | null;
  "event": string;
  "message"?: MessageBody | null;
  "name"?: string | null;
  "template"?: string | null;
}
export interface NewWebPushCredential {
  "navigate": string;
  "private_key"?: string | null;
  "subject": string;
}
export interface NewWebhook {
  "apps"?: Array<string> | null;
  "batch_size"?: number | null;
  "description"?: string | null;
  "enabled"?: boolean | null;
  "events"?: Array<string> | null;
  "url": string;
}
export interface PayloadDraft {
  "headers"?: { "apns-channel-id"?: string | null; "apns-collapse-id"?: string | null; "apns-expiration"?: string | null; "apns-id"?: string | null; "apns-priority"?: string | null; "apns-push-type"?: string | null; "apns-topic"?: string | null } | null;
  "payload": string;
}
export interface PayloadFinding {
  "column"?: number;
  "detail": string;
  "fix"?: { "edits": Array<{ "from": number; "text": string; "to": number }>; "title": string };
  "key_path"?: string;
  "line"?: number;
  "range"?: { "from": number; "to": number };
  "remedy": string;
  "rule": string;
  "severity": "note" | "warning" | "error";
  "why": string;
}
export interface PayloadReport {
  "byte_count": number;
  "byte_count_max": number;
  "findings": Array<PayloadFinding>;
  "inferred": Array<{ "because": string; "header": string; "value": string }>;
  "push_type": "alert" | "background" | "voip" | "complication" | "fileprovider" | "mdm" | "location" | "liveactivity" | "pushtotalk" | "widgets" | "controls";
}
export interface Permission {
  "alert"?: boolean;
  "authorization": "not-determined" | "denied" | "authorized" | "provisional" | "ephemeral";
  "badge"?: boolean;
  "critical_alert"?: boolean;
  "sound"?: boolean;
  "time_sensitive"?: boolean;
}
export interface PermissionAsks {
  "declined"?: number | null;
  "explained"?: number | null;
  "prompted"?: number | null;
}
export interface PermissionFunnel {
  "app": string;
  "installations": number;
  "steps": Array<{ "count": number; "meaning": string; "step": "reporting" | "soft_asked" | "soft_declined" | "asked" | "granted" | "denied" | "provisional" | "provisional_kept" | "provisional_ended" | "not_asked" }>;
}
export interface Policy {
  "approval_above"?: number | null;
  "caps"?: Record<string, number> | null;
  "confirm_above"?: number | null;
  "default_class"?: string | null;
  "default_time_zone"?: string | null;
  "per_minute"?: number | null;
  "quiet_hours"?: string | null;
  "quiet_rule"?: "hold" | "skip" | null;
}
export interface Problem {
  "code": "bad_json" | "bad_query" | "key_missing" | "key_unknown" | "key_revoked" | "scope_missing" | "key_of_other_app" | "api_key_not_found" | "too_many_keys" | "installation_secret_missing" | "installation_secret_wrong" | "client_key_of_other_app" | "user_proof_missing" | "user_proof_wrong" | "host_repeated" | "host_not_allowed" | "origin_not_allowed" | "route_not_found" | "app_not_found" | "installation_not_found" | "message_not_found" | "delivery_not_found" | "campaign_not_found" | "campaign_state" | "campaign_changed" | "channel_not_found" | "apns_refused" | "apns_unavailable" | "confirmation_needed" | "approval_refused" | "bad_filter" | "filter_not_indexed" | "segment_not_found" | "attribute_of_other_type" | "template_not_found" | "bad_template" | "too_many_entries" | "user_not_found" | "alias_taken" | "installation_of_other_user" | "erasure_not_found" | "topic_not_found" | "problem_not_found" | "no_device" | "method_not_allowed" | "installation_of_other_app" | "no_credential" | "app_in_shadow" | "body_too_large" | "content_type_not_supported" | "unknown_key" | "bad_value" | "value_missing" | "empty_message" | "payload_too_large" | "app_needed" | "environment_needed" | "bad_provider_key" | "too_many_deliveries" | "idempotency_key_reused" | "session_ended" | "csrf_token_wrong" | "sign_in_failed" | "identity_refused" | "identity_provider_failed" | "link_not_valid" | "member_not_found" | "login_taken" | "last_owner" | "webhook_not_found" | "webhook_url_refused" | "too_many_webhooks" | "too_many_calls" | "too_many_requests" | "internal_error" | "storage_unavailable" | "secrets_locked" | "receipts_shed";
  "column"?: number;
  "detail": string;
  "instance"?: string;
  "key_path"?: string;
  "line"?: number;
  "status": number;
  "title": string;
  "type": string;
}
export interface PushTypeList {
  "push_types": Array<{ "byte_count_max": number; "priorities": Array<number>; "purpose": string; "push_type": "alert" | "background" | "voip" | "complication" | "fileprovider" | "mdm" | "location" | "liveactivity" | "pushtotalk" | "widgets" | "controls"; "since"?: string; "takes_key": boolean; "token_family": "app" | "voip" | "complication" | "fileProvider" | "mdm" | "location" | "liveActivity" | "liveActivityStart" | "pushToTalk" | "widgets" | "controls"; "topic_suffix": string; "usual_priority": number }>;
}
export interface ReceiptBatch {
  "receipts": Array<{ "action"?: string; "at": string; "event": "delivered" | "opened" | "action" | "dismissed"; "message": string }>;
}
export interface ReceiptList {
  "next"?: string;
  "receipts": Array<{ "action"?: string; "at": string; "event": "delivered" | "opened" | "action" | "dismissed"; "installation": string; "received_at": string }>;
}
export interface ReceiptReport {
  "accepted": number;
  "ignored": number;
  "sampled"?: number;
}
export interface Segment {
  "filter": string;
  "name": string;
}
export interface SegmentList {
  "segments": Array<Segment>;
}
export interface Series {
  "app": string;
  "created_at": string;
  "ended_at"?: string;
  "every": "daily" | "weekly" | "monthly";
  "id": string;
  "last_campaign"?: string;
  "name"?: string;
  "next"?: string;
  "problem"?: string;
  "state": "running" | "ended";
  "until"?: string;
}
export interface SeriesList {
  "series": Array<Series>;
}
export interface ShadowReport {
  "app": string;
  "differences": Array<{ "count": number; "examples": Array<{ "apns_id"?: string; "at": string; "detail"?: string }>; "kind": "refused" | "suppressed" | "remark"; "meaning": string; "reason": string }>;
  "is_incomplete": boolean;
  "requests": number;
  "shadow": boolean;
  "since": string;
  "would_send": number;
}
export interface Template {
  "created_at": string;
  "findings": Array<TemplateFinding>;
  "is_new"?: boolean;
  "locales": Array<{ "locale": string; "longest_bytes": number }>;
  "name": string;
  "template": Record<string, unknown>;
  "urgency": "passive" | "active" | "time-sensitive" | "critical";
  "version": number;
}
export interface TemplateFinding {
  "detail": string;
  "locale": string;
  "path": string;
  "rule": string;
  "severity": "note" | "warning" | "error";
}
export interface TemplateList {
  "next"?: string;
  "templates": Array<{ "created_at": string; "locales": Array<string>; "name": string; "urgency": "passive" | "active" | "time-sensitive" | "critical"; "version": number }>;
}
export interface TemplatePreview {
  "bytes": number;
  "findings": Array<TemplateFinding>;
  "locale": string;
  "longest_bytes": number;
  "payload": Record<string, unknown>;
}
export interface TemplatePreviewRequest {
  "locale"?: string | null;
  "template"?: NewTemplate | null;
  "variables"?: Record<string, unknown> | null;
  "version"?: number | null;
}
export interface TemplateVersionList {
  "versions": Array<{ "created_at": string; "locales": Array<string>; "name": string; "urgency": "passive" | "active" | "time-sensitive" | "critical"; "version": number }>;
}
export interface TestPush {
  "app": string;
  "environment": "sandbox" | "production";
  "headers"?: { "apns-channel-id"?: string | null; "apns-collapse-id"?: string | null; "apns-expiration"?: string | null; "apns-id"?: string | null; "apns-priority"?: string | null; "apns-push-type"?: string | null; "apns-topic"?: string | null } | null;
  "payload": string;
  "token": string;
}
export interface TestPushResult {
  "apns_id"?: string;
  "apns_unique_id"?: string;
  "byte_count": number;
  "detail"?: string;
  "outcome": "accepted" | "rejected" | "unknown";
  "priority": number;
  "push_type": "alert" | "background" | "voip" | "complication" | "fileprovider" | "mdm" | "location" | "liveactivity" | "pushtotalk" | "widgets" | "controls";
  "reason"?: string;
  "remedy"?: string;
  "status"?: number;
  "token": string;
  "topic": string;
}
export interface Token {
  "activity"?: string;
  "attributes_type"?: string;
  "diagnosis"?: string;
  "environment": "sandbox" | "production";
  "family": "app" | "voip" | "complication" | "fileProvider" | "mdm" | "location" | "liveActivity" | "liveActivityStart" | "pushToTalk" | "widgets" | "controls";
  "reason"?: string;
  "registered_at"?: string;
  "state": "active" | "suspect" | "dead" | "replaced" | "removed";
  "token": string;
  "transport"?: "apns" | "fcm" | "web_push";
}
export interface Topic {
  "name": string;
  "subscribed"?: number;
  "title": string;
}
export interface TopicDecision {
  "note"?: string | null;
  "subscribed": boolean;
}
export interface TopicList {
  "topics": Array<Topic>;
}
export interface TopicState {
  "changed_at": string;
  "subscribed": boolean;
  "topic": string;
}
export interface TopicStateList {
  "topics": Array<TopicState>;
}
export interface Trigger {
  "app": string;
  "created_at": string;
  "event": string;
  "id": string;
  "message"?: Record<string, unknown>;
  "name"?: string;
  "template"?: string;
}
export interface TriggerList {
  "triggers": Array<Trigger>;
}
export interface UrgencyReport {
  "advice"?: string;
  "app": string;
  "from": string;
  "shares": Array<{ "campaigns": number; "messages": number; "percent": number; "urgency": "passive" | "active" | "time-sensitive" | "critical" }>;
  "to": string;
  "total": number;
  "urgent_percent": number;
}
export interface User {
  "aliases": Record<string, string>;
  "app": string;
  "first_seen"?: string;
  "installation_count": number;
  "installations": Array<Installation>;
  "last_seen"?: string;
  "next"?: string;
  "topics": Array<TopicState>;
  "user": string;
}
export interface WebPushCredential {
  "fingerprint": string;
  "navigate": string;
  "public_key": string;
  "subject": string;
  "updated_at": string;
}
export interface Webhook {
  "apps": Array<string>;
  "batch_size": number;
  "behind": number;
  "created_at": string;
  "cursor": string;
  "description"?: string;
  "disabled_reason"?: "gone" | "exhausted" | "person";
  "enabled": boolean;
  "events": Array<string>;
  "failed_attempts": number;
  "failing_since"?: string;
  "id": string;
  "last_success_at"?: string;
  "next_attempt_at"?: string;
  "previous_secret_until"?: string;
  "secret"?: string;
  "url"?: string;
}
export interface WebhookAttempt {
  "at": string;
  "delivered": boolean;
  "error"?: string;
  "events": number;
  "message_id": string;
  "status"?: number;
}
export interface WebhookAttemptList {
  "attempts": Array<WebhookAttempt>;
}
export interface WebhookList {
  "webhooks": Array<Webhook>;
}
export type WebhookReplay = { "after": string } | { "since": string };
export interface WebhookRotation {
  "overlap_seconds"?: number | null;
}

export declare class Operations extends Connection {
  /** The metrics, for Prometheus. */
  metrics(): Promise<string>;
  /** Whether the process works; restart it if not. */
  liveness(): Promise<Liveness>;
  /** Whether the gateway is ready for messages, and the condition of each of its parts. */
  readiness(): Promise<Health>;
  /** The apps. */
  listApps(): Promise<AppList>;
  /** The audit log: who changed what, newest first. */
  getAudit(options?: { app?: string; key?: string; action?: string; after?: string; limit?: number }): Promise<AuditList>;
  /** The campaigns, newest first. */
  listCampaigns(options?: { app?: string; after?: string; limit?: number }): Promise<CampaignList>;
  /** The campaigns, newest first. Reads page after page. */
  eachCampaigns(options?: { app?: string; after?: string; limit?: number }): AsyncGenerator<{ "app": string; "channel"?: string; "created_at": string; "finished_at"?: string; "id": string; "lane": "otp" | "transactional" | "live" | "bulk" | "background"; "name"?: string; "state": string; "totals"?: CampaignTotals }>;
  /** Creates a campaign: one message to many installations, now or at a later time. */
  startCampaign(body: NewCampaign | MessageBody, options?: { audience?: string; audienceFilter?: string; channel?: string; template?: string; app?: string; pushType?: "alert" | "background" | "voip" | "complication" | "fileprovider" | "mdm" | "location" | "liveactivity" | "pushtotalk" | "widgets" | "controls"; lane?: "otp" | "transactional" | "live" | "bulk" | "background"; priority?: "1" | "5" | "10"; collapseId?: string; expiresIn?: number; topic?: string; environment?: "sandbox" | "production"; activity?: string; attributesType?: string; idempotencyKey?: string }): Promise<Campaign>;
  /** The channels of an app, as APNs lists them. */
  listChannels(options?: { app?: string; environment?: "sandbox" | "production" }): Promise<ChannelList>;
  /** Creates a channel with the app's credential. */
  createChannel(body?: NewChannel, options?: { app?: string; environment?: "sandbox" | "production" }): Promise<Channel>;
  /** The deliveries of messages, newest first. */
  listDeliveries(options?: { app?: string; user?: string; installation?: string; state?: "queued" | "sending" | "accepted" | "rejected" | "expired" | "cancelled" | "suppressed"; reason?: string; status?: number; since?: string; apnsUniqueId?: string; after?: string; limit?: number }): Promise<DeliveryList>;
  /** The deliveries of messages, newest first. Reads page after page. */
  eachDeliveries(options?: { app?: string; user?: string; installation?: string; state?: "queued" | "sending" | "accepted" | "rejected" | "expired" | "cancelled" | "suppressed"; reason?: string; status?: number; since?: string; apnsUniqueId?: string; after?: string; limit?: number }): AsyncGenerator<Delivery>;
  /** Reports an event of a user; each trigger sends its message at most once. */
  createEvent(body: Event): Promise<EventReport>;
  /** What APNs and a phone do with a payload in each given state; sends nothing. */
  explain(body: ExplainRequest): Promise<Explanations>;
  /** Installations, by user, by app or by a filter. */
  listInstallations(options?: { user?: string; app?: string; filter?: string; after?: string; limit?: number }): Promise<InstallationList>;
  /** Installations, by user, by app or by a filter. Reads page after page. */
  eachInstallations(options?: { user?: string; app?: string; filter?: string; after?: string; limit?: number }): AsyncGenerator<Installation>;
  /** Registers many installations: a JSON object in each line, with its identifier in id. */
  importInstallations(body?: string | Uint8Array, options?: { dryRun?: boolean }): Promise<ImportReport>;
  /** The API keys. */
  listKeys(): Promise<APIKeyList>;
  /** Creates an API key; only this response contains the whole key. */
  createKey(body: NewAPIKey): Promise<APIKey>;
  /** The findings of lint about a payload and its headers, with fixes; sends nothing. */
  lint(body: PayloadDraft): Promise<PayloadReport>;
  /** The members of the console, the oldest first. */
  listMembers(): Promise<MemberList>;
  /** Creates a member, who chooses a password with the link in the response. */
  createMember(body: NewMember): Promise<Member>;
  /** The messages, newest first. */
  listMessages(options?: { app?: string; user?: string; installation?: string; state?: "queued" | "sending" | "accepted" | "rejected" | "expired" | "cancelled" | "suppressed"; reason?: string; status?: number; since?: string; apnsUniqueId?: string; after?: string; limit?: number }): Promise<MessageList>;
  /** The messages, newest first. Reads page after page. */
  eachMessages(options?: { app?: string; user?: string; installation?: string; state?: "queued" | "sending" | "accepted" | "rejected" | "expired" | "cancelled" | "suppressed"; reason?: string; status?: number; since?: string; apnsUniqueId?: string; after?: string; limit?: number }): AsyncGenerator<{ "app": string; "created_at": string; "id": string; "push_type": string; "states": Record<string, number>; "target": string; "target_kind": "user" | "installation" | "token" }>;
  /** What APNs accepts for each push type. */
  listPushTypes(): Promise<PushTypeList>;
  /** The repeated campaigns. */
  listSeries(): Promise<SeriesList>;
  /** Repeats a campaign at a local time, daily, weekly or monthly. */
  createSery(body: NewSeries, options?: { audience?: string; audienceFilter?: string; channel?: string; template?: string; app?: string; pushType?: "alert" | "background" | "voip" | "complication" | "fileprovider" | "mdm" | "location" | "liveactivity" | "pushtotalk" | "widgets" | "controls"; lane?: "otp" | "transactional" | "live" | "bulk" | "background"; priority?: "1" | "5" | "10"; collapseId?: string; expiresIn?: number; topic?: string; environment?: "sandbox" | "production"; activity?: string; attributesType?: string; idempotencyKey?: string }): Promise<Series>;
  /** Sends one push to a device token at once, and returns the response of APNs. */
  sendTestPush(body: TestPush): Promise<TestPushResult>;
  /** The messages that are sent when events are reported. */
  listTriggers(): Promise<TriggerList>;
  /** Stores a message that a user gets when an event is reported. */
  createTrigger(body: NewTrigger, options?: { idempotencyKey?: string }): Promise<Trigger>;
  /** The webhooks, the oldest first. */
  listWebhooks(): Promise<WebhookList>;
  /** Creates a webhook; only this response and responses to rotations contain a secret. */
  createWebhook(body: NewWebhook): Promise<Webhook>;
  /** One app. */
  getApp(bundleId: string): Promise<App>;
  /** Creates or changes an app. */
  putApp(bundleId: string, body: NewApp): Promise<App>;
  /** What a campaign would do: counts, reasons, times and messages; sends nothing. */
  previewCampaign(body: NewCampaign | MessageBody, options?: { audience?: string; audienceFilter?: string; channel?: string; template?: string; app?: string; pushType?: "alert" | "background" | "voip" | "complication" | "fileprovider" | "mdm" | "location" | "liveactivity" | "pushtotalk" | "widgets" | "controls"; lane?: "otp" | "transactional" | "live" | "bulk" | "background"; priority?: "1" | "5" | "10"; collapseId?: string; expiresIn?: number; topic?: string; environment?: "sandbox" | "production"; activity?: string; attributesType?: string }): Promise<CampaignPreview>;
  /** Deletes a draft. */
  deleteCampaign(id: string): Promise<void>;
  /** A campaign with its totals. */
  getCampaign(id: string): Promise<Campaign>;
  /** Replaces a draft. */
  putCampaign(id: string, body: NewCampaign | MessageBody, options?: { audience?: string; audienceFilter?: string; channel?: string; template?: string; app?: string; pushType?: "alert" | "background" | "voip" | "complication" | "fileprovider" | "mdm" | "location" | "liveactivity" | "pushtotalk" | "widgets" | "controls"; lane?: "otp" | "transactional" | "live" | "bulk" | "background"; priority?: "1" | "5" | "10"; collapseId?: string; expiresIn?: number; topic?: string; environment?: "sandbox" | "production"; activity?: string; attributesType?: string }): Promise<Campaign>;
  /** Deletes a channel permanently. */
  deleteChannel(channel: string, options?: { app?: string; environment?: "sandbox" | "production" }): Promise<void>;
  /** A channel with its storage policy. */
  getChannel(channel: string, options?: { app?: string; environment?: "sandbox" | "production" }): Promise<Channel>;
  /** How many deliveries of messages were stored over time. */
  listCounts(options?: { app?: string; by?: "state" | "reason" | "priority" | "push_type"; since?: string }): Promise<DeliveryCounts>;
  /** One delivery. */
  getDelivery(id: string): Promise<Delivery>;
  /** The state of an erasure, which does not name the user. */
  getErasure(id: string): Promise<Erasure>;
  /** Deletes an installation and cancels its queued deliveries. */
  deleteInstallation(installationId: string): Promise<void>;
  /** One installation. */
  getInstallation(installationId: string): Promise<Installation>;
  /** Registers an installation. */
  putInstallation(installationId: string, body: NewInstallation): Promise<Installation>;
  /** Revokes an API key. */
  revokeKey(id: string): Promise<APIKey>;
  /** Deletes a member, and ends the member's sessions. */
  deleteMember(id: string): Promise<void>;
  /** Changes the name and the role of a member. */
  putMember(id: string, body: MemberChange): Promise<Member>;
  /** A message with its deliveries. */
  getMessage(id: string, options?: { after?: string; limit?: number }): Promise<Message>;
  /** Removes a repeated campaign. Campaigns that it has created stay as they are. */
  deleteSery(id: string): Promise<void>;
  /** A repeated campaign. */
  getSery(id: string): Promise<Series>;
  /** Deletes a trigger. */
  deleteTrigger(id: string): Promise<void>;
  /** A trigger with its message. */
  getTrigger(id: string): Promise<Trigger>;
  /** Erases a user everywhere; 202 means that erasing continues. */
  eraseUser(user: string, options?: { app?: string; final?: boolean }): Promise<Erasure>;
  /** A user of an app, with a page of the installations. */
  getUser(user: string, options?: { app?: string; after?: string; limit?: number }): Promise<User>;
  /** Deletes a webhook. */
  deleteWebhook(id: string): Promise<void>;
  /** One webhook with its state. */
  getWebhook(id: string): Promise<Webhook>;
  /** Replaces the settings of a webhook. */
  putWebhook(id: string, body: NewWebhook): Promise<Webhook>;
  /** The attributes that an app declares. */
  listAttributes(bundleId: string): Promise<AttributeList>;
  /** Creates a new client key; the previous one stays valid until another one is created. */
  rotateClientKey(bundleId: string): Promise<App>;
  /** Sets the key that signs the app's provider tokens, or the app's certificate. */
  putCredential(bundleId: string, body: NewCredential): Promise<App>;
  /** Why tokens of an app are not used any more, or may be invalid. */
  listDeadTokens(bundleId: string, options?: { since?: string }): Promise<DeadTokenReport>;
  /** Deletes the service account for FCM. */
  deleteFcm(bundleId: string): Promise<void>;
  /** Sets the service account for FCM: the key file that Google's console creates. */
  putFcm(bundleId: string, body: Record<string, unknown>): Promise<FCMCredential>;
  /** Creates a new identity secret; only this response contains it. */
  rotateIdentitySecret(bundleId: string): Promise<App>;
  /** All installations of an app as lines for an import, with complete device tokens. */
  exportInstallations(bundleId: string, options?: { after?: string }): Promise<string>;
  /** How many people were asked for permission, and what they decided. */
  getPermissionFunnel(bundleId: string): Promise<PermissionFunnel>;
  /** The limits of an app's campaigns that do not state their own. */
  getPolicy(bundleId: string): Promise<Policy>;
  /** Replaces the limits of an app's campaigns that do not state their own. */
  putPolicy(bundleId: string, body: Policy): Promise<Policy>;
  /** The segments of an app. */
  listSegments(bundleId: string): Promise<SegmentList>;
  /** What the gateway would have sent for an app in shadow mode, and what differs. */
  getShadow(bundleId: string, options?: { since?: string }): Promise<ShadowReport>;
  /** The templates of an app, by name. */
  listTemplates(bundleId: string, options?: { after?: string; limit?: number }): Promise<TemplateList>;
  /** The templates of an app, by name. Reads page after page. */
  eachTemplates(bundleId: string, options?: { after?: string; limit?: number }): AsyncGenerator<{ "created_at": string; "locales": Array<string>; "name": string; "urgency": "passive" | "active" | "time-sensitive" | "critical"; "version": number }>;
  /** The topics of an app. */
  listTopics(bundleId: string): Promise<TopicList>;
  /** How many of the notifications of an app were time-sensitive. */
  getUrgencyReport(bundleId: string, options?: { days?: number }): Promise<UrgencyReport>;
  /** Deletes the VAPID key for Web Push. */
  deleteWebPush(bundleId: string): Promise<void>;
  /** Sets the VAPID key for Web Push; without private_key, the key is kept or created. */
  putWebPush(bundleId: string, body: NewWebPushCredential): Promise<WebPushCredential>;
  /** Approves a campaign as the second person; the body has the hash of what you reviewed. */
  approveCampaign(id: string, body: CampaignApprovalRequest): Promise<Campaign>;
  /** Cancels a campaign. */
  cancelCampaign(id: string): Promise<Campaign>;
  /** The request from which a campaign was made, and its messages as they are stored. */
  getDefinition(id: string): Promise<CampaignDefinition>;
  /** The outcome of a campaign for each installation. */
  listCampaignDeliveries(id: string, options?: { outcome?: "accepted" | "rejected" | "expired" | "suppressed" | "cancelled" | "retrying"; reason?: string; format?: "json" | "jsonl" | "csv"; after?: string; limit?: number }): Promise<CampaignDeliveryList>;
  /** The outcome of a campaign for each installation. Reads page after page. */
  eachCampaignDeliveries(id: string, options?: { outcome?: "accepted" | "rejected" | "expired" | "suppressed" | "cancelled" | "retrying"; reason?: string; format?: "json" | "jsonl" | "csv"; after?: string; limit?: number }): AsyncGenerator<{ "installation"?: string; "outcome": "accepted" | "rejected" | "expired" | "suppressed" | "cancelled" | "retrying"; "reason"?: string; "variant": number }>;
  /** Pauses a campaign. */
  pauseCampaign(id: string): Promise<Campaign>;
  /** What apps have reported about a campaign. */
  listReceipts(id: string, options?: { after?: string; limit?: number }): Promise<ReceiptList>;
  /** What apps have reported about a campaign. Reads page after page. */
  eachReceipts(id: string, options?: { after?: string; limit?: number }): AsyncGenerator<{ "action"?: string; "at": string; "event": "delivered" | "opened" | "action" | "dismissed"; "installation": string; "received_at": string }>;
  /** Refuses a campaign that waits for a second person; it becomes a draft again. */
  refuseCampaign(id: string, body: CampaignRefusalRequest): Promise<Campaign>;
  /** The progress of a campaign, with an explanation of its numbers. */
  getReport(id: string): Promise<CampaignReport>;
  /** Resumes a campaign that was paused or stopped. */
  resumeCampaign(id: string): Promise<Campaign>;
  /** Schedules a draft, or gives a scheduled campaign another time. */
  scheduleCampaign(id: string, body?: CampaignTime): Promise<Campaign>;
  /** Starts a draft, or a scheduled campaign, at once. */
  startDraft(id: string, body?: CampaignStart): Promise<Campaign>;
  /** Changes the Live Activities that follow a channel. */
  createBroadcast(channel: string, body: Record<string, unknown>, options?: { app?: string; environment?: "sandbox" | "production"; priority?: "1" | "5" | "10"; expiresIn?: number }): Promise<Broadcast>;
  /** Changes values of attributes; null removes a value. */
  putAttributes(installationId: string, body: AttributeChanges): Promise<Installation>;
  /** Sets the badge number that the gateway counts for an installation. */
  putBadge(installationId: string, body: Badge): Promise<Installation>;
  /** The decisions of an installation about topics, oldest first. */
  getConsent(installationId: string, options?: { after?: string; limit?: number }): Promise<ConsentList>;
  /** What happened to an installation, newest first. */
  getHistory(installationId: string, options?: { after?: string; limit?: number }): Promise<History>;
  /** Sends a message to an installation; the response means that it is stored. */
  sendToInstallation(installationId: string, body: MessageBody, options?: { template?: string; app?: string; pushType?: "alert" | "background" | "voip" | "complication" | "fileprovider" | "mdm" | "location" | "liveactivity" | "pushtotalk" | "widgets" | "controls"; lane?: "otp" | "transactional" | "live" | "bulk" | "background"; priority?: "1" | "5" | "10"; collapseId?: string; expiresIn?: number; topic?: string; environment?: "sandbox" | "production"; activity?: string; attributesType?: string; idempotencyKey?: string }): Promise<Message>;
  /** Makes a link with which a member chooses a new password. */
  linkMember(id: string): Promise<Member>;
  /** Ends a member's sessions, removes password, identity and links, and makes a new link. */
  resetMember(id: string): Promise<Member>;
  /** What apps have reported about a message. */
  listMessageReceipts(id: string, options?: { after?: string; limit?: number }): Promise<ReceiptList>;
  /** What apps have reported about a message. Reads page after page. */
  eachMessageReceipts(id: string, options?: { after?: string; limit?: number }): AsyncGenerator<{ "action"?: string; "at": string; "event": "delivered" | "opened" | "action" | "dismissed"; "installation": string; "received_at": string }>;
  /** Ends a repeated campaign. Campaigns that it has created stay as they are. */
  stopSery(id: string): Promise<Series>;
  /** Sends a message to a device token; the response means that it is stored. */
  sendToToken(hex: string, body: MessageBody, options?: { template?: string; app?: string; pushType?: "alert" | "background" | "voip" | "complication" | "fileprovider" | "mdm" | "location" | "liveactivity" | "pushtotalk" | "widgets" | "controls"; lane?: "otp" | "transactional" | "live" | "bulk" | "background"; priority?: "1" | "5" | "10"; collapseId?: string; expiresIn?: number; topic?: string; environment?: "sandbox" | "production"; activity?: string; attributesType?: string; idempotencyKey?: string }): Promise<Message>;
  /** The decisions of a user about topics, oldest first. */
  getUserConsent(user: string, options?: { app?: string; after?: string; limit?: number }): Promise<ConsentList>;
  /** Everything that is stored about a user. */
  exportUser(user: string, options?: { app?: string }): Promise<Record<string, unknown>>;
  /** Gives a user an anonymous installation, or all data of another user. */
  mergeUser(user: string, body: NewMerge, options?: { app?: string }): Promise<Merge>;
  /** Sends a message to all installations of a user; the response means that it is stored. */
  sendToUser(user: string, body: MessageBody, options?: { template?: string; app?: string; pushType?: "alert" | "background" | "voip" | "complication" | "fileprovider" | "mdm" | "location" | "liveactivity" | "pushtotalk" | "widgets" | "controls"; lane?: "otp" | "transactional" | "live" | "bulk" | "background"; priority?: "1" | "5" | "10"; collapseId?: string; expiresIn?: number; topic?: string; environment?: "sandbox" | "production"; activity?: string; attributesType?: string; idempotencyKey?: string }): Promise<Message>;
  /** The newest attempts to send events, newest first. */
  listAttempts(id: string): Promise<WebhookAttemptList>;
  /** Sends events again, after a cursor or since a time. */
  replayWebhook(id: string, body: WebhookReplay): Promise<Webhook>;
  /** Makes a new secret; requests are also signed with the previous one for some time. */
  rotateWebhookSecret(id: string, body?: WebhookRotation): Promise<Webhook>;
  /** Sends a test event at once, and returns the result. */
  testWebhook(id: string): Promise<WebhookAttempt>;
  /** Declares an attribute. */
  putAttribute(bundleId: string, name: string, body: NewAttribute): Promise<Attribute>;
  /** The number of installations that match a filter or a segment. */
  countAudience(bundleId: string, body: Audience): Promise<AudienceCount>;
  /** Deletes a segment. */
  deleteSegment(bundleId: string, name: string): Promise<void>;
  /** One segment. */
  getSegment(bundleId: string, name: string): Promise<Segment>;
  /** Stores a filter as a segment. */
  putSegment(bundleId: string, name: string, body: NewSegment): Promise<Segment>;
  /** Archives a template; campaigns that were started with it continue. */
  deleteTemplate(bundleId: string, name: string): Promise<void>;
  /** A version of a template. */
  getTemplate(bundleId: string, name: string, options?: { version?: number }): Promise<Template>;
  /** Stores a template; changed content becomes the next version. */
  putTemplate(bundleId: string, name: string, body: NewTemplate): Promise<Template>;
  /** Deletes a topic with its subscriptions; the history stays. */
  deleteTopic(bundleId: string, topic: string): Promise<void>;
  /** Declares a topic, or changes its title. */
  putTopic(bundleId: string, topic: string, body: NewTopic): Promise<Topic>;
  /** Removes a tag from an installation. */
  deleteTag(installationId: string, tag: string): Promise<Installation>;
  /** Adds a tag to an installation. */
  putTag(installationId: string, tag: string): Promise<Installation>;
  /** Subscribes an installation to a topic, or ends the subscription. */
  putInstallationTopic(installationId: string, topic: string, body: TopicDecision): Promise<TopicStateList>;
  /** Removes an alias from a user. */
  deleteAlias(user: string, label: string, options?: { app?: string }): Promise<void>;
  /** Gives a user an alias. */
  putAlias(user: string, label: string, body: NewAlias, options?: { app?: string }): Promise<Alias>;
  /** Subscribes all installations of a user to a topic, or ends their subscriptions. */
  putUserTopic(user: string, topic: string, body: TopicDecision, options?: { app?: string }): Promise<User>;
  /** The payload that a recipient gets, its size, and findings about it. */
  previewTemplate(bundleId: string, name: string, body?: TemplatePreviewRequest): Promise<TemplatePreview>;
  /** The versions of a template, newest first. */
  listVersions(bundleId: string, name: string): Promise<TemplateVersionList>;
}
