# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""The operations of the gateway. scripts/gateway-clients.py writes this file."""
from __future__ import annotations

from typing import Any, Dict, Iterator, List, Literal, Optional, TypedDict, Union, cast

from ._http import Connection, encoded, pages

# Types of requests and responses. A key that is not in an object has no value.

APIKey = TypedDict(
    "APIKey",
    {
        "apps": List[str],
        "created_at": str,
        "id": str,
        "key": str,
        "last_used_at": str,
        "name": str,
        "requests_per_minute": int,
        "revoked_at": str,
        "scopes": List[Literal['all', 'apps:read', 'apps:write', 'installations:read', 'installations:write', 'installations:export', 'messages:read', 'messages:write', 'campaigns:read', 'campaigns:write', 'campaigns:approve', 'events:write', 'payloads:read', 'test-pushes:write', 'templates:read', 'templates:write', 'users:read', 'users:write', 'keys:read', 'keys:write', 'metrics:read', 'webhooks:read', 'webhooks:write', 'audit:read']],
    },
    total=False,
)
APIKeyList = TypedDict(
    "APIKeyList",
    {
        "keys": List["APIKey"],
    },
    total=False,
)
Alias = TypedDict(
    "Alias",
    {
        "label": str,
        "user": str,
        "value": str,
    },
    total=False,
)
App = TypedDict(
    "App",
    {
        "bundle_id": str,
        "client_key": str,
        "credential": "Credential",
        "denied": Literal['suppress', 'send'],
        "fcm": "FCMCredential",
        "identity_secret": str,
        "locked": List[Literal['credential', 'identity_secret', 'fcm', 'web_push']],
        "name": str,
        "receipt_percent": int,
        "refused": List[Dict[str, Any]],
        "shadow": bool,
        "user_proof": Literal['required', 'off'],
        "web_push": "WebPushCredential",
    },
    total=False,
)
AppList = TypedDict(
    "AppList",
    {
        "apps": List["App"],
    },
    total=False,
)
Attribute = TypedDict(
    "Attribute",
    {
        "name": str,
        "type": Literal['text', 'number', 'flag', 'date'],
    },
    total=False,
)
AttributeChanges = Dict[str, Union[str, float, bool, None]]
AttributeList = TypedDict(
    "AttributeList",
    {
        "attributes": List["Attribute"],
    },
    total=False,
)
Audience = Union[Dict[str, Any]]
AudienceCount = TypedDict(
    "AudienceCount",
    {
        "installations": int,
    },
    total=False,
)
AuditEntry = TypedDict(
    "AuditEntry",
    {
        "action": str,
        "address": str,
        "after": str,
        "app": str,
        "at": str,
        "before": str,
        "hash": str,
        "key": str,
        "number": int,
        "object": str,
        "previous": str,
    },
    total=False,
)
AuditList = TypedDict(
    "AuditList",
    {
        "entries": List["AuditEntry"],
        "next": str,
    },
    total=False,
)
Badge = TypedDict(
    "Badge",
    {
        "badge": int,
    },
    total=False,
)
Broadcast = TypedDict(
    "Broadcast",
    {
        "app": str,
        "channel": str,
        "environment": Literal['sandbox', 'production'],
        "request_id": str,
    },
    total=False,
)
BrowserSubscription = TypedDict(
    "BrowserSubscription",
    {
        "endpoint": str,
        "expirationTime": Union[int, None],
        "keys": Dict[str, Any],
    },
    total=False,
)
Campaign = TypedDict(
    "Campaign",
    {
        "app": str,
        "audience": str,
        "broadcast": Dict[str, Any],
        "held_reason": str,
        "id": str,
        "reasons": List[Dict[str, Any]],
        "settings": "CampaignSettings",
        "state": str,
        "stop_reason": str,
        "totals": Dict[str, Any],
    },
    total=False,
)
CampaignApprovalRequest = TypedDict(
    "CampaignApprovalRequest",
    {
        "hash": str,
    },
    total=False,
)
CampaignDefinition = TypedDict(
    "CampaignDefinition",
    {
        "body": str,
        "content_type": str,
        "hash": str,
        "messages": List[Dict[str, Any]],
        "query": str,
        "version": str,
    },
    total=False,
)
CampaignDeliveryList = TypedDict(
    "CampaignDeliveryList",
    {
        "deliveries": List[Dict[str, Any]],
        "next": str,
    },
    total=False,
)
CampaignList = TypedDict(
    "CampaignList",
    {
        "campaigns": List[Dict[str, Any]],
        "next": str,
    },
    total=False,
)
CampaignPreview = TypedDict(
    "CampaignPreview",
    {
        "app": str,
        "audience": str,
        "channel": str,
        "installations": int,
        "messages": List[Dict[str, Any]],
        "moments": List[Dict[str, Any]],
        "reachable": int,
        "reasons": List[Dict[str, Any]],
        "settings": "CampaignSettings",
    },
    total=False,
)
CampaignRefusalRequest = TypedDict(
    "CampaignRefusalRequest",
    {
        "hash": str,
        "note": Union[str, None],
    },
    total=False,
)
CampaignReport = TypedDict(
    "CampaignReport",
    {
        "actions": List[Dict[str, Any]],
        "app": str,
        "app_versions": List[Dict[str, Any]],
        "broadcast": Dict[str, Any],
        "campaign": str,
        "funnel": List[Dict[str, Any]],
        "hours": List[Dict[str, Any]],
        "locales": List[Dict[str, Any]],
        "reasons": List[Dict[str, Any]],
        "state": str,
        "stored_receipts": int,
        "variants": List[Dict[str, Any]],
    },
    total=False,
)
CampaignSettings = TypedDict(
    "CampaignSettings",
    {
        "approval": Dict[str, Any],
        "class": str,
        "control_percent": int,
        "devices": int,
        "dry_run": bool,
        "expires_at": str,
        "local_time": Dict[str, Any],
        "name": str,
        "per_day": int,
        "per_hour": int,
        "per_minute": int,
        "quiet_hours": str,
        "quiet_rule": Literal['hold', 'skip'],
        "refusal": Dict[str, Any],
        "series": str,
        "starts_at": str,
        "template": str,
        "test_campaign": str,
        "variants": List[Dict[str, Any]],
        "winner": Dict[str, Any],
    },
    total=False,
)
CampaignStart = TypedDict(
    "CampaignStart",
    {
        "confirm_devices": Union[int, None],
    },
    total=False,
)
CampaignTime = TypedDict(
    "CampaignTime",
    {
        "at": Union[str, None],
        "confirm_devices": Union[int, None],
        "default_time_zone": Union[str, None],
        "late_zones": Union[Literal['skip', 'send_now'], None],
        "local_time": Union[str, None],
    },
    total=False,
)
CampaignTotals = TypedDict(
    "CampaignTotals",
    {
        "accepted": int,
        "cancelled": int,
        "expired": int,
        "rejected": int,
        "retrying": int,
        "suppressed": int,
    },
    total=False,
)
Channel = TypedDict(
    "Channel",
    {
        "app": str,
        "environment": Literal['sandbox', 'production'],
        "id": str,
        "storage": Literal['none', 'most_recent'],
    },
    total=False,
)
ChannelList = TypedDict(
    "ChannelList",
    {
        "channels": List["Channel"],
    },
    total=False,
)
ConsentList = TypedDict(
    "ConsentList",
    {
        "decisions": List[Dict[str, Any]],
        "next": str,
    },
    total=False,
)
Credential = TypedDict(
    "Credential",
    {
        "environments": List[Literal['sandbox', 'production']],
        "expires_at": str,
        "fingerprint": str,
        "key_id": str,
        "kind": Literal['key', 'certificate'],
        "team_id": str,
        "updated_at": str,
    },
    total=False,
)
DeadTokenReport = TypedDict(
    "DeadTokenReport",
    {
        "app": str,
        "days": List[Dict[str, Any]],
        "ended": List[Dict[str, Any]],
        "is_incomplete": bool,
        "since": str,
        "suspect": List[Dict[str, Any]],
    },
    total=False,
)
Delivery = TypedDict(
    "Delivery",
    {
        "apns_id": str,
        "apns_unique_id": str,
        "attempts": int,
        "campaign": str,
        "channel": str,
        "environment": Literal['sandbox', 'production'],
        "id": str,
        "installation": str,
        "message": str,
        "reason": str,
        "state": Literal['queued', 'sending', 'accepted', 'rejected', 'expired', 'cancelled', 'suppressed'],
        "status": int,
        "token": str,
        "transport": Literal['apns', 'fcm', 'web_push'],
        "updated_at": str,
    },
    total=False,
)
DeliveryCounts = TypedDict(
    "DeliveryCounts",
    {
        "by": Literal['state', 'reason', 'priority', 'push_type'],
        "counts": List[Dict[str, Any]],
        "interval_seconds": int,
        "is_incomplete": bool,
        "since": str,
    },
    total=False,
)
DeliveryList = TypedDict(
    "DeliveryList",
    {
        "deliveries": List["Delivery"],
        "next": str,
    },
    total=False,
)
DeviceMessagePage = TypedDict(
    "DeviceMessagePage",
    {
        "cursor": str,
        "has_more": bool,
        "messages": List[Dict[str, Any]],
    },
    total=False,
)
DeviceRegistration = TypedDict(
    "DeviceRegistration",
    {
        "app": str,
        "app_version": Union[str, None],
        "asks": Union["PermissionAsks", None],
        "badge": Union[int, None],
        "encryption_key": Union["EncryptionKey", None],
        "ended": Union[List[Dict[str, Any]], None],
        "environment": Literal['sandbox', 'production'],
        "locale": Union[str, None],
        "permission": Union["Permission", None],
        "platform": Union[str, None],
        "system_version": Union[str, None],
        "time_zone": Union[str, None],
        "tokens": Union[List[Dict[str, Any]], None],
        "user": Union[str, None],
        "user_proof": Union[str, None],
    },
    total=False,
)
EncryptionKey = TypedDict(
    "EncryptionKey",
    {
        "id": str,
        "public_key": str,
        "suite": str,
    },
    total=False,
)
Erasure = TypedDict(
    "Erasure",
    {
        "apps": List[str],
        "finished_at": str,
        "id": str,
        "requested_at": str,
        "rows": int,
        "state": Literal['running', 'done'],
    },
    total=False,
)
Event = TypedDict(
    "Event",
    {
        "app": Union[str, None],
        "id": str,
        "name": str,
        "properties": Union[Dict[str, Any], None],
        "user": str,
    },
    total=False,
)
EventReport = TypedDict(
    "EventReport",
    {
        "messages": List[Dict[str, Any]],
    },
    total=False,
)
ExplainRequest = TypedDict(
    "ExplainRequest",
    {
        "headers": Union[Dict[str, Any], None],
        "payload": str,
        "scenarios": List[Dict[str, Any]],
    },
    total=False,
)
Explanations = TypedDict(
    "Explanations",
    {
        "explanations": List[Dict[str, Any]],
    },
    total=False,
)
FCMCredential = TypedDict(
    "FCMCredential",
    {
        "account": str,
        "fingerprint": str,
        "key_id": str,
        "project": str,
        "updated_at": str,
    },
    total=False,
)
Health = TypedDict(
    "Health",
    {
        "not_ready": List[str],
        "parts": List["HealthPart"],
        "sending": Literal['ok', 'starting', 'held', 'failing', 'stopping'],
        "status": Literal['ok', 'degraded', 'down'],
        "store": Literal['ok', 'starting', 'held', 'failing', 'stopping'],
        "worker": Literal['ok', 'starting', 'held', 'failing', 'stopping'],
    },
    total=False,
)
HealthPart = TypedDict(
    "HealthPart",
    {
        "condition": Literal['ok', 'starting', 'held', 'failing', 'stopping'],
        "detail": str,
        "fix": str,
        "name": str,
        "required": bool,
    },
    total=False,
)
History = TypedDict(
    "History",
    {
        "events": List[Dict[str, Any]],
        "next": str,
    },
    total=False,
)
ImportReport = TypedDict(
    "ImportReport",
    {
        "problems": List[Dict[str, Any]],
        "registered": int,
    },
    total=False,
)
Installation = TypedDict(
    "Installation",
    {
        "app": str,
        "app_version": str,
        "attributes": Dict[str, Any],
        "badge": int,
        "created_at": str,
        "encryption_key": "EncryptionKey",
        "environment": Literal['sandbox', 'production'],
        "id": str,
        "locale": str,
        "permission": "Permission",
        "platform": str,
        "registered_at": str,
        "system_version": str,
        "tags": List[str],
        "time_zone": str,
        "tokens": List["Token"],
        "topics": List[str],
        "user": str,
    },
    total=False,
)
InstallationList = TypedDict(
    "InstallationList",
    {
        "installations": List["Installation"],
        "next": str,
    },
    total=False,
)
Liveness = TypedDict(
    "Liveness",
    {
        "status": Literal['ok', 'down'],
    },
    total=False,
)
Member = TypedDict(
    "Member",
    {
        "created_at": str,
        "has_identity": bool,
        "has_password": bool,
        "id": str,
        "link_expires_at": str,
        "link_secret": str,
        "login": str,
        "name": str,
        "role": Literal['viewer', 'editor', 'approver', 'owner'],
        "signed_in_at": str,
    },
    total=False,
)
MemberChange = TypedDict(
    "MemberChange",
    {
        "name": str,
        "role": Literal['viewer', 'editor', 'approver', 'owner'],
    },
    total=False,
)
MemberList = TypedDict(
    "MemberList",
    {
        "members": List["Member"],
    },
    total=False,
)
Merge = TypedDict(
    "Merge",
    {
        "aliases": int,
        "app": str,
        "dropped_aliases": int,
        "installations": int,
        "user": str,
    },
    total=False,
)
Message = TypedDict(
    "Message",
    {
        "app": str,
        "carries_id": bool,
        "created_at": str,
        "deliveries": List["Delivery"],
        "delivery_count": int,
        "expires_at": str,
        "id": str,
        "inferred": List[Dict[str, Any]],
        "next": str,
        "priority": int,
        "push_type": str,
        "receipts": Dict[str, int],
        "states": Dict[str, int],
        "topic": str,
    },
    total=False,
)
MessageBody = Union["MessagePayload", "MessageForm"]
MessageForm = TypedDict(
    "MessageForm",
    {
        "badge": Union[int, str],
        "body": str,
        "category": str,
        "collapse_id": str,
        "data": Dict[str, Any],
        "expires_at": str,
        "expires_in": int,
        "fcm": Dict[str, Any],
        "lane": Literal['otp', 'transactional', 'live', 'bulk', 'background'],
        "level": str,
        "priority": int,
        "push_type": str,
        "subtitle": str,
        "thread_id": str,
        "title": str,
        "url": str,
        "web_push": Dict[str, Any],
    },
    total=False,
)
MessageList = TypedDict(
    "MessageList",
    {
        "messages": List[Dict[str, Any]],
        "next": str,
    },
    total=False,
)
MessagePayload = TypedDict(
    "MessagePayload",
    {
        "aps": Dict[str, Any],
    },
    total=False,
)
NewAPIKey = TypedDict(
    "NewAPIKey",
    {
        "apps": Union[List[str], None],
        "name": str,
        "requests_per_minute": Union[int, None],
        "scopes": List[Literal['all', 'apps:read', 'apps:write', 'installations:read', 'installations:write', 'installations:export', 'messages:read', 'messages:write', 'campaigns:read', 'campaigns:write', 'campaigns:approve', 'events:write', 'payloads:read', 'test-pushes:write', 'templates:read', 'templates:write', 'users:read', 'users:write', 'keys:read', 'keys:write', 'metrics:read', 'webhooks:read', 'webhooks:write', 'audit:read']],
    },
    total=False,
)
NewAlias = TypedDict(
    "NewAlias",
    {
        "value": str,
    },
    total=False,
)
NewApp = TypedDict(
    "NewApp",
    {
        "denied": Union[Literal['suppress', 'send'], None],
        "name": str,
        "receipt_percent": Union[int, None],
        "shadow": Union[bool, None],
        "user_proof": Union[Literal['required', 'off'], None],
    },
    total=False,
)
NewAttribute = TypedDict(
    "NewAttribute",
    {
        "type": Literal['text', 'number', 'flag', 'date'],
    },
    total=False,
)
NewCampaign = TypedDict(
    "NewCampaign",
    {
        "app": Union[str, None],
        "at": Union[str, None],
        "audience": Union[str, None],
        "channel": Union[str, None],
        "class": Union[str, None],
        "confirm_devices": Union[int, None],
        "control_percent": Union[int, None],
        "default_time_zone": Union[str, None],
        "draft": Union[bool, None],
        "dry_run": Union[bool, None],
        "environment": Union[Literal['sandbox', 'production'], None],
        "late_zones": Union[Literal['skip', 'send_now'], None],
        "local_time": Union[str, None],
        "message": Union["MessageBody", None],
        "name": Union[str, None],
        "per_day": Union[int, None],
        "per_minute": Union[int, None],
        "quiet_hours": Union[str, None],
        "quiet_rule": Union[Literal['hold', 'skip'], None],
        "variants": Union[List[Dict[str, Any]], None],
        "winner": Union[Dict[str, Any], None],
    },
    total=False,
)
NewChannel = TypedDict(
    "NewChannel",
    {
        "storage": Union[Literal['none', 'most_recent'], None],
    },
    total=False,
)
NewCredential = Union[Dict[str, Any]]
NewInstallation = TypedDict(
    "NewInstallation",
    {
        "app": str,
        "app_version": Union[str, None],
        "environment": Union[Literal['sandbox', 'production'], None],
        "family": Union[Literal['app', 'voip', 'complication', 'fileProvider', 'mdm', 'location', 'liveActivity', 'liveActivityStart', 'pushToTalk', 'widgets', 'controls'], None],
        "fcm_token": Union[str, None],
        "fid": Union[str, None],
        "locale": Union[str, None],
        "system_version": Union[str, None],
        "time_zone": Union[str, None],
        "token": Union[str, None],
        "user": Union[str, None],
        "web_push": Union["BrowserSubscription", None],
    },
    total=False,
)
NewMember = TypedDict(
    "NewMember",
    {
        "login": str,
        "name": Union[str, None],
        "role": Literal['viewer', 'editor', 'approver', 'owner'],
    },
    total=False,
)
NewMerge = Union[Dict[str, Any]]
NewSegment = TypedDict(
    "NewSegment",
    {
        "filter": str,
    },
    total=False,
)
NewSeries = TypedDict(
    "NewSeries",
    {
        "campaign": "NewCampaign",
        "every": Literal['daily', 'weekly', 'monthly'],
        "until": Union[str, None],
    },
    total=False,
)
NewTemplate = TypedDict(
    "NewTemplate",
    {
        "collapse_id": Union[str, None],
        "default_locale": Union[str, None],
        "expires_in": Union[int, None],
        "lane": Union[Literal['otp', 'transactional', 'live', 'bulk', 'background'], None],
        "locales": Dict[str, Any],
        "urgency": Union[Literal['passive', 'active', 'time-sensitive', 'critical'], None],
        "variables": Union[Dict[str, Any], None],
    },
    total=False,
)
NewTopic = TypedDict(
    "NewTopic",
    {
        "title": str,
    },
    total=False,
)
NewTrigger = TypedDict(
    "NewTrigger",
    {
        "app": Union[str, None],
        "event": str,
        "message": Union["MessageBody", None],
        "name": Union[str, None],
        "template": Union[str, None],
    },
    total=False,
)
NewWebPushCredential = TypedDict(
    "NewWebPushCredential",
    {
        "navigate": str,
        "private_key": Union[str, None],
        "subject": str,
    },
    total=False,
)
NewWebhook = TypedDict(
    "NewWebhook",
    {
        "apps": Union[List[str], None],
        "batch_size": Union[int, None],
        "description": Union[str, None],
        "enabled": Union[bool, None],
        "events": Union[List[str], None],
        "url": str,
    },
    total=False,
)
PayloadDraft = TypedDict(
    "PayloadDraft",
    {
        "headers": Union[Dict[str, Any], None],
        "payload": str,
    },
    total=False,
)
PayloadFinding = TypedDict(
    "PayloadFinding",
    {
        "column": int,
        "detail": str,
        "fix": Dict[str, Any],
        "key_path": str,
        "line": int,
        "range": Dict[str, Any],
        "remedy": str,
        "rule": str,
        "severity": Literal['note', 'warning', 'error'],
        "why": str,
    },
    total=False,
)
PayloadReport = TypedDict(
    "PayloadReport",
    {
        "byte_count": int,
        "byte_count_max": int,
        "findings": List["PayloadFinding"],
        "inferred": List[Dict[str, Any]],
        "push_type": Literal['alert', 'background', 'voip', 'complication', 'fileprovider', 'mdm', 'location', 'liveactivity', 'pushtotalk', 'widgets', 'controls'],
    },
    total=False,
)
Permission = TypedDict(
    "Permission",
    {
        "alert": bool,
        "authorization": Literal['not-determined', 'denied', 'authorized', 'provisional', 'ephemeral'],
        "badge": bool,
        "critical_alert": bool,
        "sound": bool,
        "time_sensitive": bool,
    },
    total=False,
)
PermissionAsks = TypedDict(
    "PermissionAsks",
    {
        "declined": Union[int, None],
        "explained": Union[int, None],
        "prompted": Union[int, None],
    },
    total=False,
)
PermissionFunnel = TypedDict(
    "PermissionFunnel",
    {
        "app": str,
        "installations": int,
        "steps": List[Dict[str, Any]],
    },
    total=False,
)
Policy = TypedDict(
    "Policy",
    {
        "approval_above": Union[int, None],
        "caps": Union[Dict[str, int], None],
        "confirm_above": Union[int, None],
        "default_class": Union[str, None],
        "default_time_zone": Union[str, None],
        "per_minute": Union[int, None],
        "quiet_hours": Union[str, None],
        "quiet_rule": Union[Literal['hold', 'skip'], None],
    },
    total=False,
)
Problem = TypedDict(
    "Problem",
    {
        "code": Literal['bad_json', 'bad_query', 'key_missing', 'key_unknown', 'key_revoked', 'scope_missing', 'key_of_other_app', 'api_key_not_found', 'too_many_keys', 'installation_secret_missing', 'installation_secret_wrong', 'client_key_of_other_app', 'user_proof_missing', 'user_proof_wrong', 'host_repeated', 'host_not_allowed', 'origin_not_allowed', 'route_not_found', 'app_not_found', 'installation_not_found', 'message_not_found', 'delivery_not_found', 'campaign_not_found', 'campaign_state', 'campaign_changed', 'channel_not_found', 'apns_refused', 'apns_unavailable', 'confirmation_needed', 'approval_refused', 'bad_filter', 'filter_not_indexed', 'segment_not_found', 'attribute_of_other_type', 'template_not_found', 'bad_template', 'too_many_entries', 'user_not_found', 'alias_taken', 'installation_of_other_user', 'erasure_not_found', 'topic_not_found', 'problem_not_found', 'no_device', 'method_not_allowed', 'installation_of_other_app', 'no_credential', 'app_in_shadow', 'body_too_large', 'content_type_not_supported', 'unknown_key', 'bad_value', 'value_missing', 'empty_message', 'payload_too_large', 'app_needed', 'environment_needed', 'bad_provider_key', 'too_many_deliveries', 'idempotency_key_reused', 'session_ended', 'csrf_token_wrong', 'sign_in_failed', 'identity_refused', 'identity_provider_failed', 'link_not_valid', 'member_not_found', 'login_taken', 'last_owner', 'webhook_not_found', 'webhook_url_refused', 'too_many_webhooks', 'too_many_calls', 'too_many_requests', 'internal_error', 'storage_unavailable', 'secrets_locked', 'receipts_shed'],
        "column": int,
        "detail": str,
        "instance": str,
        "key_path": str,
        "line": int,
        "status": int,
        "title": str,
        "type": str,
    },
    total=False,
)
PushTypeList = TypedDict(
    "PushTypeList",
    {
        "push_types": List[Dict[str, Any]],
    },
    total=False,
)
ReceiptBatch = TypedDict(
    "ReceiptBatch",
    {
        "receipts": List[Dict[str, Any]],
    },
    total=False,
)
ReceiptList = TypedDict(
    "ReceiptList",
    {
        "next": str,
        "receipts": List[Dict[str, Any]],
    },
    total=False,
)
ReceiptReport = TypedDict(
    "ReceiptReport",
    {
        "accepted": int,
        "ignored": int,
        "sampled": int,
    },
    total=False,
)
Segment = TypedDict(
    "Segment",
    {
        "filter": str,
        "name": str,
    },
    total=False,
)
SegmentList = TypedDict(
    "SegmentList",
    {
        "segments": List["Segment"],
    },
    total=False,
)
Series = TypedDict(
    "Series",
    {
        "app": str,
        "created_at": str,
        "ended_at": str,
        "every": Literal['daily', 'weekly', 'monthly'],
        "id": str,
        "last_campaign": str,
        "name": str,
        "next": str,
        "problem": str,
        "state": Literal['running', 'ended'],
        "until": str,
    },
    total=False,
)
SeriesList = TypedDict(
    "SeriesList",
    {
        "series": List["Series"],
    },
    total=False,
)
ShadowReport = TypedDict(
    "ShadowReport",
    {
        "app": str,
        "differences": List[Dict[str, Any]],
        "is_incomplete": bool,
        "requests": int,
        "shadow": bool,
        "since": str,
        "would_send": int,
    },
    total=False,
)
Template = TypedDict(
    "Template",
    {
        "created_at": str,
        "findings": List["TemplateFinding"],
        "is_new": bool,
        "locales": List[Dict[str, Any]],
        "name": str,
        "template": Dict[str, Any],
        "urgency": Literal['passive', 'active', 'time-sensitive', 'critical'],
        "version": int,
    },
    total=False,
)
TemplateFinding = TypedDict(
    "TemplateFinding",
    {
        "detail": str,
        "locale": str,
        "path": str,
        "rule": str,
        "severity": Literal['note', 'warning', 'error'],
    },
    total=False,
)
TemplateList = TypedDict(
    "TemplateList",
    {
        "next": str,
        "templates": List[Dict[str, Any]],
    },
    total=False,
)
TemplatePreview = TypedDict(
    "TemplatePreview",
    {
        "bytes": int,
        "findings": List["TemplateFinding"],
        "locale": str,
        "longest_bytes": int,
        "payload": Dict[str, Any],
    },
    total=False,
)
TemplatePreviewRequest = TypedDict(
    "TemplatePreviewRequest",
    {
        "locale": Union[str, None],
        "template": Union["NewTemplate", None],
        "variables": Union[Dict[str, Any], None],
        "version": Union[int, None],
    },
    total=False,
)
TemplateVersionList = TypedDict(
    "TemplateVersionList",
    {
        "versions": List[Dict[str, Any]],
    },
    total=False,
)
TestPush = TypedDict(
    "TestPush",
    {
        "app": str,
        "environment": Literal['sandbox', 'production'],
        "headers": Union[Dict[str, Any], None],
        "payload": str,
        "token": str,
    },
    total=False,
)
TestPushResult = TypedDict(
    "TestPushResult",
    {
        "apns_id": str,
        "apns_unique_id": str,
        "byte_count": int,
        "detail": str,
        "outcome": Literal['accepted', 'rejected', 'unknown'],
        "priority": int,
        "push_type": Literal['alert', 'background', 'voip', 'complication', 'fileprovider', 'mdm', 'location', 'liveactivity', 'pushtotalk', 'widgets', 'controls'],
        "reason": str,
        "remedy": str,
        "status": int,
        "token": str,
        "topic": str,
    },
    total=False,
)
Token = TypedDict(
    "Token",
    {
        "activity": str,
        "attributes_type": str,
        "diagnosis": str,
        "environment": Literal['sandbox', 'production'],
        "family": Literal['app', 'voip', 'complication', 'fileProvider', 'mdm', 'location', 'liveActivity', 'liveActivityStart', 'pushToTalk', 'widgets', 'controls'],
        "reason": str,
        "registered_at": str,
        "state": Literal['active', 'suspect', 'dead', 'replaced', 'removed'],
        "token": str,
        "transport": Literal['apns', 'fcm', 'web_push'],
    },
    total=False,
)
Topic = TypedDict(
    "Topic",
    {
        "name": str,
        "subscribed": int,
        "title": str,
    },
    total=False,
)
TopicDecision = TypedDict(
    "TopicDecision",
    {
        "note": Union[str, None],
        "subscribed": bool,
    },
    total=False,
)
TopicList = TypedDict(
    "TopicList",
    {
        "topics": List["Topic"],
    },
    total=False,
)
TopicState = TypedDict(
    "TopicState",
    {
        "changed_at": str,
        "subscribed": bool,
        "topic": str,
    },
    total=False,
)
TopicStateList = TypedDict(
    "TopicStateList",
    {
        "topics": List["TopicState"],
    },
    total=False,
)
Trigger = TypedDict(
    "Trigger",
    {
        "app": str,
        "created_at": str,
        "event": str,
        "id": str,
        "message": Dict[str, Any],
        "name": str,
        "template": str,
    },
    total=False,
)
TriggerList = TypedDict(
    "TriggerList",
    {
        "triggers": List["Trigger"],
    },
    total=False,
)
UrgencyReport = TypedDict(
    "UrgencyReport",
    {
        "advice": str,
        "app": str,
        "from": str,
        "shares": List[Dict[str, Any]],
        "to": str,
        "total": int,
        "urgent_percent": float,
    },
    total=False,
)
User = TypedDict(
    "User",
    {
        "aliases": Dict[str, str],
        "app": str,
        "first_seen": str,
        "installation_count": int,
        "installations": List["Installation"],
        "last_seen": str,
        "next": str,
        "topics": List["TopicState"],
        "user": str,
    },
    total=False,
)
WebPushCredential = TypedDict(
    "WebPushCredential",
    {
        "fingerprint": str,
        "navigate": str,
        "public_key": str,
        "subject": str,
        "updated_at": str,
    },
    total=False,
)
Webhook = TypedDict(
    "Webhook",
    {
        "apps": List[str],
        "batch_size": int,
        "behind": int,
        "created_at": str,
        "cursor": str,
        "description": str,
        "disabled_reason": Literal['gone', 'exhausted', 'person'],
        "enabled": bool,
        "events": List[str],
        "failed_attempts": int,
        "failing_since": str,
        "id": str,
        "last_success_at": str,
        "next_attempt_at": str,
        "previous_secret_until": str,
        "secret": str,
        "url": str,
    },
    total=False,
)
WebhookAttempt = TypedDict(
    "WebhookAttempt",
    {
        "at": str,
        "delivered": bool,
        "error": str,
        "events": int,
        "message_id": str,
        "status": int,
    },
    total=False,
)
WebhookAttemptList = TypedDict(
    "WebhookAttemptList",
    {
        "attempts": List["WebhookAttempt"],
    },
    total=False,
)
WebhookList = TypedDict(
    "WebhookList",
    {
        "webhooks": List["Webhook"],
    },
    total=False,
)
WebhookReplay = Union[Dict[str, Any]]
WebhookRotation = TypedDict(
    "WebhookRotation",
    {
        "overlap_seconds": Union[int, None],
    },
    total=False,
)


