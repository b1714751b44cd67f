// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSAuth
package import ArgumentParser

/// The options for the credentials that Apple issues, which are the key file and two identifiers.
package struct CredentialOptions: ParsableArguments {
    /// The maximum size of a key file, in bytes.
    package static let keyFileByteCountMax = 64 * 1024

    @Option(
        name: .customLong("key"), help: ArgumentHelp("The .p8 key file.", valueName: "file"),
        completion: .file(extensions: ["p8"]))
    package var keyPath: String?

    @Option(
        name: .customLong("key-id"),
        help: "The key ID. Default: from the file name AuthKey_….p8.")
    package var keyID: String?

    @Option(
        name: .customLong("team-id"), help: "The team ID: ten capital letters and digits."
    )
    package var teamID: String?

    package init() {}

    /// Whether any of the options was specified.
    package var isGiven: Bool { keyPath != nil || keyID != nil || teamID != nil }

    /// Returns the key.
    ///
    /// - Throws: ``CommandFailure`` with status 64 if the key file, key ID or team ID is missing,
    ///   and with status 65 or 66 if the file is invalid.
    package func requiredKey() throws -> ProviderKey { try requiredFile().key() }

    /// Returns the content of the key file, with the two identifiers.
    ///
    /// - Throws: ``CommandFailure`` with status 64 if the key file, key ID or team ID is missing,
    ///   and with status 65 or 66 if the file cannot be read.
    package func requiredFile() throws -> KeyFile {
        guard let keyPath, let keyID = keyID ?? Self.keyID(inFileName: keyPath), let teamID else {
            let missing = [
                keyPath == nil ? "--key" : nil, keyID == nil ? "--key-id" : nil,
                teamID == nil ? "--team-id" : nil,
            ].compactMap { $0 }
            throw CommandFailure(
                .usage,
                "\(missing.joined(separator: " and ")) \(missing.count == 1 ? "is" : "are") "
                    + "missing; give all three: --key AuthKey_ABC123DEFG.p8 --key-id ABC123DEFG "
                    + "--team-id TEAM123456")
        }
        return try KeyFile(reading: keyPath, keyID: keyID, teamID: teamID)
    }

    /// Reads a key file.
    package static func readKey(_ path: String, keyID: String, teamID: String) throws -> ProviderKey
    {
        try KeyFile(reading: path, keyID: keyID, teamID: teamID).key()
    }

    /// Returns the key ID in a file name of the form that Apple uses, such as
    /// `AuthKey_ABC123DEFG.p8`.
    package static func keyID(inFileName path: String) -> String? {
        let name = path.split(separator: "/").last ?? ""
        guard name.hasPrefix("AuthKey_"), name.hasSuffix(".p8") else { return nil }
        return String(name.dropFirst(8).dropLast(3))
    }
}
