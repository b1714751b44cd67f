// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

/// The properties of a payload that are needed to examine many payloads together.
public struct PayloadTraits: Hashable, Sendable {
    /// Whether the person sees or hears the push because it has an alert with text, a sound or a
    /// badge.
    public var isVisible: Bool
    public var isTimeSensitive: Bool
    /// The priority that the payload's headers specify; `nil` if they specify none.
    public var statedPriority: Int?
    public var hasThreadID: Bool
    public var hasCategory: Bool
    public var collapseID: String?
}

/// Examines many payloads together, because a setting that is right for a single payload can be
/// wrong if all payloads use it.
///
///     var folder = FolderLinter()
///     for payload in payloads { folder.add(payload) }
///     let findings = folder.findings(in: "payloads")
public struct FolderLinter: Sendable {
    private var payloads: [PayloadTraits] = []

    public init() {}

    public mutating func add(_ traits: PayloadTraits) { payloads.append(traits) }

    /// Returns the findings that concern all payloads together.
    ///
    /// - Parameter folder: the name of the folder with the payloads, to which the findings refer.
    public func findings(in folder: String) -> [Diagnostic] {
        FolderRule.table.compactMap { rule in
            rule.check(payloads).map { message in
                Diagnostic(
                    rule: rule.about.id, severity: rule.about.severity, message: message,
                    remedy: rule.about.remedy, location: Diagnostic.Location(file: folder))
            }
        }
    }
}