class Operations(Connection):
    """One method for each operation of the gateway's API."""

    def metrics(
        self,
    ) -> str:
        """The metrics, for Prometheus."""
        response = self._call(
            "GET",
            "/metrics",
        )
        return cast('str', response)

    def liveness(
        self,
    ) -> Liveness:
        """Whether the process works; restart it if not."""
        response = self._call(
            "GET",
            "/health/live",
        )
        return cast('Liveness', response)

    def readiness(
        self,
    ) -> Health:
        """Whether the gateway is ready for messages, and the condition of each of its parts."""
        response = self._call(
            "GET",
            "/health/ready",
        )
        return cast('Health', response)

    def list_apps(
        self,
    ) -> AppList:
        """The apps."""
        response = self._call(
            "GET",
            "/v1/apps",
        )
        return cast('AppList', response)

    def get_audit(
        self,
        *,
        app: Optional[str] = None,
        key: Optional[str] = None,
        action: Optional[str] = None,
        after: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> AuditList:
        """The audit log: who changed what, newest first."""
        response = self._call(
            "GET",
            "/v1/audit",
            query={
                "app": app,
                "key": key,
                "action": action,
                "after": after,
                "limit": limit,
            },
        )
        return cast('AuditList', response)

    def list_campaigns(
        self,
        *,
        app: Optional[str] = None,
        after: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> CampaignList:
        """The campaigns, newest first."""
        response = self._call(
            "GET",
            "/v1/campaigns",
            query={
                "app": app,
                "after": after,
                "limit": limit,
            },
        )
        return cast('CampaignList', response)

    def each_campaigns(
        self,
        *,
        app: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> Iterator[Dict[str, Any]]:
        """The campaigns, newest first. Reads page after page."""
        return pages(
            "campaigns",
            lambda after: self.list_campaigns(app=app, limit=limit, after=after),
        )

    def start_campaign(
        self,
        body: Union["NewCampaign", "MessageBody"],
        *,
        audience: Optional[str] = None,
        audience_filter: Optional[str] = None,
        channel: Optional[str] = None,
        template: Optional[str] = None,
        app: Optional[str] = None,
        push_type: Optional[Literal['alert', 'background', 'voip', 'complication', 'fileprovider', 'mdm', 'location', 'liveactivity', 'pushtotalk', 'widgets', 'controls']] = None,
        lane: Optional[Literal['otp', 'transactional', 'live', 'bulk', 'background']] = None,
        priority: Optional[Literal['1', '5', '10']] = None,
        collapse_id: Optional[str] = None,
        expires_in: Optional[int] = None,
        topic: Optional[str] = None,
        environment: Optional[Literal['sandbox', 'production']] = None,
        activity: Optional[str] = None,
        attributes_type: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> Campaign:
        """Creates a campaign: one message to many installations, now or at a later time."""
        response = self._call(
            "POST",
            "/v1/campaigns",
            query={
                "audience": audience,
                "audience_filter": audience_filter,
                "channel": channel,
                "template": template,
                "app": app,
                "push_type": push_type,
                "lane": lane,
                "priority": priority,
                "collapse_id": collapse_id,
                "expires_in": expires_in,
                "topic": topic,
                "environment": environment,
                "activity": activity,
                "attributes_type": attributes_type,
            },
            body=body,
            content_type="application/json",
            idempotency_key=idempotency_key,
            is_idempotent=True,
        )
        return cast('Campaign', response)

    def list_channels(
        self,
        *,
        app: Optional[str] = None,
        environment: Optional[Literal['sandbox', 'production']] = None,
    ) -> ChannelList:
        """The channels of an app, as APNs lists them."""
        response = self._call(
            "GET",
            "/v1/channels",
            query={
                "app": app,
                "environment": environment,
            },
        )
        return cast('ChannelList', response)

    def create_channel(
        self,
        body: Optional[NewChannel] = None,
        *,
        app: Optional[str] = None,
        environment: Optional[Literal['sandbox', 'production']] = None,
    ) -> Channel:
        """Creates a channel with the app's credential."""
        response = self._call(
            "POST",
            "/v1/channels",
            query={
                "app": app,
                "environment": environment,
            },
            body=body,
            content_type="application/json",
        )
        return cast('Channel', response)

    def list_deliveries(
        self,
        *,
        app: Optional[str] = None,
        user: Optional[str] = None,
        installation: Optional[str] = None,
        state: Optional[Literal['queued', 'sending', 'accepted', 'rejected', 'expired', 'cancelled', 'suppressed']] = None,
        reason: Optional[str] = None,
        status: Optional[int] = None,
        since: Optional[str] = None,
        apns_unique_id: Optional[str] = None,
        after: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> DeliveryList:
        """The deliveries of messages, newest first."""
        response = self._call(
            "GET",
            "/v1/deliveries",
            query={
                "app": app,
                "user": user,
                "installation": installation,
                "state": state,
                "reason": reason,
                "status": status,
                "since": since,
                "apns_unique_id": apns_unique_id,
                "after": after,
                "limit": limit,
            },
        )
        return cast('DeliveryList', response)

    def each_deliveries(
        self,
        *,
        app: Optional[str] = None,
        user: Optional[str] = None,
        installation: Optional[str] = None,
        state: Optional[Literal['queued', 'sending', 'accepted', 'rejected', 'expired', 'cancelled', 'suppressed']] = None,
        reason: Optional[str] = None,
        status: Optional[int] = None,
        since: Optional[str] = None,
        apns_unique_id: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> Iterator[Delivery]:
        """The deliveries of messages, newest first. Reads page after page."""
        return pages(
            "deliveries",
            lambda after: self.list_deliveries(app=app, user=user, installation=installation, state=state, reason=reason, status=status, since=since, apns_unique_id=apns_unique_id, limit=limit, after=after),
        )

    def create_event(
        self,
        body: Event,
    ) -> EventReport:
        """Reports an event of a user; each trigger sends its message at most once."""
        response = self._call(
            "POST",
            "/v1/events",
            body=body,
            content_type="application/json",
        )
        return cast('EventReport', response)

    def explain(
        self,
        body: ExplainRequest,
    ) -> Explanations:
        """What APNs and a phone do with a payload in each given state; sends nothing."""
        response = self._call(
            "POST",
            "/v1/explain",
            body=body,
            content_type="application/json",
        )
        return cast('Explanations', response)

    def list_installations(
        self,
        *,
        user: Optional[str] = None,
        app: Optional[str] = None,
        filter: Optional[str] = None,
        after: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> InstallationList:
        """Installations, by user, by app or by a filter."""
        response = self._call(
            "GET",
            "/v1/installations",
            query={
                "user": user,
                "app": app,
                "filter": filter,
                "after": after,
                "limit": limit,
            },
        )
        return cast('InstallationList', response)

    def each_installations(
        self,
        *,
        user: Optional[str] = None,
        app: Optional[str] = None,
        filter: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> Iterator[Installation]:
        """Installations, by user, by app or by a filter. Reads page after page."""
        return pages(
            "installations",
            lambda after: self.list_installations(user=user, app=app, filter=filter, limit=limit, after=after),
        )

    def import_installations(
        self,
        body: Optional[Union[str, bytes]] = None,
        *,
        dry_run: Optional[bool] = None,
    ) -> ImportReport:
        """Registers many installations: a JSON object in each line, with its identifier in id."""
        response = self._call(
            "POST",
            "/v1/installations",
            query={
                "dry_run": dry_run,
            },
            body=body,
            content_type="application/x-ndjson",
        )
        return cast('ImportReport', response)

    def list_keys(
        self,
    ) -> APIKeyList:
        """The API keys."""
        response = self._call(
            "GET",
            "/v1/keys",
        )
        return cast('APIKeyList', response)

    def create_key(
        self,
        body: NewAPIKey,
    ) -> APIKey:
        """Creates an API key; only this response contains the whole key."""
        response = self._call(
            "POST",
            "/v1/keys",
            body=body,
            content_type="application/json",
        )
        return cast('APIKey', response)

    def lint(
        self,
        body: PayloadDraft,
    ) -> PayloadReport:
        """The findings of lint about a payload and its headers, with fixes; sends nothing."""
        response = self._call(
            "POST",
            "/v1/lint",
            body=body,
            content_type="application/json",
        )
        return cast('PayloadReport', response)

    def list_members(
        self,
    ) -> MemberList:
        """The members of the console, the oldest first."""
        response = self._call(
            "GET",
            "/v1/members",
        )
        return cast('MemberList', response)

    def create_member(
        self,
        body: NewMember,
    ) -> Member:
        """Creates a member, who chooses a password with the link in the response."""
        response = self._call(
            "POST",
            "/v1/members",
            body=body,
            content_type="application/json",
        )
        return cast('Member', response)

    def list_messages(
        self,
        *,
        app: Optional[str] = None,
        user: Optional[str] = None,
        installation: Optional[str] = None,
        state: Optional[Literal['queued', 'sending', 'accepted', 'rejected', 'expired', 'cancelled', 'suppressed']] = None,
        reason: Optional[str] = None,
        status: Optional[int] = None,
        since: Optional[str] = None,
        apns_unique_id: Optional[str] = None,
        after: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> MessageList:
        """The messages, newest first."""
        response = self._call(
            "GET",
            "/v1/messages",
            query={
                "app": app,
                "user": user,
                "installation": installation,
                "state": state,
                "reason": reason,
                "status": status,
                "since": since,
                "apns_unique_id": apns_unique_id,
                "after": after,
                "limit": limit,
            },
        )
        return cast('MessageList', response)

    def each_messages(
        self,
        *,
        app: Optional[str] = None,
        user: Optional[str] = None,
        installation: Optional[str] = None,
        state: Optional[Literal['queued', 'sending', 'accepted', 'rejected', 'expired', 'cancelled', 'suppressed']] = None,
        reason: Optional[str] = None,
        status: Optional[int] = None,
        since: Optional[str] = None,
        apns_unique_id: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> Iterator[Dict[str, Any]]:
        """The messages, newest first. Reads page after page."""
        return pages(
            "messages",
            lambda after: self.list_messages(app=app, user=user, installation=installation, state=state, reason=reason, status=status, since=since, apns_unique_id=apns_unique_id, limit=limit, after=after),
        )

    def list_push_types(
        self,
    ) -> PushTypeList:
        """What APNs accepts for each push type."""
        response = self._call(
            "GET",
            "/v1/push-types",
        )
        return cast('PushTypeList', response)

    def list_series(
        self,
    ) -> SeriesList:
        """The repeated campaigns."""
        response = self._call(
            "GET",
            "/v1/series",
        )
        return cast('SeriesList', response)

    def create_sery(
        self,
        body: NewSeries,
        *,
        audience: Optional[str] = None,
        audience_filter: Optional[str] = None,
        channel: Optional[str] = None,
        template: Optional[str] = None,
        app: Optional[str] = None,
        push_type: Optional[Literal['alert', 'background', 'voip', 'complication', 'fileprovider', 'mdm', 'location', 'liveactivity', 'pushtotalk', 'widgets', 'controls']] = None,
        lane: Optional[Literal['otp', 'transactional', 'live', 'bulk', 'background']] = None,
        priority: Optional[Literal['1', '5', '10']] = None,
        collapse_id: Optional[str] = None,
        expires_in: Optional[int] = None,
        topic: Optional[str] = None,
        environment: Optional[Literal['sandbox', 'production']] = None,
        activity: Optional[str] = None,
        attributes_type: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> Series:
        """Repeats a campaign at a local time, daily, weekly or monthly."""
        response = self._call(
            "POST",
            "/v1/series",
            query={
                "audience": audience,
                "audience_filter": audience_filter,
                "channel": channel,
                "template": template,
                "app": app,
                "push_type": push_type,
                "lane": lane,
                "priority": priority,
                "collapse_id": collapse_id,
                "expires_in": expires_in,
                "topic": topic,
                "environment": environment,
                "activity": activity,
                "attributes_type": attributes_type,
            },
            body=body,
            content_type="application/json",
            idempotency_key=idempotency_key,
            is_idempotent=True,
        )
        return cast('Series', response)

    def send_test_push(
        self,
        body: TestPush,
    ) -> TestPushResult:
        """Sends one push to a device token at once, and returns the response of APNs."""
        response = self._call(
            "POST",
            "/v1/test-pushes",
            body=body,
            content_type="application/json",
        )
        return cast('TestPushResult', response)

    def list_triggers(
        self,
    ) -> TriggerList:
        """The messages that are sent when events are reported."""
        response = self._call(
            "GET",
            "/v1/triggers",
        )
        return cast('TriggerList', response)

    def create_trigger(
        self,
        body: NewTrigger,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Trigger:
        """Stores a message that a user gets when an event is reported."""
        response = self._call(
            "POST",
            "/v1/triggers",
            body=body,
            content_type="application/json",
            idempotency_key=idempotency_key,
            is_idempotent=True,
        )
        return cast('Trigger', response)

    def list_webhooks(
        self,
    ) -> WebhookList:
        """The webhooks, the oldest first."""
        response = self._call(
            "GET",
            "/v1/webhooks",
        )
        return cast('WebhookList', response)

    def create_webhook(
        self,
        body: NewWebhook,
    ) -> Webhook:
        """Creates a webhook; only this response and responses to rotations contain a secret."""
        response = self._call(
            "POST",
            "/v1/webhooks",
            body=body,
            content_type="application/json",
        )
        return cast('Webhook', response)

    def get_app(
        self,
        bundle_id: str,
    ) -> App:
        """One app."""
        response = self._call(
            "GET",
            f"/v1/apps/{encoded(bundle_id)}",
        )
        return cast('App', response)

    def put_app(
        self,
        bundle_id: str,
        body: NewApp,
    ) -> App:
        """Creates or changes an app."""
        response = self._call(
            "PUT",
            f"/v1/apps/{encoded(bundle_id)}",
            body=body,
            content_type="application/json",
        )
        return cast('App', response)

    def preview_campaign(
        self,
        body: Union["NewCampaign", "MessageBody"],
        *,
        audience: Optional[str] = None,
        audience_filter: Optional[str] = None,
        channel: Optional[str] = None,
        template: Optional[str] = None,
        app: Optional[str] = None,
        push_type: Optional[Literal['alert', 'background', 'voip', 'complication', 'fileprovider', 'mdm', 'location', 'liveactivity', 'pushtotalk', 'widgets', 'controls']] = None,
        lane: Optional[Literal['otp', 'transactional', 'live', 'bulk', 'background']] = None,
        priority: Optional[Literal['1', '5', '10']] = None,
        collapse_id: Optional[str] = None,
        expires_in: Optional[int] = None,
        topic: Optional[str] = None,
        environment: Optional[Literal['sandbox', 'production']] = None,
        activity: Optional[str] = None,
        attributes_type: Optional[str] = None,
    ) -> CampaignPreview:
        """What a campaign would do: counts, reasons, times and messages; sends nothing."""
        response = self._call(
            "POST",
            "/v1/campaigns/preview",
            query={
                "audience": audience,
                "audience_filter": audience_filter,
                "channel": channel,
                "template": template,
                "app": app,
                "push_type": push_type,
                "lane": lane,
                "priority": priority,
                "collapse_id": collapse_id,
                "expires_in": expires_in,
                "topic": topic,
                "environment": environment,
                "activity": activity,
                "attributes_type": attributes_type,
            },
            body=body,
            content_type="application/json",
        )
        return cast('CampaignPreview', response)

    def delete_campaign(
        self,
        id: str,
    ) -> None:
        """Deletes a draft."""
        self._call(
            "DELETE",
            f"/v1/campaigns/{encoded(id)}",
        )
        return None

    def get_campaign(
        self,
        id: str,
    ) -> Campaign:
        """A campaign with its totals."""
        response = self._call(
            "GET",
            f"/v1/campaigns/{encoded(id)}",
        )
        return cast('Campaign', response)

    def put_campaign(
        self,
        id: str,
        body: Union["NewCampaign", "MessageBody"],
        *,
        audience: Optional[str] = None,
        audience_filter: Optional[str] = None,
        channel: Optional[str] = None,
        template: Optional[str] = None,
        app: Optional[str] = None,
        push_type: Optional[Literal['alert', 'background', 'voip', 'complication', 'fileprovider', 'mdm', 'location', 'liveactivity', 'pushtotalk', 'widgets', 'controls']] = None,
        lane: Optional[Literal['otp', 'transactional', 'live', 'bulk', 'background']] = None,
        priority: Optional[Literal['1', '5', '10']] = None,
        collapse_id: Optional[str] = None,
        expires_in: Optional[int] = None,
        topic: Optional[str] = None,
        environment: Optional[Literal['sandbox', 'production']] = None,
        activity: Optional[str] = None,
        attributes_type: Optional[str] = None,
    ) -> Campaign:
        """Replaces a draft."""
        response = self._call(
            "PUT",
            f"/v1/campaigns/{encoded(id)}",
            query={
                "audience": audience,
                "audience_filter": audience_filter,
                "channel": channel,
                "template": template,
                "app": app,
                "push_type": push_type,
                "lane": lane,
                "priority": priority,
                "collapse_id": collapse_id,
                "expires_in": expires_in,
                "topic": topic,
                "environment": environment,
                "activity": activity,
                "attributes_type": attributes_type,
            },
            body=body,
            content_type="application/json",
        )
        return cast('Campaign', response)

    def delete_channel(
        self,
        channel: str,
        *,
        app: Optional[str] = None,
        environment: Optional[Literal['sandbox', 'production']] = None,
    ) -> None:
        """Deletes a channel permanently."""
        self._call(
            "DELETE",
            f"/v1/channels/{encoded(channel)}",
            query={
                "app": app,
                "environment": environment,
            },
        )
        return None

    def get_channel(
        self,
        channel: str,
        *,
        app: Optional[str] = None,
        environment: Optional[Literal['sandbox', 'production']] = None,
    ) -> Channel:
        """A channel with its storage policy."""
        response = self._call(
            "GET",
            f"/v1/channels/{encoded(channel)}",
            query={
                "app": app,
                "environment": environment,
            },
        )
        return cast('Channel', response)

    def list_counts(
        self,
        *,
        app: Optional[str] = None,
        by: Optional[Literal['state', 'reason', 'priority', 'push_type']] = None,
        since: Optional[str] = None,
    ) -> DeliveryCounts:
        """How many deliveries of messages were stored over time."""
        response = self._call(
            "GET",
            "/v1/deliveries/counts",
            query={
                "app": app,
                "by": by,
                "since": since,
            },
        )
        return cast('DeliveryCounts', response)

    def get_delivery(
        self,
        id: str,
    ) -> Delivery:
        """One delivery."""
        response = self._call(
            "GET",
            f"/v1/deliveries/{encoded(id)}",
        )
        return cast('Delivery', response)

    def get_erasure(
        self,
        id: str,
    ) -> Erasure:
        """The state of an erasure, which does not name the user."""
        response = self._call(
            "GET",
            f"/v1/erasures/{encoded(id)}",
        )
        return cast('Erasure', response)

    def delete_installation(
        self,
        installation_id: str,
    ) -> None:
        """Deletes an installation and cancels its queued deliveries."""
        self._call(
            "DELETE",
            f"/v1/installations/{encoded(installation_id)}",
        )
        return None

    def get_installation(
        self,
        installation_id: str,
    ) -> Installation:
        """One installation."""
        response = self._call(
            "GET",
            f"/v1/installations/{encoded(installation_id)}",
        )
        return cast('Installation', response)

    def put_installation(
        self,
        installation_id: str,
        body: NewInstallation,
    ) -> Installation:
        """Registers an installation."""
        response = self._call(
            "PUT",
            f"/v1/installations/{encoded(installation_id)}",
            body=body,
            content_type="application/json",
        )
        return cast('Installation', response)

    def revoke_key(
        self,
        id: str,
    ) -> APIKey:
        """Revokes an API key."""
        response = self._call(
            "DELETE",
            f"/v1/keys/{encoded(id)}",
        )
        return cast('APIKey', response)

    def delete_member(
        self,
        id: str,
    ) -> None:
        """Deletes a member, and ends the member's sessions."""
        self._call(
            "DELETE",
            f"/v1/members/{encoded(id)}",
        )
        return None

    def put_member(
        self,
        id: str,
        body: MemberChange,
    ) -> Member:
        """Changes the name and the role of a member."""
        response = self._call(
            "PUT",
            f"/v1/members/{encoded(id)}",
            body=body,
            content_type="application/json",
        )
        return cast('Member', response)

    def get_message(
        self,
        id: str,
        *,
        after: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> Message:
        """A message with its deliveries."""
        response = self._call(
            "GET",
            f"/v1/messages/{encoded(id)}",
            query={
                "after": after,
                "limit": limit,
            },
        )
        return cast('Message', response)

    def delete_sery(
        self,
        id: str,
    ) -> None:
        """Removes a repeated campaign. Campaigns that it has created stay as they are."""
        self._call(
            "DELETE",
            f"/v1/series/{encoded(id)}",
        )
        return None

    def get_sery(
        self,
        id: str,
    ) -> Series:
        """A repeated campaign."""
        response = self._call(
            "GET",
            f"/v1/series/{encoded(id)}",
        )
        return cast('Series', response)

    def delete_trigger(
        self,
        id: str,
    ) -> None:
        """Deletes a trigger."""
        self._call(
            "DELETE",
            f"/v1/triggers/{encoded(id)}",
        )
        return None

    def get_trigger(
        self,
        id: str,
    ) -> Trigger:
        """A trigger with its message."""
        response = self._call(
            "GET",
            f"/v1/triggers/{encoded(id)}",
        )
        return cast('Trigger', response)

    def erase_user(
        self,
        user: str,
        *,
        app: Optional[str] = None,
        final: Optional[bool] = None,
    ) -> Erasure:
        """Erases a user everywhere; 202 means that erasing continues."""
        response = self._call(
            "DELETE",
            f"/v1/users/{encoded(user)}",
            query={
                "app": app,
                "final": final,
            },
        )
        return cast('Erasure', response)

    def get_user(
        self,
        user: str,
        *,
        app: Optional[str] = None,
        after: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> User:
        """A user of an app, with a page of the installations."""
        response = self._call(
            "GET",
            f"/v1/users/{encoded(user)}",
            query={
                "app": app,
                "after": after,
                "limit": limit,
            },
        )
        return cast('User', response)

    def delete_webhook(
        self,
        id: str,
    ) -> None:
        """Deletes a webhook."""
        self._call(
            "DELETE",
            f"/v1/webhooks/{encoded(id)}",
        )
        return None

    def get_webhook(
        self,
        id: str,
    ) -> Webhook:
        """One webhook with its state."""
        response = self._call(
            "GET",
            f"/v1/webhooks/{encoded(id)}",
        )
        return cast('Webhook', response)

    def put_webhook(
        self,
        id: str,
        body: NewWebhook,
    ) -> Webhook:
        """Replaces the settings of a webhook."""
        response = self._call(
            "PUT",
            f"/v1/webhooks/{encoded(id)}",
            body=body,
            content_type="application/json",
        )
        return cast('Webhook', response)

    def list_attributes(
        self,
        bundle_id: str,
    ) -> AttributeList:
        """The attributes that an app declares."""
        response = self._call(
            "GET",
            f"/v1/apps/{encoded(bundle_id)}/attributes",
        )
        return cast('AttributeList', response)

    def rotate_client_key(
        self,
        bundle_id: str,
    ) -> App:
        """Creates a new client key; the previous one stays valid until another one is created."""
        response = self._call(
            "POST",
            f"/v1/apps/{encoded(bundle_id)}/client-key",
        )
        return cast('App', response)

    def put_credential(
        self,
        bundle_id: str,
        body: NewCredential,
    ) -> App:
        """Sets the key that signs the app's provider tokens, or the app's certificate."""
        response = self._call(
            "PUT",
            f"/v1/apps/{encoded(bundle_id)}/credential",
            body=body,
            content_type="application/json",
        )
        return cast('App', response)

    def list_dead_tokens(
        self,
        bundle_id: str,
        *,
        since: Optional[str] = None,
    ) -> DeadTokenReport:
        """Why tokens of an app are not used any more, or may be invalid."""
        response = self._call(
            "GET",
            f"/v1/apps/{encoded(bundle_id)}/dead-tokens",
            query={
                "since": since,
            },
        )
        return cast('DeadTokenReport', response)

    def delete_fcm(
        self,
        bundle_id: str,
    ) -> None:
        """Deletes the service account for FCM."""
        self._call(
            "DELETE",
            f"/v1/apps/{encoded(bundle_id)}/fcm",
        )
        return None

    def put_fcm(
        self,
        bundle_id: str,
        body: Dict[str, Any],
    ) -> FCMCredential:
        """Sets the service account for FCM: the key file that Google's console creates."""
        response = self._call(
            "PUT",
            f"/v1/apps/{encoded(bundle_id)}/fcm",
            body=body,
            content_type="application/json",
        )
        return cast('FCMCredential', response)

    def rotate_identity_secret(
        self,
        bundle_id: str,
    ) -> App:
        """Creates a new identity secret; only this response contains it."""
        response = self._call(
            "POST",
            f"/v1/apps/{encoded(bundle_id)}/identity-secret",
        )
        return cast('App', response)

    def export_installations(
        self,
        bundle_id: str,
        *,
        after: Optional[str] = None,
    ) -> str:
        """All installations of an app as lines for an import, with complete device tokens."""
        response = self._call(
            "GET",
            f"/v1/apps/{encoded(bundle_id)}/installations",
            query={
                "after": after,
            },
        )
        return cast('str', response)

    def get_permission_funnel(
        self,
        bundle_id: str,
    ) -> PermissionFunnel:
        """How many people were asked for permission, and what they decided."""
        response = self._call(
            "GET",
            f"/v1/apps/{encoded(bundle_id)}/permission-funnel",
        )
        return cast('PermissionFunnel', response)

    def get_policy(
        self,
        bundle_id: str,
    ) -> Policy:
        """The limits of an app's campaigns that do not state their own."""
        response = self._call(
            "GET",
            f"/v1/apps/{encoded(bundle_id)}/policy",
        )
        return cast('Policy', response)

    def put_policy(
        self,
        bundle_id: str,
        body: Policy,
    ) -> Policy:
        """Replaces the limits of an app's campaigns that do not state their own."""
        response = self._call(
            "PUT",
            f"/v1/apps/{encoded(bundle_id)}/policy",
            body=body,
            content_type="application/json",
        )
        return cast('Policy', response)

    def list_segments(
        self,
        bundle_id: str,
    ) -> SegmentList:
        """The segments of an app."""
        response = self._call(
            "GET",
            f"/v1/apps/{encoded(bundle_id)}/segments",
        )
        return cast('SegmentList', response)

    def get_shadow(
        self,
        bundle_id: str,
        *,
        since: Optional[str] = None,
    ) -> ShadowReport:
        """What the gateway would have sent for an app in shadow mode, and what differs."""
        response = self._call(
            "GET",
            f"/v1/apps/{encoded(bundle_id)}/shadow",
            query={
                "since": since,
            },
        )
        return cast('ShadowReport', response)

    def list_templates(
        self,
        bundle_id: str,
        *,
        after: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> TemplateList:
        """The templates of an app, by name."""
        response = self._call(
            "GET",
            f"/v1/apps/{encoded(bundle_id)}/templates",
            query={
                "after": after,
                "limit": limit,
            },
        )
        return cast('TemplateList', response)

    def each_templates(
        self,
        bundle_id: str,
        *,
        limit: Optional[int] = None,
    ) -> Iterator[Dict[str, Any]]:
        """The templates of an app, by name. Reads page after page."""
        return pages(
            "templates",
            lambda after: self.list_templates(bundle_id, limit=limit, after=after),
        )

    def list_topics(
        self,
        bundle_id: str,
    ) -> TopicList:
        """The topics of an app."""
        response = self._call(
            "GET",
            f"/v1/apps/{encoded(bundle_id)}/topics",
        )
        return cast('TopicList', response)

    def get_urgency_report(
        self,
        bundle_id: str,
        *,
        days: Optional[int] = None,
    ) -> UrgencyReport:
        """How many of the notifications of an app were time-sensitive."""
        response = self._call(
            "GET",
            f"/v1/apps/{encoded(bundle_id)}/urgency-report",
            query={
                "days": days,
            },
        )
        return cast('UrgencyReport', response)

    def delete_web_push(
        self,
        bundle_id: str,
    ) -> None:
        """Deletes the VAPID key for Web Push."""
        self._call(
            "DELETE",
            f"/v1/apps/{encoded(bundle_id)}/web-push",
        )
        return None

    def put_web_push(
        self,
        bundle_id: str,
        body: NewWebPushCredential,
    ) -> WebPushCredential:
        """Sets the VAPID key for Web Push; without private_key, the key is kept or created."""
        response = self._call(
            "PUT",
            f"/v1/apps/{encoded(bundle_id)}/web-push",
            body=body,
            content_type="application/json",
        )
        return cast('WebPushCredential', response)

    def approve_campaign(
        self,
        id: str,
        body: CampaignApprovalRequest,
    ) -> Campaign:
        """Approves a campaign as the second person; the body has the hash of what you reviewed."""
        response = self._call(
            "POST",
            f"/v1/campaigns/{encoded(id)}/approve",
            body=body,
            content_type="application/json",
        )
        return cast('Campaign', response)

    def cancel_campaign(
        self,
        id: str,
    ) -> Campaign:
        """Cancels a campaign."""
        response = self._call(
            "POST",
            f"/v1/campaigns/{encoded(id)}/cancel",
        )
        return cast('Campaign', response)

    def get_definition(
        self,
        id: str,
    ) -> CampaignDefinition:
        """The request from which a campaign was made, and its messages as they are stored."""
        response = self._call(
            "GET",
            f"/v1/campaigns/{encoded(id)}/definition",
        )
        return cast('CampaignDefinition', response)

    def list_campaign_deliveries(
        self,
        id: str,
        *,
        outcome: Optional[Literal['accepted', 'rejected', 'expired', 'suppressed', 'cancelled', 'retrying']] = None,
        reason: Optional[str] = None,
        format: Optional[Literal['json', 'jsonl', 'csv']] = None,
        after: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> CampaignDeliveryList:
        """The outcome of a campaign for each installation."""
        response = self._call(
            "GET",
            f"/v1/campaigns/{encoded(id)}/deliveries",
            query={
                "outcome": outcome,
                "reason": reason,
                "format": format,
                "after": after,
                "limit": limit,
            },
        )
        return cast('CampaignDeliveryList', response)

    def each_campaign_deliveries(
        self,
        id: str,
        *,
        outcome: Optional[Literal['accepted', 'rejected', 'expired', 'suppressed', 'cancelled', 'retrying']] = None,
        reason: Optional[str] = None,
        format: Optional[Literal['json', 'jsonl', 'csv']] = None,
        limit: Optional[int] = None,
    ) -> Iterator[Dict[str, Any]]:
        """The outcome of a campaign for each installation. Reads page after page."""
        return pages(
            "deliveries",
            lambda after: self.list_campaign_deliveries(id, outcome=outcome, reason=reason, format=format, limit=limit, after=after),
        )

    def pause_campaign(
        self,
        id: str,
    ) -> Campaign:
        """Pauses a campaign."""
        response = self._call(
            "POST",
            f"/v1/campaigns/{encoded(id)}/pause",
        )
        return cast('Campaign', response)

    def list_receipts(
        self,
        id: str,
        *,
        after: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> ReceiptList:
        """What apps have reported about a campaign."""
        response = self._call(
            "GET",
            f"/v1/campaigns/{encoded(id)}/receipts",
            query={
                "after": after,
                "limit": limit,
            },
        )
        return cast('ReceiptList', response)

    def each_receipts(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
    ) -> Iterator[Dict[str, Any]]:
        """What apps have reported about a campaign. Reads page after page."""
        return pages(
            "receipts",
            lambda after: self.list_receipts(id, limit=limit, after=after),
        )

    def refuse_campaign(
        self,
        id: str,
        body: CampaignRefusalRequest,
    ) -> Campaign:
        """Refuses a campaign that waits for a second person; it becomes a draft again."""
        response = self._call(
            "POST",
            f"/v1/campaigns/{encoded(id)}/refuse",
            body=body,
            content_type="application/json",
        )
        return cast('Campaign', response)

    def get_report(
        self,
        id: str,
    ) -> CampaignReport:
        """The progress of a campaign, with an explanation of its numbers."""
        response = self._call(
            "GET",
            f"/v1/campaigns/{encoded(id)}/report",
        )
        return cast('CampaignReport', response)

    def resume_campaign(
        self,
        id: str,
    ) -> Campaign:
        """Resumes a campaign that was paused or stopped."""
        response = self._call(
            "POST",
            f"/v1/campaigns/{encoded(id)}/resume",
        )
        return cast('Campaign', response)

    def schedule_campaign(
        self,
        id: str,
        body: Optional[CampaignTime] = None,
    ) -> Campaign:
        """Schedules a draft, or gives a scheduled campaign another time."""
        response = self._call(
            "POST",
            f"/v1/campaigns/{encoded(id)}/schedule",
            body=body,
            content_type="application/json",
        )
        return cast('Campaign', response)

    def start_draft(
        self,
        id: str,
        body: Optional[CampaignStart] = None,
    ) -> Campaign:
        """Starts a draft, or a scheduled campaign, at once."""
        response = self._call(
            "POST",
            f"/v1/campaigns/{encoded(id)}/start",
            body=body,
            content_type="application/json",
        )
        return cast('Campaign', response)

    def create_broadcast(
        self,
        channel: str,
        body: Dict[str, Any],
        *,
        app: Optional[str] = None,
        environment: Optional[Literal['sandbox', 'production']] = None,
        priority: Optional[Literal['1', '5', '10']] = None,
        expires_in: Optional[int] = None,
    ) -> Broadcast:
        """Changes the Live Activities that follow a channel."""
        response = self._call(
            "POST",
            f"/v1/channels/{encoded(channel)}/broadcasts",
            query={
                "app": app,
                "environment": environment,
                "priority": priority,
                "expires_in": expires_in,
            },
            body=body,
            content_type="application/json",
        )
        return cast('Broadcast', response)

    def put_attributes(
        self,
        installation_id: str,
        body: AttributeChanges,
    ) -> Installation:
        """Changes values of attributes; null removes a value."""
        response = self._call(
            "PUT",
            f"/v1/installations/{encoded(installation_id)}/attributes",
            body=body,
            content_type="application/json",
        )
        return cast('Installation', response)

    def put_badge(
        self,
        installation_id: str,
        body: Badge,
    ) -> Installation:
        """Sets the badge number that the gateway counts for an installation."""
        response = self._call(
            "PUT",
            f"/v1/installations/{encoded(installation_id)}/badge",
            body=body,
            content_type="application/json",
        )
        return cast('Installation', response)

    def get_consent(
        self,
        installation_id: str,
        *,
        after: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> ConsentList:
        """The decisions of an installation about topics, oldest first."""
        response = self._call(
            "GET",
            f"/v1/installations/{encoded(installation_id)}/consent",
            query={
                "after": after,
                "limit": limit,
            },
        )
        return cast('ConsentList', response)

    def get_history(
        self,
        installation_id: str,
        *,
        after: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> History:
        """What happened to an installation, newest first."""
        response = self._call(
            "GET",
            f"/v1/installations/{encoded(installation_id)}/history",
            query={
                "after": after,
                "limit": limit,
            },
        )
        return cast('History', response)

    def send_to_installation(
        self,
        installation_id: str,
        body: MessageBody,
        *,
        template: Optional[str] = None,
        app: Optional[str] = None,
        push_type: Optional[Literal['alert', 'background', 'voip', 'complication', 'fileprovider', 'mdm', 'location', 'liveactivity', 'pushtotalk', 'widgets', 'controls']] = None,
        lane: Optional[Literal['otp', 'transactional', 'live', 'bulk', 'background']] = None,
        priority: Optional[Literal['1', '5', '10']] = None,
        collapse_id: Optional[str] = None,
        expires_in: Optional[int] = None,
        topic: Optional[str] = None,
        environment: Optional[Literal['sandbox', 'production']] = None,
        activity: Optional[str] = None,
        attributes_type: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> Message:
        """Sends a message to an installation; the response means that it is stored."""
        response = self._call(
            "POST",
            f"/v1/installations/{encoded(installation_id)}/messages",
            query={
                "template": template,
                "app": app,
                "push_type": push_type,
                "lane": lane,
                "priority": priority,
                "collapse_id": collapse_id,
                "expires_in": expires_in,
                "topic": topic,
                "environment": environment,
                "activity": activity,
                "attributes_type": attributes_type,
            },
            body=body,
            content_type="application/json",
            idempotency_key=idempotency_key,
            is_idempotent=True,
        )
        return cast('Message', response)

    def link_member(
        self,
        id: str,
    ) -> Member:
        """Makes a link with which a member chooses a new password."""
        response = self._call(
            "POST",
            f"/v1/members/{encoded(id)}/link",
        )
        return cast('Member', response)

    def reset_member(
        self,
        id: str,
    ) -> Member:
        """Ends a member's sessions, removes password, identity and links, and makes a new link."""
        response = self._call(
            "POST",
            f"/v1/members/{encoded(id)}/reset",
        )
        return cast('Member', response)

    def list_message_receipts(
        self,
        id: str,
        *,
        after: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> ReceiptList:
        """What apps have reported about a message."""
        response = self._call(
            "GET",
            f"/v1/messages/{encoded(id)}/receipts",
            query={
                "after": after,
                "limit": limit,
            },
        )
        return cast('ReceiptList', response)

    def each_message_receipts(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
    ) -> Iterator[Dict[str, Any]]:
        """What apps have reported about a message. Reads page after page."""
        return pages(
            "receipts",
            lambda after: self.list_message_receipts(id, limit=limit, after=after),
        )

    def stop_sery(
        self,
        id: str,
    ) -> Series:
        """Ends a repeated campaign. Campaigns that it has created stay as they are."""
        response = self._call(
            "POST",
            f"/v1/series/{encoded(id)}/stop",
        )
        return cast('Series', response)

    def send_to_token(
        self,
        hex: str,
        body: MessageBody,
        *,
        template: Optional[str] = None,
        app: Optional[str] = None,
        push_type: Optional[Literal['alert', 'background', 'voip', 'complication', 'fileprovider', 'mdm', 'location', 'liveactivity', 'pushtotalk', 'widgets', 'controls']] = None,
        lane: Optional[Literal['otp', 'transactional', 'live', 'bulk', 'background']] = None,
        priority: Optional[Literal['1', '5', '10']] = None,
        collapse_id: Optional[str] = None,
        expires_in: Optional[int] = None,
        topic: Optional[str] = None,
        environment: Optional[Literal['sandbox', 'production']] = None,
        activity: Optional[str] = None,
        attributes_type: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> Message:
        """Sends a message to a device token; the response means that it is stored."""
        response = self._call(
            "POST",
            f"/v1/tokens/{encoded(hex)}/messages",
            query={
                "template": template,
                "app": app,
                "push_type": push_type,
                "lane": lane,
                "priority": priority,
                "collapse_id": collapse_id,
                "expires_in": expires_in,
                "topic": topic,
                "environment": environment,
                "activity": activity,
                "attributes_type": attributes_type,
            },
            body=body,
            content_type="application/json",
            idempotency_key=idempotency_key,
            is_idempotent=True,
        )
        return cast('Message', response)

    def get_user_consent(
        self,
        user: str,
        *,
        app: Optional[str] = None,
        after: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> ConsentList:
        """The decisions of a user about topics, oldest first."""
        response = self._call(
            "GET",
            f"/v1/users/{encoded(user)}/consent",
            query={
                "app": app,
                "after": after,
                "limit": limit,
            },
        )
        return cast('ConsentList', response)

    def export_user(
        self,
        user: str,
        *,
        app: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Everything that is stored about a user."""
        response = self._call(
            "GET",
            f"/v1/users/{encoded(user)}/export",
            query={
                "app": app,
            },
        )
        return cast('Dict[str, Any]', response)

    def merge_user(
        self,
        user: str,
        body: NewMerge,
        *,
        app: Optional[str] = None,
    ) -> Merge:
        """Gives a user an anonymous installation, or all data of another user."""
        response = self._call(
            "POST",
            f"/v1/users/{encoded(user)}/merge",
            query={
                "app": app,
            },
            body=body,
            content_type="application/json",
        )
        return cast('Merge', response)

    def send_to_user(
        self,
        user: str,
        body: MessageBody,
        *,
        template: Optional[str] = None,
        app: Optional[str] = None,
        push_type: Optional[Literal['alert', 'background', 'voip', 'complication', 'fileprovider', 'mdm', 'location', 'liveactivity', 'pushtotalk', 'widgets', 'controls']] = None,
        lane: Optional[Literal['otp', 'transactional', 'live', 'bulk', 'background']] = None,
        priority: Optional[Literal['1', '5', '10']] = None,
        collapse_id: Optional[str] = None,
        expires_in: Optional[int] = None,
        topic: Optional[str] = None,
        environment: Optional[Literal['sandbox', 'production']] = None,
        activity: Optional[str] = None,
        attributes_type: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> Message:
        """Sends a message to all installations of a user; the response means that it is stored."""
        response = self._call(
            "POST",
            f"/v1/users/{encoded(user)}/messages",
            query={
                "template": template,
                "app": app,
                "push_type": push_type,
                "lane": lane,
                "priority": priority,
                "collapse_id": collapse_id,
                "expires_in": expires_in,
                "topic": topic,
                "environment": environment,
                "activity": activity,
                "attributes_type": attributes_type,
            },
            body=body,
            content_type="application/json",
            idempotency_key=idempotency_key,
            is_idempotent=True,
        )
        return cast('Message', response)

    def list_attempts(
        self,
        id: str,
    ) -> WebhookAttemptList:
        """The newest attempts to send events, newest first."""
        response = self._call(
            "GET",
            f"/v1/webhooks/{encoded(id)}/attempts",
        )
        return cast('WebhookAttemptList', response)

    def replay_webhook(
        self,
        id: str,
        body: WebhookReplay,
    ) -> Webhook:
        """Sends events again, after a cursor or since a time."""
        response = self._call(
            "POST",
            f"/v1/webhooks/{encoded(id)}/replay",
            body=body,
            content_type="application/json",
        )
        return cast('Webhook', response)

    def rotate_webhook_secret(
        self,
        id: str,
        body: Optional[WebhookRotation] = None,
    ) -> Webhook:
        """Makes a new secret; requests are also signed with the previous one for some time."""
        response = self._call(
            "POST",
            f"/v1/webhooks/{encoded(id)}/secret",
            body=body,
            content_type="application/json",
        )
        return cast('Webhook', response)

    def test_webhook(
        self,
        id: str,
    ) -> WebhookAttempt:
        """Sends a test event at once, and returns the result."""
        response = self._call(
            "POST",
            f"/v1/webhooks/{encoded(id)}/test",
        )
        return cast('WebhookAttempt', response)

    def put_attribute(
        self,
        bundle_id: str,
        name: str,
        body: NewAttribute,
    ) -> Attribute:
        """Declares an attribute."""
        response = self._call(
            "PUT",
            f"/v1/apps/{encoded(bundle_id)}/attributes/{encoded(name)}",
            body=body,
            content_type="application/json",
        )
        return cast('Attribute', response)

    def count_audience(
        self,
        bundle_id: str,
        body: Audience,
    ) -> AudienceCount:
        """The number of installations that match a filter or a segment."""
        response = self._call(
            "POST",
            f"/v1/apps/{encoded(bundle_id)}/audience/count",
            body=body,
            content_type="application/json",
        )
        return cast('AudienceCount', response)

    def delete_segment(
        self,
        bundle_id: str,
        name: str,
    ) -> None:
        """Deletes a segment."""
        self._call(
            "DELETE",
            f"/v1/apps/{encoded(bundle_id)}/segments/{encoded(name)}",
        )
        return None

    def get_segment(
        self,
        bundle_id: str,
        name: str,
    ) -> Segment:
        """One segment."""
        response = self._call(
            "GET",
            f"/v1/apps/{encoded(bundle_id)}/segments/{encoded(name)}",
        )
        return cast('Segment', response)

    def put_segment(
        self,
        bundle_id: str,
        name: str,
        body: NewSegment,
    ) -> Segment:
        """Stores a filter as a segment."""
        response = self._call(
            "PUT",
            f"/v1/apps/{encoded(bundle_id)}/segments/{encoded(name)}",
            body=body,
            content_type="application/json",
        )
        return cast('Segment', response)

    def delete_template(
        self,
        bundle_id: str,
        name: str,
    ) -> None:
        """Archives a template; campaigns that were started with it continue."""
        self._call(
            "DELETE",
            f"/v1/apps/{encoded(bundle_id)}/templates/{encoded(name)}",
        )
        return None

    def get_template(
        self,
        bundle_id: str,
        name: str,
        *,
        version: Optional[int] = None,
    ) -> Template:
        """A version of a template."""
        response = self._call(
            "GET",
            f"/v1/apps/{encoded(bundle_id)}/templates/{encoded(name)}",
            query={
                "version": version,
            },
        )
        return cast('Template', response)

    def put_template(
        self,
        bundle_id: str,
        name: str,
        body: NewTemplate,
    ) -> Template:
        """Stores a template; changed content becomes the next version."""
        response = self._call(
            "PUT",
            f"/v1/apps/{encoded(bundle_id)}/templates/{encoded(name)}",
            body=body,
            content_type="application/json",
        )
        return cast('Template', response)

    def delete_topic(
        self,
        bundle_id: str,
        topic: str,
    ) -> None:
        """Deletes a topic with its subscriptions; the history stays."""
        self._call(
            "DELETE",
            f"/v1/apps/{encoded(bundle_id)}/topics/{encoded(topic)}",
        )
        return None

    def put_topic(
        self,
        bundle_id: str,
        topic: str,
        body: NewTopic,
    ) -> Topic:
        """Declares a topic, or changes its title."""
        response = self._call(
            "PUT",
            f"/v1/apps/{encoded(bundle_id)}/topics/{encoded(topic)}",
            body=body,
            content_type="application/json",
        )
        return cast('Topic', response)

    def delete_tag(
        self,
        installation_id: str,
        tag: str,
    ) -> Installation:
        """Removes a tag from an installation."""
        response = self._call(
            "DELETE",
            f"/v1/installations/{encoded(installation_id)}/tags/{encoded(tag)}",
        )
        return cast('Installation', response)

    def put_tag(
        self,
        installation_id: str,
        tag: str,
    ) -> Installation:
        """Adds a tag to an installation."""
        response = self._call(
            "PUT",
            f"/v1/installations/{encoded(installation_id)}/tags/{encoded(tag)}",
        )
        return cast('Installation', response)

    def put_installation_topic(
        self,
        installation_id: str,
        topic: str,
        body: TopicDecision,
    ) -> TopicStateList:
        """Subscribes an installation to a topic, or ends the subscription."""
        response = self._call(
            "PUT",
            f"/v1/installations/{encoded(installation_id)}/topics/{encoded(topic)}",
            body=body,
            content_type="application/json",
        )
        return cast('TopicStateList', response)

    def delete_alias(
        self,
        user: str,
        label: str,
        *,
        app: Optional[str] = None,
    ) -> None:
        """Removes an alias from a user."""
        self._call(
            "DELETE",
            f"/v1/users/{encoded(user)}/aliases/{encoded(label)}",
            query={
                "app": app,
            },
        )
        return None

    def put_alias(
        self,
        user: str,
        label: str,
        body: NewAlias,
        *,
        app: Optional[str] = None,
    ) -> Alias:
        """Gives a user an alias."""
        response = self._call(
            "PUT",
            f"/v1/users/{encoded(user)}/aliases/{encoded(label)}",
            query={
                "app": app,
            },
            body=body,
            content_type="application/json",
        )
        return cast('Alias', response)

    def put_user_topic(
        self,
        user: str,
        topic: str,
        body: TopicDecision,
        *,
        app: Optional[str] = None,
    ) -> User:
        """Subscribes all installations of a user to a topic, or ends their subscriptions."""
        response = self._call(
            "PUT",
            f"/v1/users/{encoded(user)}/topics/{encoded(topic)}",
            query={
                "app": app,
            },
            body=body,
            content_type="application/json",
        )
        return cast('User', response)

    def preview_template(
        self,
        bundle_id: str,
        name: str,
        body: Optional[TemplatePreviewRequest] = None,
    ) -> TemplatePreview:
        """The payload that a recipient gets, its size, and findings about it."""
        response = self._call(
            "POST",
            f"/v1/apps/{encoded(bundle_id)}/templates/{encoded(name)}/preview",
            body=body,
            content_type="application/json",
        )
        return cast('TemplatePreview', response)

    def list_versions(
        self,
        bundle_id: str,
        name: str,
    ) -> TemplateVersionList:
        """The versions of a template, newest first."""
        response = self._call(
            "GET",
            f"/v1/apps/{encoded(bundle_id)}/templates/{encoded(name)}/versions",
        )
        return cast('TemplateVersionList', response)
