// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import BellhopKit
import DemoKit

/// Completes notifications before they are shown: opens sealed messages, fetches pictures, and adds
/// the sender of a message.
public final class NotificationService: RichNotificationService {
    override public var configuration: ServiceConfiguration { Shared.service() }
}
