// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension GatewayClient {
    /// Creates an API key.
    package func createKey(_ request: APIKeyRequest) async throws -> APIKeyResource {
        try await post("/v1/keys", try GatewayJSON.encode(request))
    }

    /// Returns the API keys, without their secret texts.
    package func keys() async throws -> [APIKeyResource] {
        let list: APIKeyList? = try await find("/v1/keys")
        return list?.keys ?? []
    }

    /// Revokes an API key, and returns it. Returns `nil` if its identifier is unknown to the
    /// gateway.
    package func revokeKey(_ id: String) async throws -> APIKeyResource? {
        try await delete("/v1/keys/" + PercentCoding.encode(id))
    }
}
