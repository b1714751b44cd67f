// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Tells the app's server that the message arrived: APNs tells nobody.
public struct ReceiptStep: ServiceStep {
    public let name = ServiceStepName.receipt
    public var timeLimit = ServiceTime.receipt
    private let deliver: @Sendable (PushMessage) async -> Void

    /// - Parameter deliver: notes or sends that the message is here.
    public init(deliver: @escaping @Sendable (PushMessage) async -> Void) {
        self.deliver = deliver
    }

    public func run(on draft: NotificationDraft) async throws {
        await deliver(PushMessage(draft.payload, origin: .background, keys: draft.keys))
    }
}
