// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The attachment option for the file's uniform type identifier. Without this option, the file
/// extension determines the type. Available since iOS 10.0.
public let UNNotificationAttachmentOptionsTypeHintKey = "UNNotificationAttachmentOptionsTypeHintKey"

/// The attachment option that states whether the thumbnail is hidden; `false` by default. Available
/// since iOS 10.0.
public let UNNotificationAttachmentOptionsThumbnailHiddenKey =
    "UNNotificationAttachmentOptionsThumbnailHiddenKey"

/// The attachment option for the part of the image that is shown as the thumbnail. The value is a
/// rectangle in unit coordinates, as a dictionary. Available since iOS 10.0.
public let UNNotificationAttachmentOptionsThumbnailClippingRectKey =
    "UNNotificationAttachmentOptionsThumbnailClippingRectKey"

/// The attachment option that selects the thumbnail: the frame number of an animated image, or the
/// time in a video, in seconds. Available since iOS 10.0.
public let UNNotificationAttachmentOptionsThumbnailTimeKey =
    "UNNotificationAttachmentOptionsThumbnailTimeKey"
