// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package dev.bellhop.apns;

/** A device with one app, registered with APNs. */
public record Device(String id, String app, String environment, String token) {}
