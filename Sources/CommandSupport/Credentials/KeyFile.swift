// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSAuth

/// The content of a `.p8` file, which is secret, with the identifiers of the key and the team.
package struct KeyFile: Sendable {
    package let text: String
    package let keyID: String
    package let teamID: String
    /// The name of the file in messages.
    private let name: String

    /// Reads a file, but not yet the key in it.
    ///
    /// - Throws: ``CommandFailure`` with status 65 or 66.
    package init(reading path: String, keyID: String, teamID: String) throws {
        let bytes = try InputFile.read(
            path, byteCountMax: CredentialOptions.keyFileByteCountMax, what: "a .p8 key file")
        text = String(decoding: bytes, as: UTF8.self)
        name = InputFile.name(path)
        self.keyID = keyID
        self.teamID = teamID
    }

    /// Returns the key.
    ///
    /// - Throws: ``CommandFailure`` with status 65 if the text or an identifier is invalid.
    package func key() throws -> ProviderKey {
        do { return try ProviderKey(p8: text, keyID: keyID, teamID: teamID) } catch {
            throw CommandFailure(.badInput, "\(name): \(error)")
        }
    }
}

extension KeyFile: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "a file with key \(keyID) of team \(teamID)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["keyID": keyID, "teamID": teamID]) }
}
