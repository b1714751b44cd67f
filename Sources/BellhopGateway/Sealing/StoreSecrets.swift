// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

/// Seals and opens the secrets of a database.
struct StoreSecrets: Sendable {
    /// The text that each version's proof contains.
    private static let proofText = "the master key of this version"

    /// The master keys; `nil` if there are none. Secrets then stay locked.
    let keys: MasterKeys?

    /// Seals a secret with the newest master key.
    ///
    /// A different key with the same version is refused, because a gateway with the right key could
    /// not open the secrets that the different key seals.
    ///
    /// - Throws: ``GatewayStoreError`` if there is no master key, or if it is the wrong one.
    func seal(
        _ db: isolated SQLStore.Connection, _ text: String, at place: SealedText.Place
    ) async throws -> String {
        guard let keys else { throw GatewayStoreError.masterKeyMissing }
        try await check(db, keys)
        return try SealedText.seal(text, at: place, with: keys)
    }

    /// Opens a secret; `nil` if it is locked: the master key is missing or different, or the
    /// stored text was changed.
    func open(_ sealed: String, at place: SealedText.Place) -> String? {
        keys.flatMap { SealedText.open(sealed, at: place, with: $0) }
    }

    private func check(_ db: isolated SQLStore.Connection, _ keys: MasterKeys) async throws {
        let version = keys.newestVersion
        let place = SealedText.Place.proof(version: version)
        try await db.lock(["seal_key \(version)"])
        let row = try await db.row("SELECT proof FROM seal_key WHERE version = \(version)")
        if let row {
            guard SealedText.open(try row.value("proof"), at: place, with: keys) != nil else {
                throw GatewayStoreError.masterKeyWrong(version: version)
            }
            return
        }
        let proof = try SealedText.seal(Self.proofText, at: place, with: keys)
        try await db.run("INSERT INTO seal_key (version, proof) VALUES (\(version), \(proof))")
    }
}

extension GatewayStoreError {
    static let masterKeyMissing = GatewayStoreError(
        .noMasterKey,
        "there is no master key, which seals the secrets in the database; give one with "
            + "--master-key-file FILE or in BELLHOP_MASTER_KEY, or create one with: bellhop "
            + "credential new-key FILE")

    static func masterKeyWrong(version: Int) -> GatewayStoreError {
        GatewayStoreError(
            .noMasterKey,
            "version \(version) of the master key is not the key with which the secrets in the "
                + "database were sealed; give the gateway the same key again, or write a new "
                + "version in front of the new key (VERSION:BASE64)")
    }
}
