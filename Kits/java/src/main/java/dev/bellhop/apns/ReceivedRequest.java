// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package dev.bellhop.apns;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A request that the simulator received, with its response.
 *
 * @param status the HTTP status of the response
 * @param reason the reason of a rejection, such as {@code BadDeviceToken}, or null
 * @param headers the request's headers, by their names in lower case
 * @param token the device token, shortened, or null
 * @param deviceId the {@link Device#id} of the device with this token, or null
 * @param payload the payload as maps, lists, strings, {@code BigDecimal}, booleans and null
 */
public record ReceivedRequest(
    int sequence,
    String environment,
    int status,
    String reason,
    String apnsId,
    Map<String, String> headers,
    String token,
    String app,
    String deviceId,
    Object payload) {

  /** The header {@code apns-push-type}, or null. */
  public String pushType() {
    return headers.get("apns-push-type");
  }

  /** The header {@code apns-collapse-id}, or null. */
  public String collapseId() {
    return headers.get("apns-collapse-id");
  }

  @Override
  public String toString() {
    return "#%d %d%s %s %s to %s: %s"
        .formatted(
            sequence,
            status,
            reason == null ? "" : " " + reason,
            environment,
            pushType(),
            token,
            Differences.show(payload));
  }

  static ReceivedRequest of(Map<String, Object> entry) {
    Map<String, String> headers = new TreeMap<>();
    Json.object(entry.getOrDefault("headers", Map.of()))
        .forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), (String) value));
    return new ReceivedRequest(
        Json.number(entry.get("sequence")),
        (String) entry.get("environment"),
        Json.number(entry.get("status")),
        (String) entry.get("reason"),
        (String) entry.get("apns_id"),
        headers,
        (String) entry.get("token"),
        (String) entry.get("app"),
        (String) entry.get("device_id"),
        entry.get("payload"));
  }
}
