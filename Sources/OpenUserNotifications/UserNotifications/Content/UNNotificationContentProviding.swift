// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a content can be updated from. Apple: since iOS 15.0. It has no requirements; Apple's
/// conforming types are ``INSendMessageIntent``, ``INStartCallIntent`` and
/// ``UNNotificationAttributedMessageContext``.
public protocol UNNotificationContentProviding: NSObjectProtocol {}
