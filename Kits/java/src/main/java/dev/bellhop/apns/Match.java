// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package dev.bellhop.apns;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What requests must have: {@code Match.any().status(200).pushType("alert")}. The methods return a
 * new value; what is not given matches every request.
 */
public final class Match {
  private final Map<String, Object> filters;
  private final Map<String, String> headers;
  private final Object payload;
  private final boolean hasPayload;

  private Match(
      Map<String, Object> filters,
      Map<String, String> headers,
      Object payload,
      boolean hasPayload) {
    this.filters = filters;
    this.headers = headers;
    this.payload = payload;
    this.hasPayload = hasPayload;
  }

  /** Matches every request. */
  public static Match any() {
    return new Match(Map.of(), Map.of(), null, false);
  }

  public Match app(String bundleId) {
    return with("app", bundleId);
  }

  public Match token(String token) {
    return with("token", token);
  }

  public Match pushType(String pushType) {
    return with("push_type", pushType);
  }

  /** {@code sandbox} or {@code production}. */
  public Match environment(String environment) {
    return with("environment", environment);
  }

  public Match status(int status) {
    return with("status", status);
  }

  public Match reason(String reason) {
    return with("reason", reason);
  }

  public Match apnsId(String apnsId) {
    return with("apns_id", apnsId);
  }

  public Match collapseId(String collapseId) {
    return with("collapse_id", collapseId);
  }

  /** Only requests with a greater {@link ReceivedRequest#sequence}. */
  public Match after(int sequence) {
    return with("after", sequence);
  }

  /** A header that the request must have; others are allowed. */
  public Match header(String name, String value) {
    Map<String, String> more = new TreeMap<>(headers);
    more.put(name.toLowerCase(Locale.ROOT), value);
    return new Match(filters, more, payload, hasPayload);
  }

  /** A payload as JSON. Its objects may omit members; everything else must be equal. */
  public Match payload(String json) {
    return new Match(filters, headers, Json.read(json), true);
  }

  private Match with(String name, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(filters);
    more.put(name, value);
    return new Match(more, headers, payload, hasPayload);
  }

  Map<String, Object> filters() {
    return filters;
  }

  Map<String, String> headers() {
    return headers;
  }

  Object payload() {
    return payload;
  }

  boolean hasPayload() {
    return hasPayload;
  }

  @Override
  public String toString() {
    Map<String, Object> all = new LinkedHashMap<>(filters);
    all.computeIfPresent("token", (name, token) -> Differences.shorten((String) token));
    if (!headers.isEmpty()) all.put("headers", headers);
    if (hasPayload) all.put("payload", payload);
    return Json.write(all);
  }
}
