// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package dev.bellhop.apns;

/** {@code bellhop apns} did not become ready; the message has its standard error. */
public final class StartException extends RuntimeException {
  StartException(String message, Throwable cause) {
    super(message, cause);
  }
}
