// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package dev.bellhop.apns;

import java.nio.file.Path;
import java.util.Map;

/** The simulated FCM: a token endpoint, a project, an Android phone, any number of devices. */
public final class Fcm extends MessagingService {
  Fcm(ApnsServer server, Control control, Object ready) {
    super("fcm", server, control, ready);
  }

  /** The identifier of the Firebase project. */
  public String project() {
    return (String) ready.get("project");
  }

  /** The key file of a service account; its {@code token_uri} is the simulator's. */
  public Path serviceAccount() {
    return Path.of((String) ready.get("service_account"));
  }

  /** The registration token of the Android phone. */
  public String token() {
    return ApnsServer.readString(Path.of((String) ready.get("token"))).strip();
  }

  /**
   * Registers another device and returns its registration token.
   *
   * @param fields {@code name}, {@code platform} ({@code android}, {@code ios}, {@code web}),
   *     {@code app}, {@code token}, {@code project}, {@code topics}
   */
  public String device(Map<String, Object> fields) {
    return (String) Json.object(Json.read(control.post("/v1/fcm/tokens", fields))).get("token");
  }

  /** Uninstalls the app: from now on, FCM returns {@code UNREGISTERED}. */
  public void uninstall(String token) {
    control.delete("/v1/fcm/tokens/" + token);
  }
}
