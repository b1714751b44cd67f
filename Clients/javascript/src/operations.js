// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0
// The operations of the gateway. scripts/gateway-clients.py writes this file.

import { Connection, pages } from './http.js';

export class Operations extends Connection {
  /** The metrics, for Prometheus. */
  metrics() {
    return this.call('GET', '/metrics', {
    });
  }

  /** Whether the process works; restart it if not. */
  liveness() {
    return this.call('GET', '/health/live', {
    });
  }

  /** Whether the gateway is ready for messages, and the condition of each of its parts. */
  readiness() {
    return this.call('GET', '/health/ready', {
    });
  }

  /** The apps. */
  listApps() {
    return this.call('GET', '/v1/apps', {
    });
  }

  /** The audit log: who changed what, newest first. */
  getAudit(options = {}) {
    return this.call('GET', '/v1/audit', {
      query: {
        app: options.app,
        key: options.key,
        action: options.action,
        after: options.after,
        limit: options.limit,
      },
    });
  }

  /** The campaigns, newest first. */
  listCampaigns(options = {}) {
    return this.call('GET', '/v1/campaigns', {
      query: {
        app: options.app,
        after: options.after,
        limit: options.limit,
      },
    });
  }

  /** The campaigns, newest first. Reads page after page. */
  eachCampaigns(options = {}) {
    return pages('campaigns', (after) => this.listCampaigns({ ...options, after }));
  }

  /** Creates a campaign: one message to many installations, now or at a later time. */
  startCampaign(body, options = {}) {
    return this.call('POST', '/v1/campaigns', {
      query: {
        audience: options.audience,
        audience_filter: options.audienceFilter,
        channel: options.channel,
        template: options.template,
        app: options.app,
        push_type: options.pushType,
        lane: options.lane,
        priority: options.priority,
        collapse_id: options.collapseId,
        expires_in: options.expiresIn,
        topic: options.topic,
        environment: options.environment,
        activity: options.activity,
        attributes_type: options.attributesType,
      },
      body,
      contentType: 'application/json',
      idempotencyKey: options.idempotencyKey,
      isIdempotent: true,
    });
  }

  /** The channels of an app, as APNs lists them. */
  listChannels(options = {}) {
    return this.call('GET', '/v1/channels', {
      query: {
        app: options.app,
        environment: options.environment,
      },
    });
  }

  /** Creates a channel with the app's credential. */
  createChannel(body, options = {}) {
    return this.call('POST', '/v1/channels', {
      query: {
        app: options.app,
        environment: options.environment,
      },
      body,
      contentType: 'application/json',
    });
  }

  /** The deliveries of messages, newest first. */
  listDeliveries(options = {}) {
    return this.call('GET', '/v1/deliveries', {
      query: {
        app: options.app,
        user: options.user,
        installation: options.installation,
        state: options.state,
        reason: options.reason,
        status: options.status,
        since: options.since,
        apns_unique_id: options.apnsUniqueId,
        after: options.after,
        limit: options.limit,
      },
    });
  }

  /** The deliveries of messages, newest first. Reads page after page. */
  eachDeliveries(options = {}) {
    return pages('deliveries', (after) => this.listDeliveries({ ...options, after }));
  }

  /** Reports an event of a user; each trigger sends its message at most once. */
  createEvent(body) {
    return this.call('POST', '/v1/events', {
      body,
      contentType: 'application/json',
    });
  }

  /** What APNs and a phone do with a payload in each given state; sends nothing. */
  explain(body) {
    return this.call('POST', '/v1/explain', {
      body,
      contentType: 'application/json',
    });
  }

  /** Installations, by user, by app or by a filter. */
  listInstallations(options = {}) {
    return this.call('GET', '/v1/installations', {
      query: {
        user: options.user,
        app: options.app,
        filter: options.filter,
        after: options.after,
        limit: options.limit,
      },
    });
  }

  /** Installations, by user, by app or by a filter. Reads page after page. */
  eachInstallations(options = {}) {
    return pages('installations', (after) => this.listInstallations({ ...options, after }));
  }

