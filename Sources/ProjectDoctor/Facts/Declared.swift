// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import Diagnostics

/// A configuration's declaration for a key.
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

    /// The value, if there is one and it is known.
    var value: PlistValue? { if case .present(let value) = self { value } else { nil } }

    /// Whether it is known to be absent or not true.
    var isOff: Bool {
        switch self {
        case .absent: true
        case .present(let value): value.bool == false
        case .unknown: false
        }
    }

    /// Whether it is known to be a list without a string.
    func lacks(_ text: String) -> Bool {
        switch self {
        case .absent: true
        case .present(let value): !value.listItems.contains(text)
        case .unknown: false
        }
    }
}

extension PlistValue {
    /// The strings of a list; a single string is split at spaces, as build settings write lists.
    var listItems: [String] {
        if case .string(let text) = self {
            text.split(separator: " ").map(String.init)
        } else {
            strings
        }
    }
}

extension AppTarget.Configuration {
    /// Returns the declaration in the entitlements. Without a file there are none; a file that is
    /// named and could not be read may contain anything.
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

    /// Whether a script of the build may add an entitlement: it changes entitlements, and names
    /// this one or none.
    private func scriptMayEntitle(to key: String) -> Bool {
        guard scripts.writesEntitlements else { return false }
        if scripts.mentions(key) { return true }
        return !(EntitlementKey.all + ["com.apple.developer.", "com.apple.security."])
            .contains { scripts.mentions($0) }
    }

    /// Returns the location of an entitlement, or where it would have to be.
    func location(ofEntitlement key: String, in target: AppTarget) -> Diagnostic.Location {
        entitlements?.location(of: key) ?? target.location
    }

    /// Returns the location of a key of the Info.plist, or where it would have to be.
    func location(ofInfo key: String, in target: AppTarget) -> Diagnostic.Location {
        infoPlist?.location(of: key) ?? target.location
    }
}

extension DoctorReport {
    /// Examines each configuration of a target; the same problem in several is one finding.
    ///
    /// - Parameter severity: the severity of findings; `nil` for the check's own.
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
