// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto
import Foundation
import GatewayAPI

/// What is remembered of registering from launch to launch.
///
/// Tokens are not: the system is asked anew at each launch (`REG-3`). Of what the server confirmed
/// only salted hashes are kept, enough to see that nothing has changed.
struct RegistrationRecord: Hashable, Sendable, Codable {
    /// What the server is known to have.
    struct Confirmed: Hashable, Sendable, Codable {
        var at: Date
        var facts: String
        /// By ``RegistrationRecord/key(_:)``.
        var tokens: [String: String]
    }

    /// Random; makes the hashes useless elsewhere.
    var salt: Data
    /// Who is signed in.
    var user: String?
    var userProof: String?
    /// Somebody has signed out, and the server may still believe otherwise.
    var isUserLeaving = false
    /// An upload was begun, ever: the server may know this installation.
    var mayBeKnown = false
    /// An upload was begun and has not been confirmed, so that nobody knows what the server has.
    var isInDoubt = false
    var confirmed: Confirmed?
    /// Tokens of no use any more that the server has not been told of, at most ``endedMax``.
    var ended: [TokenName] = []
    /// Uploads that failed since the last that did not.
    var failures = 0
    /// Not to be tried again before.
    var retryAt: Date?
    /// Whether the server asked for that wait.
    var isRetryAtServers = false

    static let endedMax = GatewayLimits.tokensPerRegistrationMax

    init(salt: Data) { self.salt = salt }

    init(using generator: inout some RandomNumberGenerator) {
        self.init(
            salt: Data((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }))
    }

    /// The salted hash of what may not be kept itself.
    func hash(_ bytes: some DataProtocol) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: bytes, using: SymmetricKey(data: salt))
        return Hex.encode(Array(code))
    }

    /// The hash of everything in a registration but its tokens.
    func factsHash(_ registration: DeviceRegistration) -> String {
        var facts = registration
        (facts.tokens, facts.ended) = ([], [])
        // Encoding such a value cannot fail; if it did, the facts would count as changed.
        return (try? GatewayJSON.encode(facts)).map { hash($0) } ?? ""
    }

    /// A token's name as the key of a dictionary.
    static func key(_ name: TokenName) -> String {
        [name.family.rawValue, name.attributesType ?? "", name.activity ?? ""]
            .joined(separator: "/")
    }
}
