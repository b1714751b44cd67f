// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI

/// Tells the app's server that the message arrived: APNs tells nobody.
public struct ReceiptStep: ServiceStep {
    public let name = ServiceStepName.receipt
    public var timeLimit = ServiceTime.receipt
    private let deliver: @Sendable (PushMessage, AppContext) async -> Void

    /// - Parameter deliver: notes or sends that the message is here.
    public init(deliver: @escaping @Sendable (PushMessage) async -> Void) {
        self.deliver = { message, _ in await deliver(message) }
    }

    /// Notes it where the app finds it, and sends what was noted if there is time, as far as the
    /// app's ``PushConfiguration/receipts`` wants.
    public init(to backend: any DeviceBackend) {
        deliver = { message, context in
            let receipts = Receipts(backend: backend, context: context, sending: .whenTold)
            receipts.record(.delivered, message: message)
            await receipts.flush(within: ServiceTime.receipt)
        }
    }

    public func run(on draft: NotificationDraft) async throws {
        await deliver(
            PushMessage(draft.payload, origin: .background, keys: draft.keys), draft.context)
    }
}
