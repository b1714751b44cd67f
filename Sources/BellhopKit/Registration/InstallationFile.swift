// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import UserNotificationsShim

/// The identity of this installation, stored on this phone only.
///
/// Restoring a backup on another phone must not make two phones share one installation. So the
/// folder is excluded from backups, and the file records the phone on which it was made: Apple's
/// `identifierForVendor`, which differs between phones. If the file is missing or records another
/// phone, a new installation is made. The tokens of the old installation are then invalid
/// (`REG-5`), and its server learns this from APNs. On the same phone, an installation persists
/// through updates, restarts and the restoring of a backup; only the tokens change when a backup is
/// restored.
struct InstallationFile: Sendable {
    /// The content of the file.
    struct Content: Hashable, Sendable, Codable {
        var installation: Installation
        /// The identifier of the phone; `nil` when it was not known.
        var phone: String?
    }

    let file: SharedFile<Content?>

    init(folder: SharedFolder) { file = folder.onThisPhone.file("installation", missing: nil) }

    /// Returns the installation, if there is one. Intended for extensions, which never create one.
    func known() throws -> Installation? { try file.read()?.installation }

    /// Returns the installation, and makes one when there is none for this phone.
    ///
    /// - Parameter phone: the identifier of this phone; `nil` when it is not available now.
    func current(
        phone: String?, using generator: inout some RandomNumberGenerator
    ) throws -> (installation: Installation, isNew: Bool) {
        if let known = try file.read(), known.phone == phone || phone == nil {
            return (known.installation, false)
        }
        return try file.update { content in
            // A file without a phone's identifier is assumed to belong to this phone, because the
            // file is excluded from backups.
            if var known = content, known.phone == phone || known.phone == nil || phone == nil {
                known.phone = known.phone ?? phone
                content = known
                return (known.installation, false)
            }
            let secret = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            let id = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            let made = Installation(
                id: UUID(bytes: id, version: 4).uuidString.lowercased(),
                secret: Data(secret).base64EncodedString())
            content = Content(installation: made, phone: phone)
            return (made, true)
        }
    }
}

extension SharedFolder {
    /// The subfolder that is excluded from backups ("isExcludedFromBackup").
    var onThisPhone: SharedFolder {
        let part = url.appendingPathComponent("this-phone", isDirectory: true)
        #if canImport(Darwin)
        Self.leaveOutOfBackups(part)
        #endif
        return SharedFolder(part)
    }

    #if canImport(Darwin)
    /// Excludes the folder with everything in it. If that fails, the phone's identifier in the file
    /// still reveals that the phone has changed.
    private static func leaveOutOfBackups(_ folder: URL) {
        var folder = folder
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        try? folder.setResourceValues(values)
    }
    #endif
}

/// The identity of this phone, as far as an app may know it.
enum PhoneMark {
    /// Apple's `identifierForVendor`, which is the same in all apps of a developer on one phone,
    /// and different on another phone; `nil` on a Mac, on a Watch, and on a phone before its first
    /// unlock.
    @MainActor
    static var current: String? {
        #if os(watchOS)
        nil
        #elseif canImport(UIKit) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
        UIDevice.current.identifierForVendor?.uuidString
        #else
        nil
        #endif
    }
}
