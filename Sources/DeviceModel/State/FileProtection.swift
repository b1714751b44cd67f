// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The protection of a file while the phone is locked. Source: "Encrypting Your App's Files".
public enum FileProtection: String, Hashable, Sendable, Codable, CaseIterable {
    /// The file is readable while the phone is unlocked (`RSP-15`).
    case complete
    /// The file is readable after the first unlock that follows a restart (`SF-11`). This
    /// protection is the default for files.
    case untilFirstUnlock = "until-first-unlock"
    case none
}

extension Device {
    /// Returns whether code of an app or extension can read a file with this protection now.
    public func canRead(_ protection: FileProtection) -> Bool {
        switch protection {
        case .complete: !isLocked
        case .untilFirstUnlock: wasUnlocked
        case .none: true
        }
    }
}
