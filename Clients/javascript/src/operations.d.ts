// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0
// The types of the gateway's operations. scripts/gateway-clients.py writes this file.

import { Connection } from './http.js';

export interface Problem {
  "type": string;
  "title": string;
  "status": number;
  "detail": string;
  "code": "bad_json" | "bad_query" | "key_missing" | "key_unknown" | "key_revoked" | "scope_missing" | "key_of_other_app" | "api_key_not_found" | "too_many_keys" | "installation_secret_missing" | "installation_secret_wrong" | "client_key_of_other_app" | "user_proof_missing" | "user_proof_wrong" | "host_repeated" | "host_not_allowed" | "origin_not_allowed" | "route_not_found" | "app_not_found" | "installation_not_found" | "message_not_found" | "delivery_not_found" | "campaign_not_found" | "campaign_state" | "bad_filter" | "filter_not_indexed" | "segment_not_found" | "attribute_of_other_type" | "template_not_found" | "bad_template" | "too_many_entries" | "user_not_found" | "alias_taken" | "installation_of_other_user" | "erasure_not_found" | "topic_not_found" | "problem_not_found" | "no_device" | "method_not_allowed" | "installation_of_other_app" | "no_credential" | "body_too_large" | "content_type_not_supported" | "unknown_key" | "bad_value" | "value_missing" | "empty_message" | "payload_too_large" | "app_needed" | "environment_needed" | "bad_provider_key" | "too_many_deliveries" | "idempotency_key_reused" | "webhook_not_found" | "webhook_url_refused" | "too_many_webhooks" | "too_many_calls" | "too_many_requests" | "internal_error" | "storage_unavailable" | "secrets_locked" | "receipts_shed";
  "instance"?: string;
  "line"?: number;
  "column"?: number;
  "key_path"?: string;
}
export interface Health {
  "status": "ok" | "degraded" | "down";
  "store": "ok" | "starting" | "held" | "failing" | "stopping";
  "worker": "ok" | "starting" | "held" | "failing" | "stopping";
  "sending": "ok" | "starting" | "held" | "failing" | "stopping";
  "not_ready": Array<string>;
  "parts": Array<HealthPart>;
}
export interface HealthPart {
  "name": string;
  "condition": "ok" | "starting" | "held" | "failing" | "stopping";
  "required": boolean;
  "detail"?: string;
  "fix"?: string;
}
export interface Liveness {
  "status": "ok" | "down";
}
export interface NewAPIKey {
  "name": string;
  "scopes": Array<"all" | "apps:read" | "apps:write" | "installations:read" | "installations:write" | "installations:export" | "messages:read" | "messages:write" | "campaigns:read" | "campaigns:write" | "templates:read" | "templates:write" | "users:read" | "users:write" | "keys:read" | "keys:write" | "metrics:read" | "webhooks:read" | "webhooks:write" | "audit:read">;
  "apps"?: Array<string> | null;
  "requests_per_minute"?: number | null;
}
export interface APIKey {
  "id": string;
  "name": string;
  "scopes": Array<"all" | "apps:read" | "apps:write" | "installations:read" | "installations:write" | "installations:export" | "messages:read" | "messages:write" | "campaigns:read" | "campaigns:write" | "templates:read" | "templates:write" | "users:read" | "users:write" | "keys:read" | "keys:write" | "metrics:read" | "webhooks:read" | "webhooks:write" | "audit:read">;
  "apps": Array<string>;
  "created_at": string;
  "last_used_at"?: string;
  "revoked_at"?: string;
  "requests_per_minute"?: number;
  "key"?: string;
}
export interface APIKeyList {
  "keys": Array<APIKey>;
}
export interface NewApp {
  "name": string;
  "user_proof"?: "required" | "off" | null;
  "receipt_percent"?: number | null;
  "denied"?: "suppress" | "send" | null;
}
export interface App {
  "bundle_id": string;
  "name": string;
  "credential"?: Credential;
  "client_key"?: string;
  "user_proof"?: "required" | "off";
  "identity_secret"?: string;
  "locked"?: Array<"credential" | "identity_secret">;
  "receipt_percent"?: number;
  "denied"?: "suppress" | "send";
}
export interface AppList {
  "apps": Array<App>;
}
export type NewCredential = { "p8": string; "key_id": string; "team_id": string } | { "certificate": string; "password"?: string };
export interface Credential {
  "kind": "key" | "certificate";
  "key_id"?: string;
  "team_id"?: string;
  "fingerprint": string;
  "updated_at": string;
  "expires_at"?: string;
  "environments"?: Array<"sandbox" | "production">;
}
export interface NewInstallation {
  "app": string;
  "token": string;
  "environment": "sandbox" | "production";
  "user"?: string | null;
  "locale"?: string | null;
  "time_zone"?: string | null;
  "system_version"?: string | null;
  "app_version"?: string | null;
  "family"?: "app" | "voip" | "complication" | "fileProvider" | "mdm" | "location" | "liveActivity" | "liveActivityStart" | "pushToTalk" | "widgets" | "controls" | null;
}
export interface Installation {
  "id": string;
  "app": string;
  "user"?: string;
  "locale"?: string;
  "time_zone"?: string;
  "system_version"?: string;
  "app_version"?: string;
  "created_at": string;
  "registered_at": string;
  "tokens": Array<Token>;
  "environment"?: "sandbox" | "production";
  "platform"?: string;
  "permission"?: Permission;
  "encryption_key"?: EncryptionKey;
  "badge"?: number;
  "tags"?: Array<string>;
  "attributes"?: Record<string, unknown>;
  "topics"?: Array<string>;
}
export interface Token {
  "family": "app" | "voip" | "complication" | "fileProvider" | "mdm" | "location" | "liveActivity" | "liveActivityStart" | "pushToTalk" | "widgets" | "controls";
  "attributes_type"?: string;
  "activity"?: string;
  "environment": "sandbox" | "production";
  "token": string;
  "state": "active" | "suspect" | "dead" | "replaced" | "removed";
  "reason"?: string;
  "registered_at"?: string;
  "diagnosis"?: string;
}
export interface InstallationList {
  "installations": Array<Installation>;
  "next"?: string;
}
export interface ImportReport {
  "registered": number;
  "problems": Array<{ "line": number; "detail": string }>;
}
export interface Permission {
  "authorization": "not-determined" | "denied" | "authorized" | "provisional" | "ephemeral";
  "alert"?: boolean;
  "sound"?: boolean;
  "badge"?: boolean;
  "critical_alert"?: boolean;
  "time_sensitive"?: boolean;
}
export interface EncryptionKey {
  "id": string;
  "suite": string;
  "public_key": string;
}
export interface NewAttribute {
  "type": "text" | "number" | "flag" | "date";
}
export interface Attribute {
  "name": string;
  "type": "text" | "number" | "flag" | "date";
}
export interface AttributeList {
  "attributes": Array<Attribute>;
}
export type AttributeChanges = Record<string, string | number | boolean | null>;
export interface NewSegment {
  "filter": string;
}
export interface Segment {
  "name": string;
  "filter": string;
}
export interface SegmentList {
  "segments": Array<Segment>;
}
export type Audience = { "filter": string } | { "segment": string };
export interface AudienceCount {
  "installations": number;
}
export interface MessageBody {
  "aps"?: Record<string, unknown>;
  "title"?: string;
  "subtitle"?: string;
  "body"?: string;
  "badge"?: number | string;
  "thread_id"?: string;
  "category"?: string;
  "level"?: string;
  "url"?: string;
  "data"?: Record<string, unknown>;
  "push_type"?: string;
  "lane"?: "otp" | "transactional" | "live" | "bulk" | "background";
  "priority"?: number;
  "collapse_id"?: string;
  "expires_in"?: number;
  "expires_at"?: string;
}
export interface Message {
  "id": string;
  "app": string;
  "topic": string;
  "push_type": string;
  "priority": number;
  "created_at": string;
  "expires_at"?: string;
  "delivery_count": number;
  "states": Record<string, number>;
  "deliveries": Array<Delivery>;
  "next"?: string;
  "inferred"?: Array<{ "header": string; "value": string; "because": string }>;
  "receipts": Record<string, number>;
  "carries_id": boolean;
}
export interface Delivery {
  "id": string;
  "message": string;
  "campaign"?: string;
  "installation"?: string;
  "token": string;
  "environment": "sandbox" | "production";
  "apns_id": string;
  "state": "queued" | "sending" | "accepted" | "rejected" | "expired" | "cancelled" | "suppressed";
  "reason"?: string;
  "status"?: number;
  "attempts": number;
  "updated_at": string;
}
export interface ReceiptList {
  "receipts": Array<{ "installation": string; "event": "delivered" | "opened" | "action" | "dismissed"; "action"?: string; "at": string; "received_at": string }>;
  "next"?: string;
}
export interface Campaign {
  "id": string;
  "app": string;
  "audience"?: string;
  "state": string;
  "stop_reason"?: string;
  "held_reason"?: string;
  "totals": { "accepted": number; "rejected": number; "expired": number; "suppressed": number; "cancelled": number; "retrying": number };
  "reasons": Array<{ "outcome": string; "reason": string; "count": number }>;
  "settings"?: CampaignSettings;
}
export interface CampaignList {
  "campaigns": Array<{ "id": string; "app": string; "state": string; "lane": "otp" | "transactional" | "live" | "bulk" | "background"; "created_at": string; "finished_at"?: string }>;
  "next"?: string;
}
export interface DeviceRegistration {
  "app": string;
  "environment": "sandbox" | "production";
  "user"?: string | null;
  "user_proof"?: string | null;
  "locale"?: string | null;
  "time_zone"?: string | null;
  "platform"?: string | null;
  "system_version"?: string | null;
  "app_version"?: string | null;
  "permission"?: Permission | null;
  "asks"?: PermissionAsks | null;
  "badge"?: number | null;
  "encryption_key"?: EncryptionKey | null;
  "tokens"?: Array<{ "family": "app" | "voip" | "complication" | "fileProvider" | "mdm" | "location" | "liveActivity" | "liveActivityStart" | "pushToTalk" | "widgets" | "controls"; "attributes_type"?: string; "activity"?: string; "token": string }> | null;
  "ended"?: Array<{ "family": "app" | "voip" | "complication" | "fileProvider" | "mdm" | "location" | "liveActivity" | "liveActivityStart" | "pushToTalk" | "widgets" | "controls"; "attributes_type"?: string; "activity"?: string }> | null;
}
export interface DeviceMessagePage {
  "messages": Array<{ "id": string; "payload": Record<string, unknown>; "sent_at": string }>;
  "cursor": string;
  "has_more": boolean;
}
export interface ReceiptBatch {
  "receipts": Array<{ "message": string; "event": "delivered" | "opened" | "action" | "dismissed"; "action"?: string; "at": string }>;
}
export interface ReceiptReport {
  "accepted": number;
  "ignored": number;
  "sampled"?: number;
}
export interface User {
  "user": string;
  "app": string;
  "aliases": Record<string, string>;
  "topics": Array<TopicState>;
  "first_seen"?: string;
  "last_seen"?: string;
  "installation_count": number;
  "installations": Array<Installation>;
  "next"?: string;
}
export interface NewAlias {
  "value": string;
}
export interface Alias {
  "user": string;
  "label": string;
  "value": string;
}
export type NewMerge = { "installation": string } | { "from": string };
export interface Merge {
  "user": string;
  "app": string;
  "installations": number;
  "aliases": number;
  "dropped_aliases": number;
}
export interface Erasure {
  "id": string;
  "apps": Array<string>;
  "state": "running" | "done";
  "rows": number;
  "requested_at": string;
  "finished_at"?: string;
}
export interface NewTopic {
  "title": string;
}
export interface Topic {
  "name": string;
  "title": string;
  "subscribed"?: number;
}
export interface TopicList {
  "topics": Array<Topic>;
}
export interface TopicDecision {
  "subscribed": boolean;
  "note"?: string;
}
export interface TopicState {
  "topic": string;
  "subscribed": boolean;
  "changed_at": string;
}
export interface TopicStateList {
  "topics": Array<TopicState>;
}
export interface ConsentList {
  "decisions": Array<{ "topic": string; "subscribed": boolean; "at": string; "source": "app" | "server" | "import" | "other_user"; "note"?: string; "user"?: string; "installation"?: string }>;
  "next"?: string;
}
export interface NewCampaign {
  "name"?: string | null;
  "app"?: string | null;
  "audience"?: string | null;
  "message"?: MessageBody | null;
  "variants"?: Array<{ "name"?: string; "share"?: number; "message": MessageBody }> | null;
  "control_percent"?: number | null;
  "winner"?: { "test_percent": number; "after_minutes": number } | null;
  "at"?: string | null;
  "local_time"?: string | null;
  "default_time_zone"?: string | null;
  "late_zones"?: "skip" | "send_now" | null;
  "draft"?: boolean | null;
  "quiet_hours"?: string | null;
  "quiet_rule"?: "hold" | "skip" | null;
  "class"?: string | null;
  "per_day"?: number | null;
  "per_minute"?: number | null;
}
export interface CampaignTime {
  "at"?: string | null;
  "local_time"?: string | null;
  "default_time_zone"?: string | null;
  "late_zones"?: "skip" | "send_now" | null;
}
export interface CampaignSettings {
  "name"?: string;
  "starts_at"?: string;
  "expires_at"?: string;
  "local_time"?: { "time": string; "default_time_zone": string; "zones": number; "first_at"?: string; "last_at"?: string; "ends_at"?: string };
  "variants"?: Array<{ "name": string; "share": number; "totals": CampaignTotals }>;
  "control_percent"?: number;
  "quiet_hours"?: string;
  "quiet_rule"?: "hold" | "skip";
  "class"?: string;
  "per_day"?: number;
  "per_minute"?: number;
  "test_campaign"?: string;
  "winner"?: { "test_percent": number; "after_minutes": number; "variant"?: string; "campaign"?: string; "problem"?: string };
}
export interface CampaignPreview {
  "app": string;
  "audience": string;
  "installations": number;
  "reachable": number;
  "reasons": Array<{ "outcome": string; "reason": string; "count": number }>;
  "moments": Array<{ "at": string; "installations": number }>;
  "messages": Array<{ "variant": string; "share": number; "payload"?: string }>;
  "settings": CampaignSettings;
}
export interface CampaignTotals {
  "accepted": number;
  "rejected": number;
  "expired": number;
  "suppressed": number;
  "cancelled": number;
  "retrying": number;
}
export interface Policy {
  "quiet_hours"?: string | null;
  "quiet_rule"?: "hold" | "skip" | null;
  "default_class"?: string | null;
  "caps"?: Record<string, number> | null;
  "per_minute"?: number | null;
  "default_time_zone"?: string | null;
}
export interface NewTemplate {
  "urgency"?: "passive" | "active" | "time-sensitive" | "critical" | null;
  "lane"?: "otp" | "transactional" | "live" | "bulk" | "background" | null;
  "collapse_id"?: string | null;
  "expires_in"?: number | null;
  "default_locale"?: string | null;
  "variables"?: Record<string, unknown> | null;
  "locales": Record<string, unknown>;
}
export interface TemplateFinding {
  "severity": "note" | "warning" | "error";
  "rule": string;
  "locale": string;
  "path": string;
  "detail": string;
}
export interface Template {
  "name": string;
  "version": number;
  "urgency": "passive" | "active" | "time-sensitive" | "critical";
  "created_at": string;
  "is_new"?: boolean;
  "locales": Array<{ "locale": string; "longest_bytes": number }>;
  "template": Record<string, unknown>;
  "findings": Array<TemplateFinding>;
}
export interface TemplateList {
  "templates": Array<{ "name": string; "version": number; "urgency": "passive" | "active" | "time-sensitive" | "critical"; "locales": Array<string>; "created_at": string }>;
  "next"?: string;
}
export interface TemplateVersionList {
  "versions": Array<{ "name": string; "version": number; "urgency": "passive" | "active" | "time-sensitive" | "critical"; "locales": Array<string>; "created_at": string }>;
}
export interface TemplatePreviewRequest {
  "variables"?: Record<string, unknown> | null;
  "locale"?: string | null;
  "version"?: number | null;
  "template"?: NewTemplate | null;
}
export interface TemplatePreview {
  "locale": string;
  "payload": Record<string, unknown>;
  "bytes": number;
  "longest_bytes": number;
  "findings": Array<TemplateFinding>;
}
export interface UrgencyReport {
  "app": string;
  "from": string;
  "to": string;
  "total": number;
  "shares": Array<{ "urgency": "passive" | "active" | "time-sensitive" | "critical"; "messages": number; "campaigns": number; "percent": number }>;
  "urgent_percent": number;
  "advice"?: string;
}
export interface NewWebhook {
  "url": string;
  "events"?: Array<string>;
  "apps"?: Array<string>;
  "description"?: string;
  "batch_size"?: number;
  "enabled"?: boolean;
}
export interface Webhook {
  "id": string;
  "url"?: string;
  "events": Array<string>;
  "apps": Array<string>;
  "description"?: string;
  "batch_size": number;
  "enabled": boolean;
  "disabled_reason"?: "gone" | "exhausted" | "person";
  "created_at": string;
  "cursor": string;
  "behind": number;
  "failed_attempts": number;
  "next_attempt_at"?: string;
  "failing_since"?: string;
  "last_success_at"?: string;
  "previous_secret_until"?: string;
  "secret"?: string;
}
export interface WebhookList {
  "webhooks": Array<Webhook>;
}
export interface WebhookRotation {
  "overlap_seconds"?: number;
}
export type WebhookReplay = { "after": string } | { "since": string };
export interface WebhookAttempt {
  "at": string;
  "message_id": string;
  "events": number;
  "status"?: number;
  "error"?: string;
  "delivered": boolean;
}
export interface WebhookAttemptList {
  "attempts": Array<WebhookAttempt>;
}
export interface AuditEntry {
  "number": number;
  "at": string;
  "key": string;
  "action": string;
  "app"?: string;
  "object"?: string;
  "before"?: string;
  "after"?: string;
  "address"?: string;
  "previous": string;
  "hash": string;
}
export interface AuditList {
  "entries": Array<AuditEntry>;
  "next"?: string;
}
export interface CampaignReport {
  "campaign": string;
  "app": string;
  "state": string;
  "funnel": Array<{ "step": "considered" | "accepted" | "delivered" | "opened" | "action" | "dismissed"; "count": number; "of_accepted"?: number; "meaning": string }>;
  "reasons": Array<{ "outcome": string; "reason": string; "count": number }>;
  "variants": Array<{ "variant": number; "considered": number; "accepted": number; "reported": { "delivered": number; "opened": number; "action": number; "dismissed": number } }>;
  "locales": Array<{ "value": string; "reported": { "delivered": number; "opened": number; "action": number; "dismissed": number } }>;
  "app_versions": Array<{ "value": string; "reported": { "delivered": number; "opened": number; "action": number; "dismissed": number } }>;
  "hours": Array<{ "hour": string; "reported": { "delivered": number; "opened": number; "action": number; "dismissed": number } }>;
  "actions": Array<{ "action": string; "count": number }>;
  "stored_receipts": number;
}
export interface DeadTokenReport {
  "app": string;
  "since": string;
  "ended": Array<{ "cause": string; "environment": "sandbox" | "production"; "count": number; "meaning": string }>;
  "suspect": Array<{ "cause": string; "environment": "sandbox" | "production"; "count": number; "meaning": string }>;
  "days": Array<{ "day": string; "causes": Record<string, number> }>;
  "is_incomplete": boolean;
}
export interface PermissionFunnel {
  "app": string;
  "installations": number;
  "steps": Array<{ "step": "reporting" | "soft_asked" | "soft_declined" | "asked" | "granted" | "denied" | "provisional" | "provisional_kept" | "provisional_ended" | "not_asked"; "count": number; "meaning": string }>;
}
export interface Badge {
  "badge": number;
}
export interface PermissionAsks {
  "explained"?: number | null;
  "declined"?: number | null;
  "prompted"?: number | null;
}
export interface MessageList {
  "messages": Array<{ "id": string; "app": string; "target_kind": "user" | "installation" | "token"; "target": string; "push_type": string; "created_at": string; "states": Record<string, number> }>;
  "next"?: string;
}
export interface DeliveryList {
  "deliveries": Array<Delivery>;
  "next"?: string;
}
export interface CampaignDeliveryList {
  "deliveries": Array<{ "installation"?: string; "outcome": "accepted" | "rejected" | "expired" | "suppressed" | "cancelled" | "retrying"; "reason"?: string; "variant": number }>;
  "next"?: string;
}
export interface History {
  "events": Array<{ "at": string; "kind": "created" | "registered" | "token" | "token_ended" | "message" | "campaign" | "receipt"; "message"?: string; "campaign"?: string; "delivery"?: string; "state"?: string; "reason"?: string; "status"?: number; "token"?: string; "family"?: "app" | "voip" | "complication" | "fileProvider" | "mdm" | "location" | "liveActivity" | "liveActivityStart" | "pushToTalk" | "widgets" | "controls"; "environment"?: "sandbox" | "production"; "event"?: string; "action"?: string; "invalid_since"?: string }>;
  "next"?: string;
}

