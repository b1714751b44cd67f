// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation

/// The file inside an app that lists the permissions of its signature: `embedded.mobileprovision`
/// or, on a Mac, `Contents/embedded.provisionprofile`.
///
/// The file is a signed message (CMS, RFC 5652) that contains an XML property list (Apple, "TN3125:
/// Inside Code Signing: Provisioning Profiles"). The signature is not checked: the system has
/// checked it, and anyone who can change this file can also change the code that reads it. No
/// content of the file can make the reader trap.
struct ProvisioningProfile: Sendable {
    /// The entitlements that the profile permits.
    let entitlements: [String: any Sendable]

    /// The maximum size of a file, in bytes. A profile with hundreds of phones has tens of
    /// thousands of bytes.
    static let byteCountMax = 4 << 20
    /// The maximum nesting depth of the property list; profiles have three levels.
    static let depthMax = 16

    /// Reads a profile; `nil` when the file is not a profile.
    init?(_ file: Data) {
        guard file.count <= Self.byteCountMax, let text = Self.propertyList(in: file),
            Self.depth(of: text) <= Self.depthMax,
            let list = try? PropertyListSerialization.propertyList(
                from: text, options: [], format: nil),
            let profile = list as? [String: Any],
            let entitlements = profile["Entitlements"] as? [String: Any]
        else { return nil }
        self.entitlements = SendableList.dictionary(entitlements)
    }

    /// The environment in which the tokens of an app with this profile are valid; `nil` when the
    /// app is not permitted to have tokens.
    var environment: APNSEnvironment? { APNSEnvironment(entitlements: entitlements) }

    /// Returns the text of the property list, which the message contains unencoded.
    private static func propertyList(in file: Data) -> Data? {
        guard let start = file.range(of: Data("<?xml".utf8)),
            let end = file.range(
                of: Data("</plist>".utf8), options: .backwards,
                in: start.lowerBound..<file.endIndex)
        else { return nil }
        return file.subdata(in: start.lowerBound..<end.upperBound)
    }

    /// Returns the nesting depth of the elements. The depth is limited, because the system's reader
    /// recurses once for each level.
    private static func depth(of text: Data) -> Int {
        let open = UInt8(ascii: "<")
        let slash = UInt8(ascii: "/")
        var (depth, deepest) = (0, 0)
        var index = text.startIndex
        while let tag = text[index...].firstIndex(of: open) {
            let name = text[text.index(after: tag)...].prefix(6)
            if name.first == slash {
                let closed = name.dropFirst()
                if isContainer(closed) { depth -= 1 }
            } else if isContainer(name) {
                depth += 1
                deepest = max(deepest, depth)
            }
            index = text.index(after: tag)
        }
        return deepest
    }

    private static func isContainer(_ name: Data) -> Bool {
        name.starts(with: Data("dict".utf8)) || name.starts(with: Data("array".utf8))
    }
}

extension APNSEnvironment {
    /// Reads the environment from an app's entitlements, under the entitlement's name on phones or
    /// its name on Macs ("APS Environment Entitlement").
    init?(entitlements: [String: any Sendable]) {
        let names = ["aps-environment", "com.apple.developer.aps-environment"]
        let values = names.compactMap { entitlements[$0] as? String }
        guard let value = values.first else { return nil }
        self.init(entitlement: value)
    }
}

/// Converts property lists to `Sendable` values.
enum SendableList {
    /// The maximum nesting depth; deeper values are left out.
    private static let depthMax = 16

    static func dictionary(_ dictionary: [String: Any]) -> [String: any Sendable] {
        dictionary.compactMapValues { value($0, depth: 1) }
    }

    private static func value(_ value: Any, depth: Int) -> (any Sendable)? {
        guard depth < depthMax else { return nil }
        switch value {
        case let list as [Any]:
            let values = list.compactMap { Self.value($0, depth: depth + 1) }
            // Most lists contain strings only, and callers cast them to `[String]`.
            return (values as? [String]) ?? values
        case let dictionary as [String: Any]:
            return dictionary.compactMapValues { Self.value($0, depth: depth + 1) }
        case let text as String: return text
        case let date as Date: return date
        case let data as Data: return data
        default: return number(value)
        }
    }

    private static func number(_ value: Any) -> (any Sendable)? {
        #if canImport(ObjectiveC)
        // Objective-C has one class for Booleans and numbers.
        guard let number = value as? NSNumber else { return nil }
        if CFGetTypeID(number) == CFBooleanGetTypeID() { return number.boolValue }
        return Int(exactly: number) ?? number.doubleValue
        #else
        if let flag = value as? Bool { return flag }
        if let number = value as? Int { return number }
        return value as? Double
        #endif
    }
}
