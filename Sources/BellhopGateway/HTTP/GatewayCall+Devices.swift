// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
import Hummingbird

// The operations that apps request themselves.
extension GatewayCall {
    private func deviceBody() async throws -> [UInt8] {
        try await body(byteCountMax: GatewayLimits.deviceBodyByteCountMax)
    }

    func registerDevice() async throws -> Response {
        let registration = try DeviceRegistration(reading: try await deviceBody())
        return try answer(
            try await gateway.registerDevice(
                id: try parameter("installation_id"), registration, by: try device()))
    }

    func deleteDevice() async throws -> Response {
        try await gateway.deleteDevice(id: try parameter("installation_id"), by: try device())
        return Response(status: .noContent)
    }

    func deviceMessages() async throws -> Response {
        let page = try PageQuery(
            try query(), also: [], limitMax: GatewayLimits.inboxEntriesMax)
        return try answer(
            try await gateway.deviceMessages(
                id: try parameter("installation_id"), after: page.after,
                limit: page.limit ?? GatewayLimits.inboxEntriesDefault, by: try device()))
    }

    func addReceipts() async throws -> Response {
        let batch = try ReceiptBatch(reading: try await deviceBody())
        let counts = try await gateway.addReceipts(
            id: try parameter("installation_id"), batch.receipts, by: try device())
        return try answer(counts, status: .accepted)
    }
}
