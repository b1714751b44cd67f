// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto
import Foundation
import GatewayAPI

/// The part of the registration's state that is stored from launch to launch.
///
/// Tokens are not stored: each launch requests them from the system again (`REG-3`). The data that
/// the server confirmed is stored only as salted hashes, which suffice to see whether it has
/// changed.
struct RegistrationRecord: Hashable, Sendable, Codable {
    /// The data that the server is known to have.
    struct Confirmed: Hashable, Sendable, Codable {
        var at: Date
        var facts: String
        /// The salted hashes of the tokens, by ``RegistrationRecord/key(_:)``.
        var tokens: [String: String]
    }

    /// Random bytes, which prevent a comparison of the hashes with the hashes of other
    /// installations.
    var salt: Data
    /// The user who is signed in.
    var user: String?
    var userProof: String?
    /// Whether a user has signed out and the server may not know it yet.
    var isUserLeaving = false
    /// Whether an upload was ever begun. If so, the server may know this installation.
    var mayBeKnown = false
    /// Whether an upload was begun and has not been confirmed. If so, the server's state is not
    /// known.
    var isInDoubt = false
    var confirmed: Confirmed?
    /// The number that the app has set on its icon, until the server has received it.
    var badge: Int?
    /// The names of tokens that are no longer in use and have not been reported to the server yet,
    /// at most ``endedMax``.
    var ended: [TokenName] = []
    /// The number of failed uploads since the last successful one.
    var failures = 0
    /// The earliest time of the next try.
    var retryAt: Date?
    /// Whether the server requested the wait until ``retryAt``.
    var isRetryAtServers = false

    /// The maximum number of names in ``ended``.
    static let endedMax = GatewayLimits.tokensPerRegistrationMax

    init(salt: Data) { self.salt = salt }

    init(using generator: inout some RandomNumberGenerator) {
        self.init(
            salt: Data((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }))
    }

    /// Returns the salted hash of data that must not be stored itself.
    func hash(_ bytes: some DataProtocol) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: bytes, using: SymmetricKey(data: salt))
        return Hex.encode(Array(code))
    }

    /// Returns the hash of a registration without its tokens and its badge. The badge is sent only
    /// when the app sets it.
    func factsHash(_ registration: DeviceRegistration) -> String {
        var facts = registration
        (facts.tokens, facts.ended, facts.badge) = ([], [], nil)
        // Encoding these values cannot fail. If it did, the facts would be treated as changed.
        return (try? GatewayJSON.encode(facts)).map { hash($0) } ?? ""
    }

    /// Returns a token's name as the key of a dictionary.
    static func key(_ name: TokenName) -> String {
        [name.family.rawValue, name.attributesType ?? "", name.activity ?? ""]
            .joined(separator: "/")
    }
}