  /** Registers many installations: a JSON object in each line, with its identifier in id. */
  importInstallations(body, options = {}) {
    return this.call('POST', '/v1/installations', {
      query: {
        dry_run: options.dryRun,
      },
      body,
      contentType: 'application/x-ndjson',
    });
  }

  /** The API keys. */
  listKeys() {
    return this.call('GET', '/v1/keys', {
    });
  }

  /** Creates an API key; only this response contains the whole key. */
  createKey(body) {
    return this.call('POST', '/v1/keys', {
      body,
      contentType: 'application/json',
    });
  }

  /** The findings of lint about a payload and its headers, with fixes; sends nothing. */
  lint(body) {
    return this.call('POST', '/v1/lint', {
      body,
      contentType: 'application/json',
    });
  }

  /** The members of the console, the oldest first. */
  listMembers() {
    return this.call('GET', '/v1/members', {
    });
  }

  /** Creates a member, who chooses a password with the link in the response. */
  createMember(body) {
    return this.call('POST', '/v1/members', {
      body,
      contentType: 'application/json',
    });
  }

  /** The messages, newest first. */
  listMessages(options = {}) {
    return this.call('GET', '/v1/messages', {
      query: {
        app: options.app,
        user: options.user,
        installation: options.installation,
        state: options.state,
        reason: options.reason,
        status: options.status,
        since: options.since,
        apns_unique_id: options.apnsUniqueId,
        after: options.after,
        limit: options.limit,
      },
    });
  }

  /** The messages, newest first. Reads page after page. */
  eachMessages(options = {}) {
    return pages('messages', (after) => this.listMessages({ ...options, after }));
  }

  /** What APNs accepts for each push type. */
  listPushTypes() {
    return this.call('GET', '/v1/push-types', {
    });
  }

  /** The repeated campaigns. */
  listSeries() {
    return this.call('GET', '/v1/series', {
    });
  }

  /** Repeats a campaign at a local time, daily, weekly or monthly. */
  createSery(body, options = {}) {
    return this.call('POST', '/v1/series', {
      query: {
        audience: options.audience,
        audience_filter: options.audienceFilter,
        channel: options.channel,
        template: options.template,
        app: options.app,
        push_type: options.pushType,
        lane: options.lane,
        priority: options.priority,
        collapse_id: options.collapseId,
        expires_in: options.expiresIn,
        topic: options.topic,
        environment: options.environment,
        activity: options.activity,
        attributes_type: options.attributesType,
      },
      body,
      contentType: 'application/json',
      idempotencyKey: options.idempotencyKey,
      isIdempotent: true,
    });
  }

  /** Sends one push to a device token at once, and returns the response of APNs. */
  sendTestPush(body) {
    return this.call('POST', '/v1/test-pushes', {
      body,
      contentType: 'application/json',
    });
  }

  /** The messages that are sent when events are reported. */
  listTriggers() {
    return this.call('GET', '/v1/triggers', {
    });
  }

  /** Stores a message that a user gets when an event is reported. */
  createTrigger(body, options = {}) {
    return this.call('POST', '/v1/triggers', {
      body,
      contentType: 'application/json',
      idempotencyKey: options.idempotencyKey,
      isIdempotent: true,
    });
  }

  /** The webhooks, the oldest first. */
  listWebhooks() {
    return this.call('GET', '/v1/webhooks', {
    });
  }

  /** Creates a webhook; only this response and responses to rotations contain a secret. */
  createWebhook(body) {
    return this.call('POST', '/v1/webhooks', {
      body,
      contentType: 'application/json',
    });
  }

  /** One app. */
  getApp(bundleId) {
    return this.call('GET', `/v1/apps/${encodeURIComponent(bundleId)}`, {
    });
  }

  /** Creates or changes an app. */
  putApp(bundleId, body) {
    return this.call('PUT', `/v1/apps/${encodeURIComponent(bundleId)}`, {
      body,
      contentType: 'application/json',
    });
  }

