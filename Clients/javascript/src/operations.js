// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0
// The operations of the gateway. scripts/gateway-clients.py writes this file.

import { Connection, pages } from './http.js';

export class Operations extends Connection {
  /** Whether the process works; restart it if not. */
  liveness() {
    return this.call('GET', '/health/live', {
    });
  }

  /** Whether clients should send messages to this gateway. */
  readiness() {
    return this.call('GET', '/health/ready', {
    });
  }

  /** The metrics, for Prometheus. */
  metrics() {
    return this.call('GET', '/metrics', {
    });
  }

  /** The apps. */
  listApps() {
    return this.call('GET', '/v1/apps', {
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

  /** The attributes that an app declares. */
  listAttributes(bundleId) {
    return this.call('GET', `/v1/apps/${encodeURIComponent(bundleId)}/attributes`, {
    });
  }

  /** Declares an attribute. */
  putAttribute(bundleId, name, body) {
    return this.call('PUT', `/v1/apps/${encodeURIComponent(bundleId)}/attributes/${encodeURIComponent(name)}`, {
      body,
      contentType: 'application/json',
    });
  }

  /** The number of installations in a filter or in a segment. */
  countAudience(bundleId, body) {
    return this.call('POST', `/v1/apps/${encodeURIComponent(bundleId)}/audience/count`, {
      body,
      contentType: 'application/json',
    });
  }

  /** Creates a new client key; the previous one stays valid until the next is created. */
  rotateClientKey(bundleId) {
    return this.call('POST', `/v1/apps/${encodeURIComponent(bundleId)}/client-key`, {
    });
  }

  /** Sets the key that signs for an app. */
  putCredential(bundleId, body) {
    return this.call('PUT', `/v1/apps/${encodeURIComponent(bundleId)}/credential`, {
      body,
      contentType: 'application/json',
    });
  }

  /** Creates a new identity secret; only this response contains it. */
  rotateIdentitySecret(bundleId) {
    return this.call('POST', `/v1/apps/${encodeURIComponent(bundleId)}/identity-secret`, {
    });
  }

  /** The segments of an app. */
  listSegments(bundleId) {
    return this.call('GET', `/v1/apps/${encodeURIComponent(bundleId)}/segments`, {
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

  /** Starts a campaign: one message to many installations. */
  startCampaign(body, options = {}) {
    return this.call('POST', '/v1/campaigns', {
      query: {
        audience: options.audience,
        audience_filter: options.audienceFilter,
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

  /** A campaign with its totals. */
  getCampaign(id) {
    return this.call('GET', `/v1/campaigns/${encodeURIComponent(id)}`, {
    });
  }

  /** Cancels a campaign. */
  cancelCampaign(id) {
    return this.call('POST', `/v1/campaigns/${encodeURIComponent(id)}/cancel`, {
    });
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

  /** Resumes a campaign that was paused or stopped. */
  resumeCampaign(id) {
    return this.call('POST', `/v1/campaigns/${encodeURIComponent(id)}/resume`, {
    });
  }

  /** One delivery. */
  getDelivery(id) {
    return this.call('GET', `/v1/deliveries/${encodeURIComponent(id)}`, {
    });
  }

  /** Installations, by user or by app. */
  listInstallations(options = {}) {
    return this.call('GET', '/v1/installations', {
      query: {
        user: options.user,
        app: options.app,
        after: options.after,
        limit: options.limit,
      },
    });
  }

  /** Installations, by user or by app. Reads page after page. */
  eachInstallations(options = {}) {
    return pages('installations', (after) => this.listInstallations({ ...options, after }));
  }

  /** Registers many installations: a JSON object in each line, the identifier in id. */
  importInstallations(body) {
    return this.call('POST', '/v1/installations', {
      body,
      contentType: 'application/x-ndjson',
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

  /** Changes values of attributes; null removes a value. */
  putAttributes(installationId, body) {
    return this.call('PUT', `/v1/installations/${encodeURIComponent(installationId)}/attributes`, {
      body,
      contentType: 'application/json',
    });
  }

  /** Sends a message to an installation; the response means that it is stored. */
  sendToInstallation(installationId, body, options = {}) {
    return this.call('POST', `/v1/installations/${encodeURIComponent(installationId)}/messages`, {
      query: {
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

  /** Revokes an API key. */
  revokeKey(id) {
    return this.call('DELETE', `/v1/keys/${encodeURIComponent(id)}`, {
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

  /** Sends a message to a device token; the response means that it is stored. */
  sendToToken(hex, body, options = {}) {
    return this.call('POST', `/v1/tokens/${encodeURIComponent(hex)}/messages`, {
      query: {
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

  /** Sends a message to all installations of a user; the response means that it is stored. */
  sendToUser(user, body, options = {}) {
    return this.call('POST', `/v1/users/${encodeURIComponent(user)}/messages`, {
      query: {
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
}
