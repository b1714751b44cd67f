// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import BellhopKit

/// Where a notification leads.
public enum Route: PushRoute {
    case postcard(id: String)

    public init?(_ message: PushMessage) {
        guard let id = message.payload.string("postcard") else { return nil }
        self = .postcard(id: id)
    }
}