  /** What a campaign would do: counts, reasons, times and messages; sends nothing. */
  previewCampaign(body, options = {}) {
    return this.call('POST', '/v1/campaigns/preview', {
      query: {
        audience: options.audience,
        audience_filter: options.audienceFilter,
        channel: options.channel,
        template: options.template,
        app: options.app,
        push_type: options.pushType,
        lane: options.lane,
        priority: options.priority,
        collapse_id: options.collapseId,
        expires_in: options.expiresIn,
        topic: options.topic,
        environment: options.environment,
        activity: options.activity,
        attributes_type: options.attributesType,
      },
      body,
      contentType: 'application/json',
    });
  }

  /** Deletes a draft. */
  deleteCampaign(id) {
    return this.call('DELETE', `/v1/campaigns/${encodeURIComponent(id)}`, {
    });
  }

  /** A campaign with its totals. */
  getCampaign(id) {
    return this.call('GET', `/v1/campaigns/${encodeURIComponent(id)}`, {
    });
  }

  /** Replaces a draft. */
  putCampaign(id, body, options = {}) {
    return this.call('PUT', `/v1/campaigns/${encodeURIComponent(id)}`, {
      query: {
        audience: options.audience,
        audience_filter: options.audienceFilter,
        channel: options.channel,
        template: options.template,
        app: options.app,
        push_type: options.pushType,
        lane: options.lane,
        priority: options.priority,
        collapse_id: options.collapseId,
        expires_in: options.expiresIn,
        topic: options.topic,
        environment: options.environment,
        activity: options.activity,
        attributes_type: options.attributesType,
      },
      body,
      contentType: 'application/json',
    });
  }

  /** Deletes a channel permanently. */
  deleteChannel(channel, options = {}) {
    return this.call('DELETE', `/v1/channels/${encodeURIComponent(channel)}`, {
      query: {
        app: options.app,
        environment: options.environment,
      },
    });
  }

  /** A channel with its storage policy. */
  getChannel(channel, options = {}) {
    return this.call('GET', `/v1/channels/${encodeURIComponent(channel)}`, {
      query: {
        app: options.app,
        environment: options.environment,
      },
    });
  }

  /** How many deliveries of messages were stored over time. */
  listCounts(options = {}) {
    return this.call('GET', '/v1/deliveries/counts', {
      query: {
        app: options.app,
        by: options.by,
        since: options.since,
      },
    });
  }

  /** One delivery. */
  getDelivery(id) {
    return this.call('GET', `/v1/deliveries/${encodeURIComponent(id)}`, {
    });
  }

  /** The state of an erasure, which does not name the user. */
  getErasure(id) {
    return this.call('GET', `/v1/erasures/${encodeURIComponent(id)}`, {
    });
  }

  /** Deletes an installation and cancels its queued deliveries. */
  deleteInstallation(installationId) {
    return this.call('DELETE', `/v1/installations/${encodeURIComponent(installationId)}`, {
    });
  }

  /** One installation. */
  getInstallation(installationId) {
    return this.call('GET', `/v1/installations/${encodeURIComponent(installationId)}`, {
    });
  }

  /** Registers an installation. */
  putInstallation(installationId, body) {
    return this.call('PUT', `/v1/installations/${encodeURIComponent(installationId)}`, {
      body,
      contentType: 'application/json',
    });
  }

  /** Revokes an API key. */
  revokeKey(id) {
    return this.call('DELETE', `/v1/keys/${encodeURIComponent(id)}`, {
    });
  }

  /** Deletes a member, and ends the member's sessions. */
  deleteMember(id) {
    return this.call('DELETE', `/v1/members/${encodeURIComponent(id)}`, {
    });
  }

  /** Changes the name and the role of a member. */
  putMember(id, body) {
    return this.call('PUT', `/v1/members/${encodeURIComponent(id)}`, {
      body,
      contentType: 'application/json',
    });
  }

  /** A message with its deliveries. */
  getMessage(id, options = {}) {
    return this.call('GET', `/v1/messages/${encodeURIComponent(id)}`, {
      query: {
        after: options.after,
        limit: options.limit,
      },
    });
  }

