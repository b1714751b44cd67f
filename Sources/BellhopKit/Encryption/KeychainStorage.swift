// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Security)
public import Foundation
import Security

/// Stores secrets in the keychain, in the access group that an app shares with its extensions
/// ("Sharing access to keychain items among a collection of apps").
///
/// The secrets can be read after the first unlock, because pushes arrive while the phone is locked.
/// They never leave this device: a phone restored from a backup makes its own keys.
public struct KeychainStorage: KeyStorage {
    private let service: String
    private let accessGroup: String?

    /// - Parameters:
    ///   - service: distinguishes these keys from the app's other items.
    ///   - accessGroup: the access group with the team's prefix, for instance
    ///     `ABCDE12345.com.example.chat`; `nil` for the first group of the app's entitlement, to
    ///     which extensions may have no access.
    public init(service: String = "bellhop.encryption", accessGroup: String?) {
        self.service = service
        self.accessGroup = accessGroup
    }

    public func read(_ name: String) throws -> Data? {
        var query = query(name)
        query[kSecReturnData] = true
        query[kSecMatchLimit] = kSecMatchLimitOne
        var result: CFTypeRef?
        switch SecItemCopyMatching(query as CFDictionary, &result) {
        case errSecSuccess: return result as? Data
        case errSecItemNotFound: return nil
        case let status: throw KeychainError(status: status)
        }
    }

    public func write(_ secret: Data, as name: String) throws {
        let values: [CFString: Any] = [
            kSecValueData: secret,
            kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
        ]
        let item = query(name).merging(values) { _, new in new }
        switch SecItemAdd(item as CFDictionary, nil) {
        case errSecSuccess: return
        case errSecDuplicateItem:
            let status = SecItemUpdate(query(name) as CFDictionary, values as CFDictionary)
            guard status == errSecSuccess else { throw KeychainError(status: status) }
        case let status: throw KeychainError(status: status)
        }
    }

    public func remove(_ name: String) throws {
        let status = SecItemDelete(query(name) as CFDictionary)
        guard status == errSecSuccess || status == errSecItemNotFound else {
            throw KeychainError(status: status)
        }
    }

    public func names() throws -> [String] {
        var query = query(nil)
        query[kSecReturnAttributes] = true
        query[kSecMatchLimit] = kSecMatchLimitAll
        var result: CFTypeRef?
        switch SecItemCopyMatching(query as CFDictionary, &result) {
        case errSecSuccess:
            let items = result as? [[CFString: Any]] ?? []
            return items.compactMap { $0[kSecAttrAccount] as? String }.sorted()
        case errSecItemNotFound: return []
        case let status: throw KeychainError(status: status)
        }
    }

    private func query(_ name: String?) -> [CFString: Any] {
        var query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: service,
            // macOS also has an older keychain, which does not support access groups.
            kSecUseDataProtectionKeychain: true,
        ]
        if let name { query[kSecAttrAccount] = name }
        if let accessGroup { query[kSecAttrAccessGroup] = accessGroup }
        return query
    }
}

/// An error of the keychain.
public struct KeychainError: Error, Hashable, Sendable, CustomStringConvertible {
    public let status: OSStatus

    public var description: String {
        switch status {
        case errSecInteractionNotAllowed:
            "the keychain cannot be read until the phone has been unlocked once (\(status))"
        case errSecMissingEntitlement:
            "the keychain group is not among the app's entitlements (\(status))"
        default: "the keychain returned OSStatus \(status)"
        }
    }
}
#endif
