// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

/// The files of Firebase in a checkout: keys of service accounts, and configurations of apps.
package struct FirebaseFiles: Sendable {
    /// The key file of a Google service account. The key itself is not kept.
    package struct ServiceAccount: Hashable, Sendable {
        package let path: String
        package let projectID: String?
        /// The server to which a sender would send its signed assertions.
        package let tokenAddress: String?
    }

    /// A `GoogleService-Info.plist`.
    package struct Configuration: Sendable {
        package let file: PlistFile

        /// The bundle identifier of the app for which the file was made.
        package var bundleID: String? { file.value["BUNDLE_ID"]?.string }
        /// The identifier of the Firebase project.
        package var projectID: String? { file.value["PROJECT_ID"]?.string }
    }

    /// The maximum number of JSON files that are read.
    private static let fileCountMax = 200
    /// The maximum size of a JSON file that is read, in bytes. Key files are smaller than 3 KB.
    private static let byteCountMax = 16 << 10
    /// The name of a key file contains at least one of these words.
    private static let words = [
        "firebase", "adminsdk", "service", "account", "credential", "google", "gcp", "fcm", "key",
        "secret",
    ]
    /// The prefixes of addresses on this machine. A key with such a token endpoint is for a
    /// simulator.
    private static let local = ["http://127.0.0.1", "http://localhost", "http://[::1]"]

    package private(set) var serviceAccounts: [ServiceAccount] = []
    package private(set) var configurations: [Configuration] = []

    init() {}

    init(in tree: CheckoutFiles) {
        let candidates = Array(tree.paths.filter(Self.mayBeKey).prefix(Self.fileCountMax))
        serviceAccounts = candidates.compactMap { Self.serviceAccount($0, in: tree) }
        configurations = tree.paths
            .filter { FilePath.name(of: $0) == "GoogleService-Info.plist" }
            .compactMap { path in
                guard case .success(let file) = tree.plist(path) else { return nil }
                return Configuration(file: file)
            }
    }

    /// Returns whether a file may be a key file, judging by its name. Google names a key file after
    /// the project, followed by digits of the key's identifier.
    private static func mayBeKey(_ path: String) -> Bool {
        guard FilePath.ending(of: path) == "json" else { return false }
        let name = FilePath.name(of: path).lowercased()
        return words.contains { name.contains($0) }
            || name.firstMatch(of: #/-[0-9a-f]{8,12}\.json$/#) != nil
    }

    private static func serviceAccount(
        _ path: String, in tree: CheckoutFiles
    ) -> ServiceAccount? {
        guard let bytes = tree.tree.read(path, byteCountMax: byteCountMax),
            let object = (try? JSONReader.read(bytes))?.value.objectValue,
            object["type"]?.stringValue == "service_account",
            object["private_key"]?.stringValue?.contains("PRIVATE KEY") ?? false
        else { return nil }
        let address = object["token_uri"]?.stringValue
        let isSimulated = address.map { address in local.contains { address.hasPrefix($0) } }
        guard isSimulated != true else { return nil }
        return ServiceAccount(
            path: path, projectID: object["project_id"]?.stringValue, tokenAddress: address)
    }
}
