// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package dev.bellhop.apns;

/** The control API refused a call, for instance because of an unknown field. */
public final class ControlException extends RuntimeException {
  private final int status;

  ControlException(String call, int status, String body) {
    super(call + ": " + status + " " + body);
    this.status = status;
  }

  /** The HTTP status. */
  public int status() {
    return status;
  }
}
