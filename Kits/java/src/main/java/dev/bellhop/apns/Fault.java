// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package dev.bellhop.apns;

/** A fault in force, for try-with-resources. */
public final class Fault implements AutoCloseable {
  private final Control control;
  private final String id;

  Fault(Control control, String id) {
    this.control = control;
    this.id = id;
  }

  /** Ends the fault. Does nothing if it has ended already, for instance by its count. */
  @Override
  public void close() {
    try {
      control.delete("/v1/faults/" + id);
    } catch (ControlException error) {
      if (error.status() != 404) throw error;
    }
  }
}
