// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
import Hummingbird

extension GatewayCall {
    /// Handles `POST /v1/keys`.
    func createKey() async throws -> Response {
        let request = try APIKeyRequest(reading: try await body())
        return try answer(try await gateway.createKey(request, by: key), status: .created)
    }

    /// Handles `GET /v1/keys`.
    func keys() async throws -> Response {
        try answer(APIKeyList(keys: try await gateway.keys(for: key)))
    }

    /// Handles `DELETE /v1/keys/{id}`.
    func revokeKey() async throws -> Response {
        try answer(try await gateway.revokeKey(id: try parameter("id"), by: key))
    }
}
