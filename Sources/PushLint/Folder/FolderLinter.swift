// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

/// What of one payload counts when many are judged together.
public struct PayloadTraits: Hashable, Sendable {
    /// Whether a person sees or hears it: an alert with text, sound or badge.
    public var isVisible: Bool
    public var isTimeSensitive: Bool
    /// The priority that was said; `nil` when it was not.
    public var statedPriority: Int?
    public var hasThreadID: Bool
    public var hasCategory: Bool
    public var collapseID: String?
}

/// Judges many payloads together: what is right for one can be wrong for all.
///
///     var folder = FolderLinter()
///     for payload in payloads { folder.add(payload) }
///     let findings = folder.findings(in: "payloads")
public struct FolderLinter: Sendable {
    private var payloads: [PayloadTraits] = []

    public init() {}

    public mutating func add(_ traits: PayloadTraits) { payloads.append(traits) }

    /// What is wrong with all of them together.
    ///
    /// - Parameter folder: the folder that they are in, which findings name.
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
