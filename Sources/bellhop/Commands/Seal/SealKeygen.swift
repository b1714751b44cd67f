// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import BellhopSeal

#if canImport(FoundationEssentials)
import CommandSupport
import FoundationEssentials
#else
import Foundation
#endif

/// Creates the keys for `bellhop keygen --encryption`.
enum SealKeygen {
    /// Returns the suite with the given name.
    static func suite(_ name: String) throws -> SealSuite {
        guard let suite = SealSuite(rawValue: name) else {
            throw ValidationError(
                "there is no suite \"\(name.printable)\"; use one of "
                    + SealSuite.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return suite
    }

    /// Returns the text of a file with a new key pair or shared key.
    static func make(_ suite: SealSuite, id: String?) throws -> String {
        do {
            let file: SealKeyFile =
                suite.hasKeyPairs
                ? .privateKey(try SealPrivateKey.generate(id: id, suite: suite))
                : .sharedKey(
                    try SealSharedKey.generate(id: id ?? UUID().uuidString.lowercased()))
            return JSONWriter.text(.object(file.json), style: .indented) + "\n"
        } catch { throw CommandFailure(.usage, error.description) }
    }
}
