// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package dev.bellhop.apns;

import java.util.Map;
import java.util.TreeMap;

/**
 * A message that the simulated FCM or push service received, with its response.
 *
 * @param reason the error code of a rejection, such as {@code UNREGISTERED}, or null
 * @param note what happened, in a sentence
 * @param device the name of the phone or browser, or null
 * @param title what the device shows, or null
 * @param payload FCM's message without its token, or the decrypted content, if it is JSON
 * @param text the decrypted content of a Web Push message that is not JSON, or null
 * @param headers for Web Push: {@code ttl}, {@code urgency}, {@code topic} and {@code
 *     content-encoding}
 */
public record ReceivedMessage(
    int sequence,
    int status,
    String reason,
    String note,
    String app,
    String device,
    String platform,
    String title,
    String body,
    Object payload,
    String text,
    Map<String, String> headers) {

  @Override
  public String toString() {
    return "#%d %d%s to %s: %s"
        .formatted(
            sequence,
            status,
            reason == null ? "" : " " + reason,
            device,
            payload == null ? text : Differences.show(payload));
  }

  static ReceivedMessage of(Map<String, Object> entry) {
    Map<String, String> headers = new TreeMap<>();
    Json.object(entry.getOrDefault("headers", Map.of()))
        .forEach((name, value) -> headers.put(name, (String) value));
    return new ReceivedMessage(
        Json.number(entry.get("sequence")),
        Json.number(entry.get("status")),
        (String) entry.get("reason"),
        (String) entry.get("note"),
        (String) entry.get("app"),
        (String) entry.get("device"),
        (String) entry.get("platform"),
        (String) entry.get("title"),
        (String) entry.get("body"),
        entry.get("payload"),
        (String) entry.get("text"),
        headers);
  }

  /** The value that a {@link MessageMatch} compares, by its name. */
  Object value(String name) {
    return switch (name) {
      case "status" -> status;
      case "reason" -> reason;
      case "app" -> app;
      case "device" -> device;
      case "platform" -> platform;
      case "title" -> title;
      case "body" -> body;
      case "text" -> text;
      default -> throw new IllegalArgumentException(name);
    };
  }
}