  /** Removes a repeated campaign. Campaigns that it has created stay as they are. */
  deleteSery(id) {
    return this.call('DELETE', `/v1/series/${encodeURIComponent(id)}`, {
    });
  }

  /** A repeated campaign. */
  getSery(id) {
    return this.call('GET', `/v1/series/${encodeURIComponent(id)}`, {
    });
  }

  /** Deletes a trigger. */
  deleteTrigger(id) {
    return this.call('DELETE', `/v1/triggers/${encodeURIComponent(id)}`, {
    });
  }

  /** A trigger with its message. */
  getTrigger(id) {
    return this.call('GET', `/v1/triggers/${encodeURIComponent(id)}`, {
    });
  }

  /** Erases a user everywhere; 202 means that erasing continues. */
  eraseUser(user, options = {}) {
    return this.call('DELETE', `/v1/users/${encodeURIComponent(user)}`, {
      query: {
        app: options.app,
        final: options.final,
      },
    });
  }

  /** A user of an app, with a page of the installations. */
  getUser(user, options = {}) {
    return this.call('GET', `/v1/users/${encodeURIComponent(user)}`, {
      query: {
        app: options.app,
        after: options.after,
        limit: options.limit,
      },
    });
  }

  /** Deletes a webhook. */
  deleteWebhook(id) {
    return this.call('DELETE', `/v1/webhooks/${encodeURIComponent(id)}`, {
    });
  }

  /** One webhook with its state. */
  getWebhook(id) {
    return this.call('GET', `/v1/webhooks/${encodeURIComponent(id)}`, {
    });
  }

  /** Replaces the settings of a webhook. */
  putWebhook(id, body) {
    return this.call('PUT', `/v1/webhooks/${encodeURIComponent(id)}`, {
      body,
      contentType: 'application/json',
    });
  }

  /** The attributes that an app declares. */
  listAttributes(bundleId) {
    return this.call('GET', `/v1/apps/${encodeURIComponent(bundleId)}/attributes`, {
    });
  }

  /** Creates a new client key; the previous one stays valid until another one is created. */
  rotateClientKey(bundleId) {
    return this.call('POST', `/v1/apps/${encodeURIComponent(bundleId)}/client-key`, {
    });
  }

  /** Sets the key that signs the app's provider tokens, or the app's certificate. */
  putCredential(bundleId, body) {
    return this.call('PUT', `/v1/apps/${encodeURIComponent(bundleId)}/credential`, {
      body,
      contentType: 'application/json',
    });
  }

  /** Why tokens of an app are not used any more, or may be invalid. */
  listDeadTokens(bundleId, options = {}) {
    return this.call('GET', `/v1/apps/${encodeURIComponent(bundleId)}/dead-tokens`, {
      query: {
        since: options.since,
      },
    });
  }

  /** Deletes the service account for FCM. */
  deleteFcm(bundleId) {
    return this.call('DELETE', `/v1/apps/${encodeURIComponent(bundleId)}/fcm`, {
    });
  }

  /** Sets the service account for FCM: the key file that Google's console creates. */
  putFcm(bundleId, body) {
    return this.call('PUT', `/v1/apps/${encodeURIComponent(bundleId)}/fcm`, {
      body,
      contentType: 'application/json',
    });
  }

  /** Creates a new identity secret; only this response contains it. */
  rotateIdentitySecret(bundleId) {
    return this.call('POST', `/v1/apps/${encodeURIComponent(bundleId)}/identity-secret`, {
    });
  }

  /** All installations of an app as lines for an import, with complete device tokens. */
  exportInstallations(bundleId, options = {}) {
    return this.call('GET', `/v1/apps/${encodeURIComponent(bundleId)}/installations`, {
      query: {
        after: options.after,
      },
    });
  }

  /** How many people were asked for permission, and what they decided. */
  getPermissionFunnel(bundleId) {
    return this.call('GET', `/v1/apps/${encodeURIComponent(bundleId)}/permission-funnel`, {
    });
  }

  /** The limits of an app's campaigns that do not state their own. */
  getPolicy(bundleId) {
    return this.call('GET', `/v1/apps/${encodeURIComponent(bundleId)}/policy`, {
    });
  }

