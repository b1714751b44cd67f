// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package dev.bellhop.apns;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What messages of {@link Fcm} and {@link WebPush} must have: {@code
 * MessageMatch.any().title("Dinner")}. The methods return a new value; what is not given matches
 * every message.
 */
public final class MessageMatch {
  private final Map<String, Object> values;
  private final Object payload;
  private final boolean hasPayload;

  private MessageMatch(Map<String, Object> values, Object payload, boolean hasPayload) {
    this.values = values;
    this.payload = payload;
    this.hasPayload = hasPayload;
  }

  /** Matches every message. */
  public static MessageMatch any() {
    return new MessageMatch(Map.of(), null, false);
  }

  public MessageMatch status(int status) {
    return with("status", status);
  }

  public MessageMatch reason(String reason) {
    return with("reason", reason);
  }

  public MessageMatch app(String app) {
    return with("app", app);
  }

  /** The name of the phone or browser. */
  public MessageMatch device(String device) {
    return with("device", device);
  }

  /** {@code android}, {@code ios} or {@code web}. */
  public MessageMatch platform(String platform) {
    return with("platform", platform);
  }

  public MessageMatch title(String title) {
    return with("title", title);
  }

  public MessageMatch body(String body) {
    return with("body", body);
  }

  /** The decrypted content of a Web Push message that is not JSON. */
  public MessageMatch text(String text) {
    return with("text", text);
  }

  /** A payload as JSON. Its objects may omit members; everything else must be equal. */
  public MessageMatch payload(String json) {
    return new MessageMatch(values, Json.read(json), true);
  }

  private MessageMatch with(String name, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(values);
    more.put(name, value);
    return new MessageMatch(more, payload, hasPayload);
  }

  /** How a message differs, one line per difference; empty if it matches. */
  List<String> differences(ReceivedMessage message) {
    List<String> lines = new ArrayList<>();
    values.forEach((name, value) -> Differences.addBelow(lines, name, value, message.value(name)));
    if (hasPayload) Differences.addBelow(lines, "payload", payload, message.payload());
    return lines;
  }

  /** The report for an expectation that no message fulfilled. */
  String report(List<ReceivedMessage> received, Duration waited) {
    String head =
        "no message matched within " + Differences.seconds(waited) + "; expected " + this;
    if (received.isEmpty()) return head + "\nThe simulator received no message.";
    // Of several that are equally close, the newest is the most likely one.
    ReceivedMessage closest =
        received.stream()
            .min(
                Comparator.<ReceivedMessage>comparingInt(one -> differences(one).size())
                    .thenComparing(Comparator.comparingInt(ReceivedMessage::sequence).reversed()))
            .orElseThrow();
    return head
        + "\nThe closest of %d received is %s".formatted(received.size(), closest)
        + differences(closest).stream().map(line -> "\n  " + line).collect(Collectors.joining());
  }

  @Override
  public String toString() {
    Map<String, Object> all = new LinkedHashMap<>(values);
    if (hasPayload) all.put("payload", payload);
    return Json.write(all);
  }
}