export declare class Operations extends Connection {
  /** Whether clients should send messages to this gateway. */
  readiness(): Promise<Health>;
  /** Whether the process works; restart it if not. */
  liveness(): Promise<Liveness>;
  /** The metrics, for Prometheus. */
  metrics(): Promise<string>;
  /** The API keys. */
  listKeys(): Promise<APIKeyList>;
  /** Creates an API key; only this response contains the whole key. */
  createKey(body: NewAPIKey): Promise<APIKey>;
  /** Revokes an API key. */
  revokeKey(id: string): Promise<APIKey>;
  /** The apps. */
  listApps(): Promise<AppList>;
  /** One app. */
  getApp(bundleId: string): Promise<App>;
  /** Creates or changes an app. */
  putApp(bundleId: string, body: NewApp): Promise<App>;
  /** Sets the key that signs for an app. */
  putCredential(bundleId: string, body: NewCredential): Promise<App>;
  /** Creates a new client key; the previous one stays valid until the next is created. */
  rotateClientKey(bundleId: string): Promise<App>;
  /** Creates a new identity secret; only this response contains it. */
  rotateIdentitySecret(bundleId: string): Promise<App>;
  /** Installations, by user or by app. */
  listInstallations(options?: { user?: string; app?: string; after?: string; limit?: number }): Promise<InstallationList>;
  /** Installations, by user or by app. Reads page after page. */
  eachInstallations(options?: { user?: string; app?: string; after?: string; limit?: number }): AsyncGenerator<Installation>;
  /** Registers many installations: a JSON object in each line, the identifier in id. */
  importInstallations(body: string | Uint8Array, options?: { dryRun?: boolean }): Promise<ImportReport>;
  /** One installation. */
  getInstallation(installationId: string): Promise<Installation>;
  /** Registers an installation. */
  putInstallation(installationId: string, body: NewInstallation): Promise<Installation>;
  /** Deletes an installation and cancels its queued deliveries. */
  deleteInstallation(installationId: string): Promise<void>;
  /** The attributes that an app declares. */
  listAttributes(bundleId: string): Promise<AttributeList>;
  /** Declares an attribute. */
  putAttribute(bundleId: string, name: string, body: NewAttribute): Promise<Attribute>;
  /** Changes values of attributes; null removes a value. */
  putAttributes(installationId: string, body: AttributeChanges): Promise<Installation>;
  /** Adds a tag to an installation. */
  putTag(installationId: string, tag: string): Promise<Installation>;
  /** Removes a tag from an installation. */
  deleteTag(installationId: string, tag: string): Promise<Installation>;
  /** The segments of an app. */
  listSegments(bundleId: string): Promise<SegmentList>;
  /** One segment. */
  getSegment(bundleId: string, name: string): Promise<Segment>;
  /** Stores a filter as a segment. */
  putSegment(bundleId: string, name: string, body: NewSegment): Promise<Segment>;
  /** Deletes a segment. */
  deleteSegment(bundleId: string, name: string): Promise<void>;
  /** The number of installations in a filter or in a segment. */
  countAudience(bundleId: string, body: Audience): Promise<AudienceCount>;
  /** Sends a message to an installation; the response means that it is stored. */
  sendToInstallation(installationId: string, body: MessageBody, options?: { template?: string; app?: string; pushType?: "alert" | "background" | "voip" | "complication" | "fileprovider" | "mdm" | "location" | "liveactivity" | "pushtotalk" | "widgets" | "controls"; lane?: "otp" | "transactional" | "live" | "bulk" | "background"; priority?: "1" | "5" | "10"; collapseId?: string; expiresIn?: number; topic?: string; environment?: "sandbox" | "production"; activity?: string; attributesType?: string; idempotencyKey?: string }): Promise<Message>;
  /** Sends a message to all installations of a user; the response means that it is stored. */
  sendToUser(user: string, body: MessageBody, options?: { template?: string; app?: string; pushType?: "alert" | "background" | "voip" | "complication" | "fileprovider" | "mdm" | "location" | "liveactivity" | "pushtotalk" | "widgets" | "controls"; lane?: "otp" | "transactional" | "live" | "bulk" | "background"; priority?: "1" | "5" | "10"; collapseId?: string; expiresIn?: number; topic?: string; environment?: "sandbox" | "production"; activity?: string; attributesType?: string; idempotencyKey?: string }): Promise<Message>;
  /** Sends a message to a device token; the response means that it is stored. */
  sendToToken(hex: string, body: MessageBody, options?: { template?: string; app?: string; pushType?: "alert" | "background" | "voip" | "complication" | "fileprovider" | "mdm" | "location" | "liveactivity" | "pushtotalk" | "widgets" | "controls"; lane?: "otp" | "transactional" | "live" | "bulk" | "background"; priority?: "1" | "5" | "10"; collapseId?: string; expiresIn?: number; topic?: string; environment?: "sandbox" | "production"; activity?: string; attributesType?: string; idempotencyKey?: string }): Promise<Message>;
  /** A message with its deliveries. */
  getMessage(id: string, options?: { after?: string; limit?: number }): Promise<Message>;
  /** What apps have reported about a message. */
  listReceipts(id: string, options?: { after?: string; limit?: number }): Promise<ReceiptList>;
  /** What apps have reported about a message. Reads page after page. */
  eachReceipts(id: string, options?: { after?: string; limit?: number }): AsyncGenerator<{ "installation": string; "event": "delivered" | "opened" | "action" | "dismissed"; "action"?: string; "at": string; "received_at": string }>;
  /** One delivery. */
  getDelivery(id: string): Promise<Delivery>;
  /** Creates a campaign: one message to many installations, now or at a later time. */
  startCampaign(body: NewCampaign | MessageBody, options?: { audience?: string; audienceFilter?: string; template?: string; app?: string; pushType?: "alert" | "background" | "voip" | "complication" | "fileprovider" | "mdm" | "location" | "liveactivity" | "pushtotalk" | "widgets" | "controls"; lane?: "otp" | "transactional" | "live" | "bulk" | "background"; priority?: "1" | "5" | "10"; collapseId?: string; expiresIn?: number; topic?: string; environment?: "sandbox" | "production"; activity?: string; attributesType?: string; idempotencyKey?: string }): Promise<Campaign>;
  /** The campaigns, newest first. */
  listCampaigns(options?: { app?: string; after?: string; limit?: number }): Promise<CampaignList>;
  /** The campaigns, newest first. Reads page after page. */
  eachCampaigns(options?: { app?: string; after?: string; limit?: number }): AsyncGenerator<{ "id": string; "app": string; "state": string; "lane": "otp" | "transactional" | "live" | "bulk" | "background"; "created_at": string; "finished_at"?: string }>;
  /** A campaign with its totals. */
  getCampaign(id: string): Promise<Campaign>;
  /** Replaces a draft. */
  putCampaign(id: string, body: NewCampaign | MessageBody, options?: { audience?: string; audienceFilter?: string; template?: string; app?: string; pushType?: "alert" | "background" | "voip" | "complication" | "fileprovider" | "mdm" | "location" | "liveactivity" | "pushtotalk" | "widgets" | "controls"; lane?: "otp" | "transactional" | "live" | "bulk" | "background"; priority?: "1" | "5" | "10"; collapseId?: string; expiresIn?: number; topic?: string; environment?: "sandbox" | "production"; activity?: string; attributesType?: string }): Promise<Campaign>;
  /** Deletes a draft. */
  deleteCampaign(id: string): Promise<void>;
  /** What apps have reported about a campaign. */
  listCampaignReceipts(id: string, options?: { after?: string; limit?: number }): Promise<ReceiptList>;
  /** What apps have reported about a campaign. Reads page after page. */
  eachCampaignReceipts(id: string, options?: { after?: string; limit?: number }): AsyncGenerator<{ "installation": string; "event": "delivered" | "opened" | "action" | "dismissed"; "action"?: string; "at": string; "received_at": string }>;
  /** Pauses a campaign. */
  pauseCampaign(id: string): Promise<Campaign>;
  /** Resumes a campaign that was paused or stopped. */
  resumeCampaign(id: string): Promise<Campaign>;
  /** Cancels a campaign. */
  cancelCampaign(id: string): Promise<Campaign>;
  /** A user of an app, with a page of the installations. */
  getUser(user: string, options?: { app?: string; after?: string; limit?: number }): Promise<User>;
  /** Erases a user everywhere; 202 means that something is still left. */
  deleteUser(user: string, options?: { app?: string; final?: boolean }): Promise<Erasure>;
  /** Everything that is stored about a user. */
  getExport(user: string, options?: { app?: string }): Promise<Record<string, unknown>>;
  /** Gives a user an anonymous installation, or everything of another user. */
  mergeUser(user: string, body: NewMerge, options?: { app?: string }): Promise<Merge>;
  /** The decisions of a user about topics, oldest first. */
  getConsent(user: string, options?: { app?: string; after?: string; limit?: number }): Promise<ConsentList>;
  /** Gives a user an alias. */
  putAliase(user: string, label: string, body: NewAlias, options?: { app?: string }): Promise<Alias>;
  /** Takes an alias from a user. */
  deleteAliase(user: string, label: string, options?: { app?: string }): Promise<void>;
  /** Subscribes all installations of a user to a topic, or ends their subscriptions. */
  putTopic(user: string, topic: string, body: TopicDecision, options?: { app?: string }): Promise<User>;
  /** The state of an erasure, which does not name the user. */
  getErasure(id: string): Promise<Erasure>;
  /** The topics of an app. */
  listTopics(bundleId: string): Promise<TopicList>;
  /** Declares a topic, or changes its title. */
  putAppTopic(bundleId: string, topic: string, body: NewTopic): Promise<Topic>;
  /** Deletes a topic with its subscriptions; the history stays. */
  deleteTopic(bundleId: string, topic: string): Promise<void>;
  /** All installations of an app as lines for an import, with complete device tokens. */
  listAppInstallations(bundleId: string, options?: { after?: string }): Promise<string>;
  /** Subscribes an installation to a topic, or ends the subscription. */
  putInstallationTopic(installationId: string, topic: string, body: TopicDecision): Promise<TopicStateList>;
  /** The decisions of an installation about topics, oldest first. */
  getInstallationConsent(installationId: string, options?: { after?: string; limit?: number }): Promise<ConsentList>;
  /** What a campaign would do: counts, reasons, times and messages; sends nothing. */
  createPreview(body: NewCampaign | MessageBody, options?: { audience?: string; audienceFilter?: string; template?: string; app?: string; pushType?: "alert" | "background" | "voip" | "complication" | "fileprovider" | "mdm" | "location" | "liveactivity" | "pushtotalk" | "widgets" | "controls"; lane?: "otp" | "transactional" | "live" | "bulk" | "background"; priority?: "1" | "5" | "10"; collapseId?: string; expiresIn?: number; topic?: string; environment?: "sandbox" | "production"; activity?: string; attributesType?: string }): Promise<CampaignPreview>;
  /** Starts a draft, or a scheduled campaign, at once. */
  startCampaignCampaign(id: string): Promise<Campaign>;
  /** Schedules a draft, or gives a scheduled campaign another time. */
  scheduleCampaign(id: string, body: CampaignTime): Promise<Campaign>;
  /** The limits of an app's campaigns that do not state their own. */
  getPolicy(bundleId: string): Promise<Policy>;
  /** Replaces the limits of an app's campaigns that do not state their own. */
  putPolicy(bundleId: string, body: Policy): Promise<Policy>;
  /** The templates of an app, by name. */
  listTemplates(bundleId: string, options?: { after?: string; limit?: number }): Promise<TemplateList>;
  /** The templates of an app, by name. Reads page after page. */
  eachTemplates(bundleId: string, options?: { after?: string; limit?: number }): AsyncGenerator<{ "name": string; "version": number; "urgency": "passive" | "active" | "time-sensitive" | "critical"; "locales": Array<string>; "created_at": string }>;
  /** A version of a template. */
  getTemplate(bundleId: string, name: string, options?: { version?: number }): Promise<Template>;
  /** Stores a template; other content than before becomes the next version. */
  putTemplate(bundleId: string, name: string, body: NewTemplate): Promise<Template>;
  /** Archives a template; campaigns that were started with it continue. */
  deleteTemplate(bundleId: string, name: string): Promise<void>;
  /** The versions of a template, newest first. */
  listVersions(bundleId: string, name: string): Promise<TemplateVersionList>;
  /** The payload that a recipient gets, its size, and findings about it. */
  previewTemplate(bundleId: string, name: string, body: TemplatePreviewRequest): Promise<TemplatePreview>;
  /** How much of what an app sent was time-sensitive. */
  getUrgencyReport(bundleId: string, options?: { days?: number }): Promise<UrgencyReport>;
  /** The webhooks, the oldest first. */
  listWebhooks(): Promise<WebhookList>;
  /** Creates a webhook; only this response and those to rotations contain a secret. */
  createWebhook(body: NewWebhook): Promise<Webhook>;
  /** One webhook with its state. */
  getWebhook(id: string): Promise<Webhook>;
  /** Replaces the settings of a webhook. */
  putWebhook(id: string, body: NewWebhook): Promise<Webhook>;
  /** Deletes a webhook. */
  deleteWebhook(id: string): Promise<void>;
  /** The newest attempts to send events, newest first. */
  listAttempts(id: string): Promise<WebhookAttemptList>;
  /** Makes a new secret; requests are also signed with the previous one for some time. */
  secretWebhook(id: string, body: WebhookRotation): Promise<Webhook>;
  /** Sends events again, after a cursor or since a time. */
  replayWebhook(id: string, body: WebhookReplay): Promise<Webhook>;
  /** Sends a test event at once, and returns what came of it. */
  testWebhook(id: string): Promise<WebhookAttempt>;
  /** The audit log: who changed what, newest first. */
  getAudit(options?: { app?: string; key?: string; action?: string; after?: string; limit?: number }): Promise<AuditList>;
  /** The messages, newest first. */
  listMessages(options?: { app?: string; user?: string; installation?: string; state?: "queued" | "sending" | "accepted" | "rejected" | "expired" | "cancelled" | "suppressed"; reason?: string; since?: string; after?: string; limit?: number }): Promise<MessageList>;
  /** The messages, newest first. Reads page after page. */
  eachMessages(options?: { app?: string; user?: string; installation?: string; state?: "queued" | "sending" | "accepted" | "rejected" | "expired" | "cancelled" | "suppressed"; reason?: string; since?: string; after?: string; limit?: number }): AsyncGenerator<{ "id": string; "app": string; "target_kind": "user" | "installation" | "token"; "target": string; "push_type": string; "created_at": string; "states": Record<string, number> }>;
  /** The deliveries of messages, newest first. */
  listDeliveries(options?: { app?: string; user?: string; installation?: string; state?: "queued" | "sending" | "accepted" | "rejected" | "expired" | "cancelled" | "suppressed"; reason?: string; since?: string; after?: string; limit?: number }): Promise<DeliveryList>;
  /** The deliveries of messages, newest first. Reads page after page. */
  eachDeliveries(options?: { app?: string; user?: string; installation?: string; state?: "queued" | "sending" | "accepted" | "rejected" | "expired" | "cancelled" | "suppressed"; reason?: string; since?: string; after?: string; limit?: number }): AsyncGenerator<Delivery>;
  /** What became of a campaign on each installation. */
  listCampaignDeliveries(id: string, options?: { outcome?: "accepted" | "rejected" | "expired" | "suppressed" | "cancelled" | "retrying"; reason?: string; format?: "json" | "jsonl" | "csv"; after?: string; limit?: number }): Promise<CampaignDeliveryList>;
  /** What became of a campaign on each installation. Reads page after page. */
  eachCampaignDeliveries(id: string, options?: { outcome?: "accepted" | "rejected" | "expired" | "suppressed" | "cancelled" | "retrying"; reason?: string; format?: "json" | "jsonl" | "csv"; after?: string; limit?: number }): AsyncGenerator<{ "installation"?: string; "outcome": "accepted" | "rejected" | "expired" | "suppressed" | "cancelled" | "retrying"; "reason"?: string; "variant": number }>;
  /** How far a campaign came, and what the numbers mean. */
  getReport(id: string): Promise<CampaignReport>;
  /** Why tokens of an app are not used any more, or may be invalid. */
  listDeadTokens(bundleId: string, options?: { since?: string }): Promise<DeadTokenReport>;
  /** How many people were asked for permission, and what they decided. */
  getPermissionFunnel(bundleId: string): Promise<PermissionFunnel>;
  /** Sets the number that the gateway counts on the app's icon. */
  putBadge(installationId: string, body: Badge): Promise<Installation>;
  /** What happened to an installation, newest first. */
  getHistory(installationId: string, options?: { after?: string; limit?: number }): Promise<History>;
}