  /** Replaces the limits of an app's campaigns that do not state their own. */
  putPolicy(bundleId, body) {
    return this.call('PUT', `/v1/apps/${encodeURIComponent(bundleId)}/policy`, {
      body,
      contentType: 'application/json',
    });
  }

  /** The segments of an app. */
  listSegments(bundleId) {
    return this.call('GET', `/v1/apps/${encodeURIComponent(bundleId)}/segments`, {
    });
  }

  /** What the gateway would have sent for an app in shadow mode, and what differs. */
  getShadow(bundleId, options = {}) {
    return this.call('GET', `/v1/apps/${encodeURIComponent(bundleId)}/shadow`, {
      query: {
        since: options.since,
      },
    });
  }

  /** The templates of an app, by name. */
  listTemplates(bundleId, options = {}) {
    return this.call('GET', `/v1/apps/${encodeURIComponent(bundleId)}/templates`, {
      query: {
        after: options.after,
        limit: options.limit,
      },
    });
  }

  /** The templates of an app, by name. Reads page after page. */
  eachTemplates(bundleId, options = {}) {
    return pages('templates', (after) => this.listTemplates(bundleId, { ...options, after }));
  }

  /** The topics of an app. */
  listTopics(bundleId) {
    return this.call('GET', `/v1/apps/${encodeURIComponent(bundleId)}/topics`, {
    });
  }

  /** How many of the notifications of an app were time-sensitive. */
  getUrgencyReport(bundleId, options = {}) {
    return this.call('GET', `/v1/apps/${encodeURIComponent(bundleId)}/urgency-report`, {
      query: {
        days: options.days,
      },
    });
  }

  /** Deletes the VAPID key for Web Push. */
  deleteWebPush(bundleId) {
    return this.call('DELETE', `/v1/apps/${encodeURIComponent(bundleId)}/web-push`, {
    });
  }

  /** Sets the VAPID key for Web Push; without private_key, the key is kept or created. */
  putWebPush(bundleId, body) {
    return this.call('PUT', `/v1/apps/${encodeURIComponent(bundleId)}/web-push`, {
      body,
      contentType: 'application/json',
    });
  }

  /** Approves a campaign as the second person; the body has the hash of what you reviewed. */
  approveCampaign(id, body) {
    return this.call('POST', `/v1/campaigns/${encodeURIComponent(id)}/approve`, {
      body,
      contentType: 'application/json',
    });
  }

  /** Cancels a campaign. */
  cancelCampaign(id) {
    return this.call('POST', `/v1/campaigns/${encodeURIComponent(id)}/cancel`, {
    });
  }

  /** The request from which a campaign was made, and its messages as they are stored. */
  getDefinition(id) {
    return this.call('GET', `/v1/campaigns/${encodeURIComponent(id)}/definition`, {
    });
  }

  /** The outcome of a campaign for each installation. */
  listCampaignDeliveries(id, options = {}) {
    return this.call('GET', `/v1/campaigns/${encodeURIComponent(id)}/deliveries`, {
      query: {
        outcome: options.outcome,
        reason: options.reason,
        format: options.format,
        after: options.after,
        limit: options.limit,
      },
    });
  }

  /** The outcome of a campaign for each installation. Reads page after page. */
  eachCampaignDeliveries(id, options = {}) {
    return pages('deliveries', (after) => this.listCampaignDeliveries(id, { ...options, after }));
  }

  /** Pauses a campaign. */
  pauseCampaign(id) {
    return this.call('POST', `/v1/campaigns/${encodeURIComponent(id)}/pause`, {
    });
  }

  /** What apps have reported about a campaign. */
  listReceipts(id, options = {}) {
    return this.call('GET', `/v1/campaigns/${encodeURIComponent(id)}/receipts`, {
      query: {
        after: options.after,
        limit: options.limit,
      },
    });
  }

  /** What apps have reported about a campaign. Reads page after page. */
  eachReceipts(id, options = {}) {
    return pages('receipts', (after) => this.listReceipts(id, { ...options, after }));
  }

