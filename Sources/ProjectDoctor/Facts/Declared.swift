// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import Diagnostics

/// What a build configuration declares for one key, in its entitlements or in its Info.plist.
enum Declared: Hashable {
    case present(PlistValue)
    case absent
    /// The file could not be read, or a build setting in the value could not be resolved.
    case unknown

    init(_ value: PlistValue?, isKnown: Bool) {
        guard let value else {
            self = isKnown ? .absent : .unknown
            return
        }
        self =
            value.strings.contains { $0.contains("$(") || $0.contains("${") }
            ? .unknown : .present(value)
    }

    /// The value, if the key is known to be present.
    var value: PlistValue? { if case .present(let value) = self { value } else { nil } }

    /// Whether the key is known to be absent or to have a value other than true.
    var isOff: Bool {
        switch self {
        case .absent: true
        case .present(let value): value.bool == false
        case .unknown: false
        }
    }

    /// Returns whether the value is known not to contain a string.
    func lacks(_ text: String) -> Bool {
        switch self {
        case .absent: true
        case .present(let value): !value.listItems.contains(text)
        case .unknown: false
        }
    }
}

extension PlistValue {
    /// The strings of an array. A single string is split at spaces, because lists in build settings
    /// are separated by spaces.
    var listItems: [String] {
        if case .string(let text) = self {
            text.split(separator: " ").map(String.init)
        } else {
            strings
        }
    }
}

extension AppTarget.Configuration {
    /// Returns the declaration in the entitlements. Without an entitlements file, every key is
    /// absent. If the specified file could not be read, every key is unknown.
    func entitlement(_ key: String) -> Declared {
        let isNamed = !(settings["CODE_SIGN_ENTITLEMENTS"] ?? "").isEmpty
        return Declared(
            entitlements?.value[key],
            isKnown: (entitlements != nil || !isNamed) && !scriptMayEntitle(to: key))
    }

    /// Returns the declaration in the Info.plist.
    func info(_ key: String) -> Declared {
        // A script that contains the key's name may write the key during the build.
        Declared(infoPlist?.value[key], isKnown: infoPlist != nil && !scripts.mentions(key))
    }

    /// Returns whether a build script may add an entitlement, because it changes entitlements and
    /// mentions either this key or no key.
    private func scriptMayEntitle(to key: String) -> Bool {
        guard scripts.writesEntitlements else { return false }
        if scripts.mentions(key) { return true }
        return !(EntitlementKey.all + ["com.apple.developer.", "com.apple.security."])
            .contains { scripts.mentions($0) }
    }

    /// Returns the location of an entitlement, or of the target if the key is missing.
    func location(ofEntitlement key: String, in target: AppTarget) -> Diagnostic.Location {
        entitlements?.location(of: key) ?? target.location
    }

    /// Returns the location of an Info.plist key, or of the target if there is no Info.plist file.
    func location(ofInfo key: String, in target: AppTarget) -> Diagnostic.Location {
        infoPlist?.location(of: key) ?? target.location
    }
}

extension DoctorReport {
    /// Examines each configuration of a target. A problem that several configurations share becomes
    /// a single finding.
    ///
    /// - Parameter severity: the severity of findings; `nil` for the severity of the check.
    mutating func examine(
        _ target: AppTarget, severity: Severity? = nil,
        _ problem: (AppTarget.Configuration) -> (
            message: String, remedy: String?, location: Diagnostic.Location
        )?
    ) {
        var problems: [(message: String, remedy: String?, location: Diagnostic.Location)] = []
        var names: [[String]] = []
        for configuration in target.configurations {
            guard let found = problem(configuration) else { continue }
            if let index = problems.firstIndex(where: { $0 == found }) {
                names[index].append(configuration.name)
            } else {
                problems.append(found)
                names.append([configuration.name])
            }
        }
        markExamined(target.name)
        for (problem, names) in zip(problems, names) {
            let isEverywhere = names.count == target.configurations.count
            let suffix = isEverywhere ? "" : " in \(names.joined(separator: ", "))"
            add(
                problem.message + suffix, at: problem.location, remedy: problem.remedy,
                severity: severity,
                of: target)
        }
    }
}
