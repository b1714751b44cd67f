// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopSeal

#if canImport(FoundationEssentials)
import CommandSupport
import FoundationEssentials
#else
import Foundation
#endif

/// Reads the keys and JSON objects that are named on the command line.
enum SealKeyInput {
    /// Returns a recipient's key from a file, or from a public key in Base64. The length of the
    /// public key determines its suite.
    static func recipient(_ text: String, id: String?) throws -> SealKeyFile {
        let bytes = SealKeyFile.decode(text)
        let suite = SealSuite.allCases.first {
            $0.hasKeyPairs && $0.publicKeyByteCount == bytes?.count
        }
        if let bytes, let suite, !FileManager.default.fileExists(atPath: text) {
            do {
                return .publicKey(try SealPublicKey(id: id, suite: suite, bytes: bytes))
            } catch { throw CommandFailure(.badInput, "--to: \(error)") }
        }
        return try file(text)
    }

    static func privateKey(_ path: String, _ whose: String) throws -> SealPrivateKey {
        guard case .privateKey(let key) = try file(path) else {
            throw CommandFailure(
                .badInput,
                "\(path): this file has no private key; give the file with \(whose) private key")
        }
        return key
    }

    /// Returns the public key in a key file, which may also contain the private key.
    static func publicKey(_ path: String, _ whose: String) throws -> SealPublicKey {
        switch try file(path) {
        case .publicKey(let key): return key
        case .privateKey(let key): return key.publicKey
        case .sharedKey:
            throw CommandFailure(
                .badInput,
                "\(path): this file has no public key; give the file with \(whose) public key")
        }
    }

    static func file(_ path: String) throws -> SealKeyFile {
        do { return try SealKeyFile(try object(path, "a key file")) } catch let error as SealError {
            throw CommandFailure(.badInput, "\(path): \(error)")
        }
    }

    /// Returns a JSON object from a file.
    static func object(_ path: String, _ what: String) throws -> JSONObject {
        let bytes = try InputFile.read(
            path, byteCountMax: 4 * SealLimits.messageCharacterCountMax, what: what)
        let name = path == "-" ? "standard input" : path
        do {
            guard let object = try JSONReader.read(bytes).value.objectValue else {
                throw CommandFailure(
                    .badInput,
                    "\(name): the file is not a JSON object; \(what) must be a JSON object")
            }
            return object
        } catch let error as JSONSyntaxError {
            throw CommandFailure(.badInput, "\(name): \(error)")
        }
    }
}