  /** Refuses a campaign that waits for a second person; it becomes a draft again. */
  refuseCampaign(id, body) {
    return this.call('POST', `/v1/campaigns/${encodeURIComponent(id)}/refuse`, {
      body,
      contentType: 'application/json',
    });
  }

  /** The progress of a campaign, with an explanation of its numbers. */
  getReport(id) {
    return this.call('GET', `/v1/campaigns/${encodeURIComponent(id)}/report`, {
    });
  }

  /** Resumes a campaign that was paused or stopped. */
  resumeCampaign(id) {
    return this.call('POST', `/v1/campaigns/${encodeURIComponent(id)}/resume`, {
    });
  }

  /** Schedules a draft, or gives a scheduled campaign another time. */
  scheduleCampaign(id, body) {
    return this.call('POST', `/v1/campaigns/${encodeURIComponent(id)}/schedule`, {
      body,
      contentType: 'application/json',
    });
  }

  /** Starts a draft, or a scheduled campaign, at once. */
  startDraft(id, body) {
    return this.call('POST', `/v1/campaigns/${encodeURIComponent(id)}/start`, {
      body,
      contentType: 'application/json',
    });
  }

  /** Changes the Live Activities that follow a channel. */
  createBroadcast(channel, body, options = {}) {
    return this.call('POST', `/v1/channels/${encodeURIComponent(channel)}/broadcasts`, {
      query: {
        app: options.app,
        environment: options.environment,
        priority: options.priority,
        expires_in: options.expiresIn,
      },
      body,
      contentType: 'application/json',
    });
  }

  /** Changes values of attributes; null removes a value. */
  putAttributes(installationId, body) {
    return this.call('PUT', `/v1/installations/${encodeURIComponent(installationId)}/attributes`, {
      body,
      contentType: 'application/json',
    });
  }

  /** Sets the badge number that the gateway counts for an installation. */
  putBadge(installationId, body) {
    return this.call('PUT', `/v1/installations/${encodeURIComponent(installationId)}/badge`, {
      body,
      contentType: 'application/json',
    });
  }

  /** The decisions of an installation about topics, oldest first. */
  getConsent(installationId, options = {}) {
    return this.call('GET', `/v1/installations/${encodeURIComponent(installationId)}/consent`, {
      query: {
        after: options.after,
        limit: options.limit,
      },
    });
  }

  /** What happened to an installation, newest first. */
  getHistory(installationId, options = {}) {
    return this.call('GET', `/v1/installations/${encodeURIComponent(installationId)}/history`, {
      query: {
        after: options.after,
        limit: options.limit,
      },
    });
  }

  /** Sends a message to an installation; the response means that it is stored. */
  sendToInstallation(installationId, body, options = {}) {
    return this.call('POST', `/v1/installations/${encodeURIComponent(installationId)}/messages`, {
      query: {
        template: options.template,
        app: options.app,
        push_type: options.pushType,
        lane: options.lane,
        priority: options.priority,
        collapse_id: options.collapseId,
        expires_in: options.expiresIn,
        topic: options.topic,
        environment: options.environment,
        activity: options.activity,
        attributes_type: options.attributesType,
      },
      body,
      contentType: 'application/json',
      idempotencyKey: options.idempotencyKey,
      isIdempotent: true,
    });
  }

  /** Makes a link with which a member chooses a new password. */
  linkMember(id) {
    return this.call('POST', `/v1/members/${encodeURIComponent(id)}/link`, {
    });
  }

  /** Ends a member's sessions, removes password, identity and links, and makes a new link. */
  resetMember(id) {
    return this.call('POST', `/v1/members/${encodeURIComponent(id)}/reset`, {
    });
  }

  /** What apps have reported about a message. */
  listMessageReceipts(id, options = {}) {
    return this.call('GET', `/v1/messages/${encodeURIComponent(id)}/receipts`, {
      query: {
        after: options.after,
        limit: options.limit,
      },
    });
  }

  /** What apps have reported about a message. Reads page after page. */
  eachMessageReceipts(id, options = {}) {
    return pages('receipts', (after) => this.listMessageReceipts(id, { ...options, after }));
  }

