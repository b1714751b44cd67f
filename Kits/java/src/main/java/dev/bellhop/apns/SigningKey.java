// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package dev.bellhop.apns;

import java.nio.file.Path;

/**
 * The signing key of provider tokens that the simulator knows.
 *
 * @param path a file in the format of Apple's {@code .p8} files
 * @param pem the contents of the file
 */
public record SigningKey(Path path, String pem, String keyId, String teamId) {}
