// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A type from which notification content can be updated. Available since iOS 15.0. The protocol
/// has no requirements; Apple's conforming types are ``INSendMessageIntent``, ``INStartCallIntent``
/// and ``UNNotificationAttributedMessageContext``.
public protocol UNNotificationContentProviding: NSObjectProtocol {}