  /** Ends a repeated campaign. Campaigns that it has created stay as they are. */
  stopSery(id) {
    return this.call('POST', `/v1/series/${encodeURIComponent(id)}/stop`, {
    });
  }

  /** Sends a message to a device token; the response means that it is stored. */
  sendToToken(hex, body, options = {}) {
    return this.call('POST', `/v1/tokens/${encodeURIComponent(hex)}/messages`, {
      query: {
        template: options.template,
        app: options.app,
        push_type: options.pushType,
        lane: options.lane,
        priority: options.priority,
        collapse_id: options.collapseId,
        expires_in: options.expiresIn,
        topic: options.topic,
        environment: options.environment,
        activity: options.activity,
        attributes_type: options.attributesType,
      },
      body,
      contentType: 'application/json',
      idempotencyKey: options.idempotencyKey,
      isIdempotent: true,
    });
  }

  /** The decisions of a user about topics, oldest first. */
  getUserConsent(user, options = {}) {
    return this.call('GET', `/v1/users/${encodeURIComponent(user)}/consent`, {
      query: {
        app: options.app,
        after: options.after,
        limit: options.limit,
      },
    });
  }

  /** Everything that is stored about a user. */
  exportUser(user, options = {}) {
    return this.call('GET', `/v1/users/${encodeURIComponent(user)}/export`, {
      query: {
        app: options.app,
      },
    });
  }

  /** Gives a user an anonymous installation, or all data of another user. */
  mergeUser(user, body, options = {}) {
    return this.call('POST', `/v1/users/${encodeURIComponent(user)}/merge`, {
      query: {
        app: options.app,
      },
      body,
      contentType: 'application/json',
    });
  }

  /** Sends a message to all installations of a user; the response means that it is stored. */
  sendToUser(user, body, options = {}) {
    return this.call('POST', `/v1/users/${encodeURIComponent(user)}/messages`, {
      query: {
        template: options.template,
        app: options.app,
        push_type: options.pushType,
        lane: options.lane,
        priority: options.priority,
        collapse_id: options.collapseId,
        expires_in: options.expiresIn,
        topic: options.topic,
        environment: options.environment,
        activity: options.activity,
        attributes_type: options.attributesType,
      },
      body,
      contentType: 'application/json',
      idempotencyKey: options.idempotencyKey,
      isIdempotent: true,
    });
  }

  /** The newest attempts to send events, newest first. */
  listAttempts(id) {
    return this.call('GET', `/v1/webhooks/${encodeURIComponent(id)}/attempts`, {
    });
  }

  /** Sends events again, after a cursor or since a time. */
  replayWebhook(id, body) {
    return this.call('POST', `/v1/webhooks/${encodeURIComponent(id)}/replay`, {
      body,
      contentType: 'application/json',
    });
  }

  /** Makes a new secret; requests are also signed with the previous one for some time. */
  rotateWebhookSecret(id, body) {
    return this.call('POST', `/v1/webhooks/${encodeURIComponent(id)}/secret`, {
      body,
      contentType: 'application/json',
    });
  }

  /** Sends a test event at once, and returns the result. */
  testWebhook(id) {
    return this.call('POST', `/v1/webhooks/${encodeURIComponent(id)}/test`, {
    });
  }

  /** Declares an attribute. */
  putAttribute(bundleId, name, body) {
    return this.call('PUT', `/v1/apps/${encodeURIComponent(bundleId)}/attributes/${encodeURIComponent(name)}`, {
      body,
      contentType: 'application/json',
    });
  }

  /** The number of installations that match a filter or a segment. */
  countAudience(bundleId, body) {
    return this.call('POST', `/v1/apps/${encodeURIComponent(bundleId)}/audience/count`, {
      body,
      contentType: 'application/json',
    });
  }

  /** Deletes a segment. */
  deleteSegment(bundleId, name) {
    return this.call('DELETE', `/v1/apps/${encodeURIComponent(bundleId)}/segments/${encodeURIComponent(name)}`, {
    });
  }

