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
        "revoked_at": str,
        "scopes": List[Literal['all', 'apps:read', 'apps:write', 'installations:read', 'installations:write', 'messages:read', 'messages:write', 'campaigns:read', 'campaigns:write', 'keys:read', 'keys:write', 'metrics:read']],
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
App = TypedDict(
    "App",
    {
        "bundle_id": str,
        "client_key": str,
        "credential": "Credential",
        "identity_secret": str,
        "locked": List[Literal['credential', 'identity_secret']],
        "name": str,
        "user_proof": Literal['required', 'off'],
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
Campaign = TypedDict(
    "Campaign",
    {
        "app": str,
        "audience": str,
        "held_reason": str,
        "id": str,
        "reasons": List[Dict[str, Any]],
        "state": str,
        "stop_reason": str,
        "totals": Dict[str, Any],
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
Credential = TypedDict(
    "Credential",
    {
        "fingerprint": str,
        "key_id": str,
        "team_id": str,
        "updated_at": str,
    },
    total=False,
)
Delivery = TypedDict(
    "Delivery",
    {
        "apns_id": str,
        "attempts": int,
        "campaign": str,
        "environment": Literal['sandbox', 'production'],
        "id": str,
        "installation": str,
        "message": str,
        "reason": str,
        "state": Literal['queued', 'sending', 'accepted', 'rejected', 'expired', 'cancelled', 'suppressed'],
        "status": int,
        "token": str,
        "updated_at": str,
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
MessageBody = TypedDict(
    "MessageBody",
    {
        "aps": Dict[str, Any],
        "badge": int,
        "body": str,
        "category": str,
        "collapse_id": str,
        "data": Dict[str, Any],
        "expires_at": str,
        "expires_in": int,
        "lane": Literal['otp', 'transactional', 'live', 'bulk', 'background'],
        "level": str,
        "priority": int,
        "push_type": str,
        "subtitle": str,
        "thread_id": str,
        "title": str,
        "url": str,
    },
    total=False,
)
NewAPIKey = TypedDict(
    "NewAPIKey",
    {
        "apps": Union[List[str], None],
        "name": str,
        "scopes": List[Literal['all', 'apps:read', 'apps:write', 'installations:read', 'installations:write', 'messages:read', 'messages:write', 'campaigns:read', 'campaigns:write', 'keys:read', 'keys:write', 'metrics:read']],
    },
    total=False,
)
NewApp = TypedDict(
    "NewApp",
    {
        "name": str,
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
NewCredential = TypedDict(
    "NewCredential",
    {
        "key_id": str,
        "p8": str,
        "team_id": str,
    },
    total=False,
)
NewInstallation = TypedDict(
    "NewInstallation",
    {
        "app": str,
        "app_version": Union[str, None],
        "environment": Literal['sandbox', 'production'],
        "family": Union[Literal['app', 'voip', 'complication', 'fileProvider', 'mdm', 'location', 'liveActivity', 'liveActivityStart', 'pushToTalk', 'widgets', 'controls'], None],
        "locale": Union[str, None],
        "system_version": Union[str, None],
        "time_zone": Union[str, None],
        "token": str,
        "user": Union[str, None],
    },
    total=False,
)
NewSegment = TypedDict(
    "NewSegment",
    {
        "filter": str,
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
Problem = TypedDict(
    "Problem",
    {
        "code": Literal['bad_json', 'bad_query', 'key_missing', 'key_unknown', 'key_revoked', 'scope_missing', 'key_of_other_app', 'api_key_not_found', 'too_many_keys', 'installation_secret_missing', 'installation_secret_wrong', 'client_key_of_other_app', 'user_proof_missing', 'user_proof_wrong', 'host_repeated', 'host_not_allowed', 'origin_not_allowed', 'route_not_found', 'app_not_found', 'installation_not_found', 'message_not_found', 'delivery_not_found', 'campaign_not_found', 'campaign_state', 'bad_filter', 'filter_not_indexed', 'segment_not_found', 'attribute_of_other_type', 'too_many_entries', 'problem_not_found', 'no_device', 'method_not_allowed', 'installation_of_other_app', 'no_credential', 'body_too_large', 'content_type_not_supported', 'unknown_key', 'bad_value', 'value_missing', 'empty_message', 'payload_too_large', 'app_needed', 'environment_needed', 'bad_provider_key', 'too_many_deliveries', 'idempotency_key_reused', 'too_many_calls', 'internal_error', 'storage_unavailable', 'secrets_locked'],
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
Token = TypedDict(
    "Token",
    {
        "activity": str,
        "attributes_type": str,
        "environment": Literal['sandbox', 'production'],
        "family": Literal['app', 'voip', 'complication', 'fileProvider', 'mdm', 'location', 'liveActivity', 'liveActivityStart', 'pushToTalk', 'widgets', 'controls'],
        "reason": str,
        "registered_at": str,
        "state": Literal['active', 'suspect', 'dead', 'replaced', 'removed'],
        "token": str,
    },
    total=False,
)


class Operations(Connection):
    """One method for each operation of the gateway's API."""

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
        """Whether clients should send messages to this gateway."""
        response = self._call(
            "GET",
            "/health/ready",
        )
        return cast('Health', response)

    def metrics(
        self,
    ) -> str:
        """The metrics, for Prometheus."""
        response = self._call(
            "GET",
            "/metrics",
        )
        return cast('str', response)

    def list_apps(
        self,
    ) -> AppList:
        """The apps."""
        response = self._call(
            "GET",
            "/v1/apps",
        )
        return cast('AppList', response)

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
        """The number of installations in a filter or in a segment."""
        response = self._call(
            "POST",
            f"/v1/apps/{encoded(bundle_id)}/audience/count",
            body=body,
            content_type="application/json",
        )
        return cast('AudienceCount', response)

    def rotate_client_key(
        self,
        bundle_id: str,
    ) -> App:
        """Creates a new client key; the previous one stays valid until the next is created."""
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
        """Sets the key that signs for an app."""
        response = self._call(
            "PUT",
            f"/v1/apps/{encoded(bundle_id)}/credential",
            body=body,
            content_type="application/json",
        )
        return cast('App', response)

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
        body: MessageBody,
        *,
        audience: Optional[str] = None,
        audience_filter: Optional[str] = None,
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
        """Starts a campaign: one message to many installations."""
        response = self._call(
            "POST",
            "/v1/campaigns",
            query={
                "audience": audience,
                "audience_filter": audience_filter,
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

    def list_installations(
        self,
        *,
        user: Optional[str] = None,
        app: Optional[str] = None,
        after: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> InstallationList:
        """Installations, by user or by app."""
        response = self._call(
            "GET",
            "/v1/installations",
            query={
                "user": user,
                "app": app,
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
        limit: Optional[int] = None,
    ) -> Iterator[Installation]:
        """Installations, by user or by app. Reads page after page."""
        return pages(
            "installations",
            lambda after: self.list_installations(user=user, app=app, limit=limit, after=after),
        )

    def import_installations(
        self,
        body: Union[str, bytes],
    ) -> ImportReport:
        """Registers many installations: a JSON object in each line, the identifier in id."""
        response = self._call(
            "POST",
            "/v1/installations",
            body=body,
            content_type="application/x-ndjson",
        )
        return cast('ImportReport', response)

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

    def send_to_installation(
        self,
        installation_id: str,
        body: MessageBody,
        *,
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

    def send_to_token(
        self,
        hex: str,
        body: MessageBody,
        *,
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

    def send_to_user(
        self,
        user: str,
        body: MessageBody,
        *,
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
