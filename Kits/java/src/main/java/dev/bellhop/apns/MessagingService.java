// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package dev.bellhop.apns;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the simulated {@link Fcm} and {@link WebPush} have in common: faults, and what arrived. */
public abstract sealed class MessagingService permits Fcm, WebPush {
  // The longest time for which the control API waits in one call, and its longest page.
  private static final int WAIT_SECONDS_MAX = 30;
  private static final int PAGE = 1000;

  final Control control;
  final Map<String, Object> ready;
  private final ApnsServer server;
  private final String service;

  MessagingService(String service, ApnsServer server, Control control, Object ready) {
    this.service = service;
    this.server = server;
    this.control = control;
    this.ready = Json.object(ready);
  }

  /** The address without a path, with {@code http}; the port also accepts {@code https}. */
  public String url() {
    return (String) ready.get("url");
  }

  /**
   * Injects a fault, until {@link Fault#close}, its {@code count}, or {@link ApnsServer#reset()}.
   *
   * @param settings {@code Map.of("fault", "status", "status", 410)}, or {@code delay} with {@code
   *     seconds}; for FCM also {@code Map.of("fault", "error", "error", "QUOTA_EXCEEDED")} and
   *     {@code token}
   */
  public Fault fault(Map<String, Object> settings) {
    Map<String, Object> all = new LinkedHashMap<>(settings);
    all.put("service", service);
    return server.fault(all);
  }

  /** The messages that were received since the last reset, oldest first. */
  public List<ReceivedMessage> messages() {
    List<ReceivedMessage> found = new ArrayList<>();
    int after = 0;
    while (true) {
      List<Map<String, Object>> page = page(after, Duration.ZERO);
      found.addAll(messages(page));
      if (page.size() < PAGE) return found;
      after = last(page, after);
    }
  }

  /**
   * Returns the first matching message, and waits for it if necessary.
   *
   * @throws AssertionError there is none; the message lists what arrived
   */
  public ReceivedMessage assertSent(MessageMatch match, Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    List<ReceivedMessage> received = new ArrayList<>();
    int after = 0;
    while (true) {
      Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
      List<Map<String, Object>> page = page(after, left);
      after = last(page, after);
      for (ReceivedMessage message : messages(page)) {
        if (match.differences(message).isEmpty()) return message;
        received.add(message);
      }
      if (left.isZero() && page.size() < PAGE) {
        throw new AssertionError(match.report(received, timeout));
      }
    }
  }

  /** Waits for 5 seconds at most, see {@link #assertSent(MessageMatch, Duration)}. */
  public ReceivedMessage assertSent(MessageMatch match) {
    return assertSent(match, Duration.ofSeconds(5));
  }

  /** Fails if a message was received; it does not wait. */
  public void assertNothingSent() {
    List<ReceivedMessage> found = messages();
    if (!found.isEmpty()) {
      throw new AssertionError(
          "expected no message, received %d:\n%s"
              .formatted(found.size(), Differences.listing(found)));
    }
  }

  /** Requests for access tokens are in the log too. */
  private static List<ReceivedMessage> messages(List<Map<String, Object>> page) {
    return page.stream()
        .filter(entry -> "send".equals(entry.get("kind")))
        .map(ReceivedMessage::of)
        .toList();
  }

  private static int last(List<Map<String, Object>> page, int after) {
    return page.isEmpty() ? after : Json.number(page.get(page.size() - 1).get("sequence"));
  }

  /** Requests, 1,000 at most, after waiting for one. */
  private List<Map<String, Object>> page(int after, Duration wait) {
    Map<String, Object> query = new LinkedHashMap<>();
    query.put("service", service);
    query.put("after", after);
    query.put("limit", PAGE);
    // The API takes whole seconds.
    long seconds = Math.min((wait.toMillis() + 999) / 1000, WAIT_SECONDS_MAX);
    if (seconds > 0) {
      query.put("count", 1);
      query.put("wait", seconds);
    }
    List<Map<String, Object>> requests = new ArrayList<>();
    for (Object entry : (List<?>) control.get("/v1/requests", query).get("requests")) {
      requests.add(Json.object(entry));
    }
    return requests;
  }
}