  /** One segment. */
  getSegment(bundleId, name) {
    return this.call('GET', `/v1/apps/${encodeURIComponent(bundleId)}/segments/${encodeURIComponent(name)}`, {
    });
  }

  /** Stores a filter as a segment. */
  putSegment(bundleId, name, body) {
    return this.call('PUT', `/v1/apps/${encodeURIComponent(bundleId)}/segments/${encodeURIComponent(name)}`, {
      body,
      contentType: 'application/json',
    });
  }

  /** Archives a template; campaigns that were started with it continue. */
  deleteTemplate(bundleId, name) {
    return this.call('DELETE', `/v1/apps/${encodeURIComponent(bundleId)}/templates/${encodeURIComponent(name)}`, {
    });
  }

  /** A version of a template. */
  getTemplate(bundleId, name, options = {}) {
    return this.call('GET', `/v1/apps/${encodeURIComponent(bundleId)}/templates/${encodeURIComponent(name)}`, {
      query: {
        version: options.version,
      },
    });
  }

  /** Stores a template; changed content becomes the next version. */
  putTemplate(bundleId, name, body) {
    return this.call('PUT', `/v1/apps/${encodeURIComponent(bundleId)}/templates/${encodeURIComponent(name)}`, {
      body,
      contentType: 'application/json',
    });
  }

  /** Deletes a topic with its subscriptions; the history stays. */
  deleteTopic(bundleId, topic) {
    return this.call('DELETE', `/v1/apps/${encodeURIComponent(bundleId)}/topics/${encodeURIComponent(topic)}`, {
    });
  }

  /** Declares a topic, or changes its title. */
  putTopic(bundleId, topic, body) {
    return this.call('PUT', `/v1/apps/${encodeURIComponent(bundleId)}/topics/${encodeURIComponent(topic)}`, {
      body,
      contentType: 'application/json',
    });
  }

  /** Removes a tag from an installation. */
  deleteTag(installationId, tag) {
    return this.call('DELETE', `/v1/installations/${encodeURIComponent(installationId)}/tags/${encodeURIComponent(tag)}`, {
    });
  }

  /** Adds a tag to an installation. */
  putTag(installationId, tag) {
    return this.call('PUT', `/v1/installations/${encodeURIComponent(installationId)}/tags/${encodeURIComponent(tag)}`, {
    });
  }

  /** Subscribes an installation to a topic, or ends the subscription. */
  putInstallationTopic(installationId, topic, body) {
    return this.call('PUT', `/v1/installations/${encodeURIComponent(installationId)}/topics/${encodeURIComponent(topic)}`, {
      body,
      contentType: 'application/json',
    });
  }

  /** Removes an alias from a user. */
  deleteAlias(user, label, options = {}) {
    return this.call('DELETE', `/v1/users/${encodeURIComponent(user)}/aliases/${encodeURIComponent(label)}`, {
      query: {
        app: options.app,
      },
    });
  }

  /** Gives a user an alias. */
  putAlias(user, label, body, options = {}) {
    return this.call('PUT', `/v1/users/${encodeURIComponent(user)}/aliases/${encodeURIComponent(label)}`, {
      query: {
        app: options.app,
      },
      body,
      contentType: 'application/json',
    });
  }

  /** Subscribes all installations of a user to a topic, or ends their subscriptions. */
  putUserTopic(user, topic, body, options = {}) {
    return this.call('PUT', `/v1/users/${encodeURIComponent(user)}/topics/${encodeURIComponent(topic)}`, {
      query: {
        app: options.app,
      },
      body,
      contentType: 'application/json',
    });
  }

  /** The payload that a recipient gets, its size, and findings about it. */
  previewTemplate(bundleId, name, body) {
    return this.call('POST', `/v1/apps/${encodeURIComponent(bundleId)}/templates/${encodeURIComponent(name)}/preview`, {
      body,
      contentType: 'application/json',
    });
  }

  /** The versions of a template, newest first. */
  listVersions(bundleId, name) {
    return this.call('GET', `/v1/apps/${encodeURIComponent(bundleId)}/templates/${encodeURIComponent(name)}/versions`, {
    });
  }
}
