// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire

/// Provider tokens: signing one, getting the shared one, and verifying one in the service.
enum TokenBenchmarks {
    static func run(into table: inout Table) throws {
        let key = try ProviderKey.generate(keyID: "BENCHMARK1", teamID: "BELLHOPDEV")
        let now = TimeSource.system.now
        let source = ProviderTokenSource(key: key)
        let minting = try Measurement {
            try ProviderToken(signedBy: key, issuedAt: now).text.utf8.count
        }
        table.add(
            "get the shared provider token (`ProviderTokenSource`)",
            try Measurement { try source.token(now: now).text.utf8.count },
            against: ("sign one for each request (ES256)", minting))
        let authorization = try source.token(now: now).authorizationValue
        let registered = RegisteredKey(
            keyID: key.keyID, teamID: key.teamID, publicKey: key.publicKey)
        table.add(
            "verify a provider token, once for each connection",
            Measurement {
                let result = ProviderTokenVerifier.verify(authorization: authorization, now: now) {
                    _ in registered
                }
                if case .success = result { return 1 }
                return 0
            })
    }
}
