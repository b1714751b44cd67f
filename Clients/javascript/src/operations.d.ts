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
  "revoked_at"?: string;
  "scopes": Array<"all" | "apps:read" | "apps:write" | "installations:read" | "installations:write" | "messages:read" | "messages:write" | "campaigns:read" | "campaigns:write" | "keys:read" | "keys:write" | "metrics:read">;
}
export interface APIKeyList {
  "keys": Array<APIKey>;
}
export interface App {
  "bundle_id": string;
  "client_key"?: string;
  "credential"?: Credential;
  "identity_secret"?: string;
  "locked"?: Array<"credential" | "identity_secret">;
  "name": string;
  "user_proof"?: "required" | "off";
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
export interface Campaign {
  "app": string;
  "audience"?: string;
  "held_reason"?: string;
  "id": string;
  "reasons": Array<{ "count": number; "outcome": string; "reason": string }>;
  "state": string;
  "stop_reason"?: string;
  "totals": { "accepted": number; "cancelled": number; "expired": number; "rejected": number; "retrying": number; "suppressed": number };
}
export interface CampaignList {
  "campaigns": Array<{ "app": string; "created_at": string; "finished_at"?: string; "id": string; "lane": "otp" | "transactional" | "live" | "bulk" | "background"; "state": string }>;
  "next"?: string;
}
export interface Credential {
  "fingerprint": string;
  "key_id": string;
  "team_id": string;
  "updated_at": string;
}
export interface Delivery {
  "apns_id": string;
  "attempts": number;
  "campaign"?: string;
  "environment": "sandbox" | "production";
  "id": string;
  "installation"?: string;
  "message": string;
  "reason"?: string;
  "state": "queued" | "sending" | "accepted" | "rejected" | "expired" | "cancelled" | "suppressed";
  "status"?: number;
  "token": string;
  "updated_at": string;
}
export interface DeviceMessagePage {
  "cursor": string;
  "has_more": boolean;
  "messages": Array<{ "id": string; "payload": Record<string, unknown>; "sent_at": string }>;
}
export interface DeviceRegistration {
  "app": string;
  "app_version"?: string | null;
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
export interface ImportReport {
  "problems": Array<{ "detail": string; "line": number }>;
  "registered": number;
}
export interface Installation {
  "app": string;
  "app_version"?: string;
  "attributes"?: Record<string, unknown>;
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
  "user"?: string;
}
export interface InstallationList {
  "installations": Array<Installation>;
  "next"?: string;
}
export interface Liveness {
  "status": "ok" | "down";
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
export interface MessageBody {
  "aps"?: Record<string, unknown>;
  "badge"?: number;
  "body"?: string;
  "category"?: string;
  "collapse_id"?: string;
  "data"?: Record<string, unknown>;
  "expires_at"?: string;
  "expires_in"?: number;
  "lane"?: "otp" | "transactional" | "live" | "bulk" | "background";
  "level"?: string;
  "priority"?: number;
  "push_type"?: string;
  "subtitle"?: string;
  "thread_id"?: string;
  "title"?: string;
  "url"?: string;
}
export interface NewAPIKey {
  "apps"?: Array<string> | null;
  "name": string;
  "scopes": Array<"all" | "apps:read" | "apps:write" | "installations:read" | "installations:write" | "messages:read" | "messages:write" | "campaigns:read" | "campaigns:write" | "keys:read" | "keys:write" | "metrics:read">;
}
export interface NewApp {
  "name": string;
  "user_proof"?: "required" | "off" | null;
}
export interface NewAttribute {
  "type": "text" | "number" | "flag" | "date";
}
export interface NewCredential {
  "key_id": string;
  "p8": string;
  "team_id": string;
}
export interface NewInstallation {
  "app": string;
  "app_version"?: string | null;
  "environment": "sandbox" | "production";
  "family"?: "app" | "voip" | "complication" | "fileProvider" | "mdm" | "location" | "liveActivity" | "liveActivityStart" | "pushToTalk" | "widgets" | "controls" | null;
  "locale"?: string | null;
  "system_version"?: string | null;
  "time_zone"?: string | null;
  "token": string;
  "user"?: string | null;
}
export interface NewSegment {
  "filter": string;
}
export interface Permission {
  "alert"?: boolean;
  "authorization": "not-determined" | "denied" | "authorized" | "provisional" | "ephemeral";
  "badge"?: boolean;
  "critical_alert"?: boolean;
  "sound"?: boolean;
  "time_sensitive"?: boolean;
}
export interface Problem {
  "code": "bad_json" | "bad_query" | "key_missing" | "key_unknown" | "key_revoked" | "scope_missing" | "key_of_other_app" | "api_key_not_found" | "too_many_keys" | "installation_secret_missing" | "installation_secret_wrong" | "client_key_of_other_app" | "user_proof_missing" | "user_proof_wrong" | "host_repeated" | "host_not_allowed" | "origin_not_allowed" | "route_not_found" | "app_not_found" | "installation_not_found" | "message_not_found" | "delivery_not_found" | "campaign_not_found" | "campaign_state" | "bad_filter" | "filter_not_indexed" | "segment_not_found" | "attribute_of_other_type" | "too_many_entries" | "problem_not_found" | "no_device" | "method_not_allowed" | "installation_of_other_app" | "no_credential" | "body_too_large" | "content_type_not_supported" | "unknown_key" | "bad_value" | "value_missing" | "empty_message" | "payload_too_large" | "app_needed" | "environment_needed" | "bad_provider_key" | "too_many_deliveries" | "idempotency_key_reused" | "too_many_calls" | "internal_error" | "storage_unavailable" | "secrets_locked";
  "column"?: number;
  "detail": string;
  "instance"?: string;
  "key_path"?: string;
  "line"?: number;
  "status": number;
  "title": string;
  "type": string;
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
}
export interface Segment {
  "filter": string;
  "name": string;
}
export interface SegmentList {
  "segments": Array<Segment>;
}
export interface Token {
  "activity"?: string;
  "attributes_type"?: string;
  "environment": "sandbox" | "production";
  "family": "app" | "voip" | "complication" | "fileProvider" | "mdm" | "location" | "liveActivity" | "liveActivityStart" | "pushToTalk" | "widgets" | "controls";
  "reason"?: string;
  "registered_at"?: string;
  "state": "active" | "suspect" | "dead" | "replaced" | "removed";
  "token": string;
}

export declare class Operations extends Connection {
  /** Whether the process works; restart it if not. */
  liveness(): Promise<Liveness>;
  /** Whether clients should send messages to this gateway. */
  readiness(): Promise<Health>;
  /** The metrics, for Prometheus. */
  metrics(): Promise<string>;
  /** The apps. */
  listApps(): Promise<AppList>;
  /** One app. */
  getApp(bundleId: string): Promise<App>;
  /** Creates or changes an app. */
  putApp(bundleId: string, body: NewApp): Promise<App>;
  /** The attributes that an app declares. */
  listAttributes(bundleId: string): Promise<AttributeList>;
  /** Declares an attribute. */
  putAttribute(bundleId: string, name: string, body: NewAttribute): Promise<Attribute>;
  /** The number of installations in a filter or in a segment. */
  countAudience(bundleId: string, body: Audience): Promise<AudienceCount>;
  /** Creates a new client key; the previous one stays valid until the next is created. */
  rotateClientKey(bundleId: string): Promise<App>;
  /** Sets the key that signs for an app. */
  putCredential(bundleId: string, body: NewCredential): Promise<App>;
  /** Creates a new identity secret; only this response contains it. */
  rotateIdentitySecret(bundleId: string): Promise<App>;
  /** The segments of an app. */
  listSegments(bundleId: string): Promise<SegmentList>;
  /** Deletes a segment. */
  deleteSegment(bundleId: string, name: string): Promise<void>;
  /** One segment. */
  getSegment(bundleId: string, name: string): Promise<Segment>;
  /** Stores a filter as a segment. */
  putSegment(bundleId: string, name: string, body: NewSegment): Promise<Segment>;
  /** The campaigns, newest first. */
  listCampaigns(options?: { app?: string; after?: string; limit?: number }): Promise<CampaignList>;
  /** The campaigns, newest first. Reads page after page. */
  eachCampaigns(options?: { app?: string; after?: string; limit?: number }): AsyncGenerator<{ "app": string; "created_at": string; "finished_at"?: string; "id": string; "lane": "otp" | "transactional" | "live" | "bulk" | "background"; "state": string }>;
  /** Starts a campaign: one message to many installations. */
  startCampaign(body: MessageBody, options?: { audience?: string; audienceFilter?: string; app?: string; pushType?: "alert" | "background" | "voip" | "complication" | "fileprovider" | "mdm" | "location" | "liveactivity" | "pushtotalk" | "widgets" | "controls"; lane?: "otp" | "transactional" | "live" | "bulk" | "background"; priority?: "1" | "5" | "10"; collapseId?: string; expiresIn?: number; topic?: string; environment?: "sandbox" | "production"; activity?: string; attributesType?: string; idempotencyKey?: string }): Promise<Campaign>;
  /** A campaign with its totals. */
  getCampaign(id: string): Promise<Campaign>;
  /** Cancels a campaign. */
  cancelCampaign(id: string): Promise<Campaign>;
  /** Pauses a campaign. */
  pauseCampaign(id: string): Promise<Campaign>;
  /** What apps have reported about a campaign. */
  listReceipts(id: string, options?: { after?: string; limit?: number }): Promise<ReceiptList>;
  /** What apps have reported about a campaign. Reads page after page. */
  eachReceipts(id: string, options?: { after?: string; limit?: number }): AsyncGenerator<{ "action"?: string; "at": string; "event": "delivered" | "opened" | "action" | "dismissed"; "installation": string; "received_at": string }>;
  /** Resumes a campaign that was paused or stopped. */
  resumeCampaign(id: string): Promise<Campaign>;
  /** One delivery. */
  getDelivery(id: string): Promise<Delivery>;
  /** Installations, by user or by app. */
  listInstallations(options?: { user?: string; app?: string; after?: string; limit?: number }): Promise<InstallationList>;
  /** Installations, by user or by app. Reads page after page. */
  eachInstallations(options?: { user?: string; app?: string; after?: string; limit?: number }): AsyncGenerator<Installation>;
  /** Registers many installations: a JSON object in each line, the identifier in id. */
  importInstallations(body: string | Uint8Array): Promise<ImportReport>;
  /** Deletes an installation and cancels its queued deliveries. */
  deleteInstallation(installationId: string): Promise<void>;
  /** One installation. */
  getInstallation(installationId: string): Promise<Installation>;
  /** Registers an installation. */
  putInstallation(installationId: string, body: NewInstallation): Promise<Installation>;
  /** Changes values of attributes; null removes a value. */
  putAttributes(installationId: string, body: AttributeChanges): Promise<Installation>;
  /** Sends a message to an installation; the response means that it is stored. */
  sendToInstallation(installationId: string, body: MessageBody, options?: { app?: string; pushType?: "alert" | "background" | "voip" | "complication" | "fileprovider" | "mdm" | "location" | "liveactivity" | "pushtotalk" | "widgets" | "controls"; lane?: "otp" | "transactional" | "live" | "bulk" | "background"; priority?: "1" | "5" | "10"; collapseId?: string; expiresIn?: number; topic?: string; environment?: "sandbox" | "production"; activity?: string; attributesType?: string; idempotencyKey?: string }): Promise<Message>;
  /** Removes a tag from an installation. */
  deleteTag(installationId: string, tag: string): Promise<Installation>;
  /** Adds a tag to an installation. */
  putTag(installationId: string, tag: string): Promise<Installation>;
  /** The API keys. */
  listKeys(): Promise<APIKeyList>;
  /** Creates an API key; only this response contains the whole key. */
  createKey(body: NewAPIKey): Promise<APIKey>;
  /** Revokes an API key. */
  revokeKey(id: string): Promise<APIKey>;
  /** A message with its deliveries. */
  getMessage(id: string, options?: { after?: string; limit?: number }): Promise<Message>;
  /** What apps have reported about a message. */
  listMessageReceipts(id: string, options?: { after?: string; limit?: number }): Promise<ReceiptList>;
  /** What apps have reported about a message. Reads page after page. */
  eachMessageReceipts(id: string, options?: { after?: string; limit?: number }): AsyncGenerator<{ "action"?: string; "at": string; "event": "delivered" | "opened" | "action" | "dismissed"; "installation": string; "received_at": string }>;
  /** Sends a message to a device token; the response means that it is stored. */
  sendToToken(hex: string, body: MessageBody, options?: { app?: string; pushType?: "alert" | "background" | "voip" | "complication" | "fileprovider" | "mdm" | "location" | "liveactivity" | "pushtotalk" | "widgets" | "controls"; lane?: "otp" | "transactional" | "live" | "bulk" | "background"; priority?: "1" | "5" | "10"; collapseId?: string; expiresIn?: number; topic?: string; environment?: "sandbox" | "production"; activity?: string; attributesType?: string; idempotencyKey?: string }): Promise<Message>;
  /** Sends a message to all installations of a user; the response means that it is stored. */
  sendToUser(user: string, body: MessageBody, options?: { app?: string; pushType?: "alert" | "background" | "voip" | "complication" | "fileprovider" | "mdm" | "location" | "liveactivity" | "pushtotalk" | "widgets" | "controls"; lane?: "otp" | "transactional" | "live" | "bulk" | "background"; priority?: "1" | "5" | "10"; collapseId?: string; expiresIn?: number; topic?: string; environment?: "sandbox" | "production"; activity?: string; attributesType?: string; idempotencyKey?: string }): Promise<Message>;
}
