// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto
import CryptoExtras
import GatewayAPI
import NIOPosix

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The hash of a member's password, by scrypt (RFC 7914).
struct PasswordHash: Hashable, Sendable {
    /// The costs: 2^15 rounds with the block size 8 need 32 MiB of memory, and run three times, one
    /// after another. OWASP's Password Storage Cheat Sheet recommends these settings among others.
    static let costs = Costs(roundsLog: 15, blockSize: 8, parallelism: 3)
    private static let saltByteCount = 16
    private static let keyByteCount = 32

    struct Costs: Hashable, Sendable {
        let roundsLog: Int
        let blockSize: Int
        let parallelism: Int
    }

    let costs: Costs
    let salt: [UInt8]
    let key: [UInt8]

    /// The stored form: `scrypt:15:8:3:SALT:KEY`, with salt and key in hexadecimal digits.
    var text: String {
        "scrypt:\(costs.roundsLog):\(costs.blockSize):\(costs.parallelism):"
            + Hex.encode(salt) + ":" + Hex.encode(key)
    }

    /// Reads the stored form; `nil` if the text has another form, or costs that this version does
    /// not accept.
    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0] == "scrypt", let rounds = Int(parts[1]),
            let block = Int(parts[2]), let parallel = Int(parts[3]), (10...20).contains(rounds),
            (1...32).contains(block), (1...16).contains(parallel),
            let salt = Hex.decode(String(parts[4])), let key = Hex.decode(String(parts[5])),
            !key.isEmpty
        else { return nil }
        costs = Costs(roundsLog: rounds, blockSize: block, parallelism: parallel)
        self.salt = salt
        self.key = key
    }

    private init(costs: Costs, salt: [UInt8], key: [UInt8]) {
        self.costs = costs
        self.salt = salt
        self.key = key
    }

    /// Returns a hash that no password is known to have.
    static func decoy(_ costs: Costs) -> PasswordHash {
        var generator = SystemRandomNumberGenerator()
        func random(_ count: Int) -> [UInt8] {
            (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        }
        return PasswordHash(costs: costs, salt: random(saltByteCount), key: random(keyByteCount))
    }

    /// Makes the hash of a new password.
    init(
        of password: String, costs: Costs = PasswordHash.costs,
        using generator: inout some RandomNumberGenerator
    ) throws {
        self.costs = costs
        salt = (0..<Self.saltByteCount).map { _ in
            UInt8.random(in: .min ... .max, using: &generator)
        }
        key = try Self.derive(password, salt: salt, costs)
    }

    /// Returns whether a password has this hash. The time does not depend on the password.
    func matches(_ password: String) -> Bool {
        guard let derived = try? Self.derive(password, salt: salt, costs) else { return false }
        // Comparing hashes takes the same time wherever the keys differ.
        return SHA256.hash(data: derived) == SHA256.hash(data: key)
    }

    private static func derive(
        _ password: String, salt: [UInt8], _ costs: Costs
    ) throws -> [UInt8] {
        let key = try KDF.Scrypt.deriveKey(
            from: Array(password.utf8), salt: salt, outputByteCount: keyByteCount,
            rounds: 1 << costs.roundsLog,
            blockSize: costs.blockSize, parallelism: costs.parallelism)
        return key.withUnsafeBytes { Array($0) }
    }
}

/// Checks passwords one after another, on a thread where a long calculation delays nothing else.
///
/// One check needs 32 MiB and a fraction of a second. Because only one check runs at a time,
/// sign-ins by strangers cannot use up the memory.
actor PasswordChecker {
    /// The maximum number of waiting checks. Further sign-ins are refused.
    static let waitingMax = 16

    /// A hash that no password has, for logins that do not exist.
    private let decoy: PasswordHash
    private var waiting = 0
    private var last: Task<Void, Never>?

    init(decoy: PasswordHash) { self.decoy = decoy }

    /// Returns whether a password has a hash. Without a hash, the check takes the same time and
    /// returns `false`.
    ///
    /// - Returns: `nil` if too many checks wait.
    func matches(_ password: String, _ hash: PasswordHash?) async -> Bool? {
        let (hash, isReal) = (hash ?? decoy, hash != nil)
        return await run { hash.matches(password) && isReal }
    }

    /// Makes the hash of a new password.
    ///
    /// - Returns: `nil` if too many checks wait.
    func hash(_ password: String) async throws -> PasswordHash? {
        let costs = decoy.costs
        let result = await run {
            Result {
                var generator = SystemRandomNumberGenerator()
                return try PasswordHash(of: password, costs: costs, using: &generator)
            }
        }
        return try result?.get()
    }

    private func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value? {
        guard waiting < Self.waitingMax else { return nil }
        waiting += 1
        defer { waiting -= 1 }
        let before = last
        let task = Task { () -> Value? in
            await before?.value
            return try? await NIOThreadPool.singleton.runIfActive(work)
        }
        last = Task { _ = await task.value }
        return await task.value
    }
}
