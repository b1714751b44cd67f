// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package dev.bellhop.apns;

/** Where one environment of the simulated APNs listens, with TLS and HTTP/2. */
public record Address(String host, int port) {
  /** Such as {@code https://127.0.0.1:40001}, without a path. */
  public String url() {
    return "https://" + host + ":" + port;
  }
}
