// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// A payload and the headers it is sent with, as far as the sender says them; the rest is inferred
/// as `bellhop push` does it (``PushInference``).
public struct ExplainedPush: Hashable, Sendable {
    public var file: APNSFile
    public var topic: Topic?
    public var pushType: PushType?
    public var priority: PushPriority?
    public var expiration: PushExpiration?
    public var collapseID: CollapseID?

    public init(
        _ file: APNSFile, topic: Topic? = nil, pushType: PushType? = nil,
        priority: PushPriority? = nil, expiration: PushExpiration? = nil,
        collapseID: CollapseID? = nil
    ) {
        self.file = file
        self.topic = topic
        self.pushType = pushType
        self.priority = priority
        self.expiration = expiration
        self.collapseID = collapseID
    }
}
