// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Option of an attachment: the type as uniform type identifier; without it the file's extension
/// decides. Apple: since iOS 10.0.
public let UNNotificationAttachmentOptionsTypeHintKey = "UNNotificationAttachmentOptionsTypeHintKey"

/// Option of an attachment: whether the thumbnail is left out; false by default. Apple: since
/// iOS 10.0.
public let UNNotificationAttachmentOptionsThumbnailHiddenKey =
    "UNNotificationAttachmentOptionsThumbnailHiddenKey"

/// Option of an attachment: the part shown as thumbnail, a rectangle in unit coordinates as
/// dictionary. Apple: since iOS 10.0.
public let UNNotificationAttachmentOptionsThumbnailClippingRectKey =
    "UNNotificationAttachmentOptionsThumbnailClippingRectKey"

/// Option of an attachment: the frame or second shown as thumbnail. Apple: since iOS 10.0.
public let UNNotificationAttachmentOptionsThumbnailTimeKey =
    "UNNotificationAttachmentOptionsThumbnailTimeKey"
