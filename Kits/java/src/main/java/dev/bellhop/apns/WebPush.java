// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package dev.bellhop.apns;

import java.nio.file.Path;
import java.util.Map;

/** The simulated push service of browsers, which decrypts what it gets. */
public final class WebPush extends MessagingService {
  /**
   * A subscription, as {@code PushSubscription.toJSON()} returns it.
   *
   * @param p256dh the browser's public key, in base64url
   * @param auth the browser's secret, in base64url
   */
  public record Subscription(String endpoint, String p256dh, String auth) {
    static Subscription of(Map<String, Object> value) {
      Map<String, Object> keys = Json.object(value.get("keys"));
      return new Subscription(
          (String) value.get("endpoint"), (String) keys.get("p256dh"), (String) keys.get("auth"));
    }
  }

  WebPush(ApnsServer server, Control control, Object ready) {
    super("web_push", server, control, ready);
  }

  /** A VAPID private key in PEM, for the sender. */
  public Path vapidKey() {
    return Path.of((String) ready.get("vapid_key"));
  }

  /** The subscription of the browser. */
  public Subscription subscription() {
    String text = ApnsServer.readString(Path.of((String) ready.get("subscription")));
    return Subscription.of(Json.object(Json.read(text)));
  }

  /**
   * Subscribes another browser and returns its subscription.
   *
   * @param fields {@code name}, and {@code application_server_key}, the VAPID public key that the
   *     subscription is limited to
   */
  public Subscription subscribe(Map<String, Object> fields) {
    Map<String, Object> made =
        Json.object(Json.read(control.post("/v1/web-push/subscriptions", fields)));
    return Subscription.of(Json.object(made.get("subscription")));
  }
}
