// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What a sealed message may be at most.
public enum SealLimits {
    /// Bytes of a whole payload ("Generating a remote notification": 4 KB; 5 KB for VoIP).
    public static let payloadByteCountMax = 4_096
    /// Bytes of an identifier: of a message, of a key.
    public static let identifierByteCountMax = 64
}
