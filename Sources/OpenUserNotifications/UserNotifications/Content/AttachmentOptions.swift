// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Attachment option: the file's uniform type identifier. Without this option, the file extension
/// determines the type. Apple: since iOS 10.0.
public let UNNotificationAttachmentOptionsTypeHintKey = "UNNotificationAttachmentOptionsTypeHintKey"

/// Attachment option: whether the thumbnail is hidden; `false` by default. Apple: since iOS 10.0.
public let UNNotificationAttachmentOptionsThumbnailHiddenKey =
    "UNNotificationAttachmentOptionsThumbnailHiddenKey"

/// Attachment option: the part of the image that is shown as the thumbnail. The value is a
/// rectangle in unit coordinates, as a dictionary. Apple: since iOS 10.0.
public let UNNotificationAttachmentOptionsThumbnailClippingRectKey =
    "UNNotificationAttachmentOptionsThumbnailClippingRectKey"

/// Attachment option: the frame of an animated image, or the second of a video, that is shown as
/// the thumbnail. Apple: since iOS 10.0.
public let UNNotificationAttachmentOptionsThumbnailTimeKey =
    "UNNotificationAttachmentOptionsThumbnailTimeKey"
