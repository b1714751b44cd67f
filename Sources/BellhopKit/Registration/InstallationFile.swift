// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import UserNotificationsShim

/// Who this installation is, kept on this phone only.
///
/// A backup that is put onto another phone must not make two phones one installation. So the
/// folder is left out of backups, and the file names the phone it was made on: Apple's
/// `identifierForVendor`, which is another one on another phone. When either says that this is a
/// new phone, a new installation is made; the old one's tokens are dead (`REG-5`) and its server
/// learns that from APNs. On the same phone, an installation stays the same over updates, restarts
/// and a restored backup that brings new tokens.
struct InstallationFile: Sendable {
    /// What the file says.
    struct Content: Hashable, Sendable, Codable {
        var installation: Installation
        /// Which phone; `nil` when nobody knew.
        var phone: String?
    }

    let file: SharedFile<Content?>

    init(folder: SharedFolder) { file = folder.onThisPhone.file("installation", missing: nil) }

    /// The installation, if there is one: for extensions, which make none.
    func known() throws -> Installation? { try file.read()?.installation }

    /// The installation, made when there is none for this phone.
    ///
    /// - Parameter phone: which phone this is; `nil` when that cannot be known now.
    func current(
        phone: String?, using generator: inout some RandomNumberGenerator
    ) throws -> (installation: Installation, isNew: Bool) {
        if let known = try file.read(), known.phone == phone || phone == nil {
            return (known.installation, false)
        }
        return try file.update { content in
            // A file that names no phone is taken to be this phone's: it is left out of backups.
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
    /// The part of the folder that is left out of backups ("isExcludedFromBackup").
    var onThisPhone: SharedFolder {
        let part = url.appendingPathComponent("this-phone", isDirectory: true)
        #if canImport(Darwin)
        Self.leaveOutOfBackups(part)
        #endif
        return SharedFolder(part)
    }

    #if canImport(Darwin)
    /// Counts for everything in the folder. When it cannot be set, the phone's mark in the file
    /// still tells.
    private static func leaveOutOfBackups(_ folder: URL) {
        var folder = folder
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        try? folder.setResourceValues(values)
    }
    #endif
}

/// Which phone this is, as far as an app may know.
enum PhoneMark {
    /// Apple's `identifierForVendor`: the same in all apps of a developer on one phone, another on
    /// another phone. `nil` on a Mac, and on a phone before its first unlock.
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
