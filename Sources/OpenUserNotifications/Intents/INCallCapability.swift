// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The capability of a call: audio or video. Available since iOS 10.0.
public enum INCallCapability: Int, Sendable {
    /// The capability is not specified.
    case unknown = 0
    /// A call with audio.
    case audioCall = 1
    /// A call with video.
    case videoCall = 2
}
