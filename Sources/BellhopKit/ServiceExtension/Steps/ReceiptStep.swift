// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI

/// Reports to the app's server that the message arrived, because APNs does not report that.
public struct ReceiptStep: ServiceStep {
    public let name = ServiceStepName.receipt
    public var timeLimit = ServiceTime.receipt
    private let deliver: @Sendable (PushMessage, AppContext) async -> Void

    /// - Parameter deliver: records or sends the receipt.
    public init(deliver: @escaping @Sendable (PushMessage) async -> Void) {
        self.deliver = { message, _ in await deliver(message) }
    }

    /// Records the receipt in the folder that the app shares, and sends the recorded receipts if
    /// there is time. The policy in the app's ``PushConfiguration/receipts`` determines which
    /// receipts are recorded.
    public init(to backend: any DeviceBackend) {
        deliver = { message, context in
            let receipts = PushReceipts(backend: backend, context: context, sending: .whenFlushed)
            receipts.record(.delivered, message: message)
            await receipts.flush(within: ServiceTime.receipt)
        }
    }

    public func run(on draft: NotificationDraft) async throws {
        await deliver(
            PushMessage(draft.payload, origin: .background, keys: draft.keys), draft.context)
    }
}
