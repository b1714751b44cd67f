// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package dev.bellhop.apns;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Compares what a test expects with what the simulator received. */
final class Differences {
  private static final int LISTED_MAX = 10;
  private static final int VALUE_MAX = 300;

  private Differences() {}

  /** How a request differs, one line per difference; empty if it matches. */
  static List<String> of(ReceivedRequest request, Match expected) {
    List<String> lines = new ArrayList<>();
    expected
        .filters()
        .forEach(
            (name, value) -> {
              Object received = value(request, name);
              if (!isEqual(name, value, received)) {
                Object shown = name.equals("token") ? shorten((String) value) : value;
                lines.add(line(name, shown, received));
              }
            });
    addBelow(lines, "headers", expected.headers(), request.headers());
    if (expected.hasPayload()) addBelow(lines, "payload", expected.payload(), request.payload());
    return lines;
  }

  /** The message for an expectation that no request fulfilled. */
  static String report(Match expected, List<ReceivedRequest> requests, Duration waited) {
    String head = "no request matched within " + seconds(waited) + "; expected " + expected;
    if (requests.isEmpty()) return head + "\nThe simulator received no request.";
    // Of several that are equally close, the newest is the most likely one.
    ReceivedRequest closest =
        requests.stream()
            .min(
                Comparator.<ReceivedRequest>comparingInt(one -> of(one, expected).size())
                    .thenComparing(Comparator.comparingInt(ReceivedRequest::sequence).reversed()))
            .orElseThrow();
    return head
        + "\nThe closest of %d received is %s".formatted(requests.size(), closest)
        + of(closest, expected).stream().map(line -> "\n  " + line).collect(Collectors.joining());
  }

  /** The requests, one per line, the newest ones last. */
  static String listing(List<?> requests) {
    if (requests.isEmpty()) return "  (none)";
    int earlier = Math.max(0, requests.size() - LISTED_MAX);
    return (earlier > 0 ? "  … " + earlier + " earlier ones\n" : "")
        + requests.stream()
            .skip(earlier)
            .map(request -> "  " + request)
            .collect(Collectors.joining("\n"));
  }

  static String seconds(Duration duration) {
    return duration.toMillis() / 1000.0 + " s";
  }

  /** A device token as the simulator shows it: its first digits and an FNV-1a hash of it. */
  static String shorten(String token) {
    byte[] bytes;
    try {
      bytes = HexFormat.of().parseHex(token);
    } catch (IllegalArgumentException error) {
      return token;
    }
    if (bytes.length < 3) return token;
    long hash = 0xcbf29ce484222325L;
    for (byte part : bytes) hash = (hash ^ (part & 0xff)) * 0x100000001b3L;
    String first = token.substring(0, 6).toLowerCase(Locale.ROOT);
    return "%s…%08x".formatted(first, (int) (hash ^ hash >>> 32));
  }

  static String show(Object value) {
    String text = Json.write(value);
    return text.length() <= VALUE_MAX ? text : text.substring(0, VALUE_MAX) + "…";
  }

  private static Object value(ReceivedRequest request, String name) {
    return switch (name) {
      case "app" -> request.app();
      case "token" -> request.token();
      case "push_type" -> request.pushType();
      case "environment" -> request.environment();
      case "status" -> request.status();
      case "reason" -> request.reason();
      case "apns_id" -> request.apnsId();
      case "collapse_id" -> request.collapseId();
      case "after" -> request.sequence();
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static boolean isEqual(String name, Object expected, Object received) {
    return switch (name) {
      case "after" -> (int) received > (int) expected;
      case "apns_id" -> ((String) expected).equalsIgnoreCase((String) received);
      case "token" -> shorten((String) expected).equals(received);
      default -> expected.equals(received);
    };
  }

  static void addBelow(
      List<String> lines, String path, Object expected, Object received) {
    if (expected instanceof Map<?, ?> map && received instanceof Map<?, ?> other) {
      map.forEach(
          (name, value) -> {
            if (other.containsKey(name)) addBelow(lines, path + "." + name, value, other.get(name));
            else {
              lines.add(
                  "%s.%s: expected %s, which the request does not have"
                      .formatted(path, name, show(value)));
            }
          });
    } else if (!Objects.equals(expected, received)) {
      lines.add(line(path, expected, received));
    }
  }

  private static String line(String path, Object expected, Object received) {
    return "%s: expected %s, received %s".formatted(path, show(expected), show(received));
  }
}
