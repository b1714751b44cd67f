// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// A user as a request names them: by their own name, or by an alias as `alias:LABEL:VALUE`.
public enum UserReference: Hashable, Sendable {
    case user(String)
    case alias(label: String, value: String)

    /// The beginning of a reference by an alias. A user whose own name begins with it can only be
    /// addressed by an alias.
    public static let aliasPrefix = "alias:"

    /// Reads a reference.
    ///
    /// - Throws: `Problem` if the text is empty, too long, or an incomplete alias.
    public init(_ text: String) throws(Problem) {
        guard text.hasPrefix(Self.aliasPrefix) else {
            if let fault = NameRule.fault(in: text) {
                throw Problem(.badValue, "the user's name \(fault)", keyPath: "user")
            }
            self = .user(text)
            return
        }
        let parts = text.dropFirst(Self.aliasPrefix.count)
            .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw Problem(
                .badValue,
                "an alias needs a label and a value; write alias:LABEL:VALUE, such as "
                    + "alias:crm:4711", keyPath: "user")
        }
        let (label, value) = (String(parts[0]), String(parts[1]))
        if let fault = AliasRule.fault(inLabel: label) {
            throw Problem(.badValue, "the alias's label \(fault)", keyPath: "user")
        }
        if let fault = NameRule.fault(in: value) {
            throw Problem(.badValue, "the alias's value \(fault)", keyPath: "user")
        }
        self = .alias(label: label, value: value)
    }
}

/// The rule for labels of aliases and for names of topics.
public enum AliasRule {
    /// Returns a description of the problem with a label, as the end of a sentence; `nil` if the
    /// label is valid.
    public static func fault(inLabel label: String) -> String? {
        let isFit = label.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F || $0 == 0x2D
        }
        guard isFit, !label.isEmpty, label.utf8.count <= GatewayLimits.labelByteCountMax else {
            return "is not a label; use 1 to \(GatewayLimits.labelByteCountMax) characters: a to "
                + "z, 0 to 9, - and _"
        }
        return nil
    }
}

extension GatewayLimits {
    /// The maximum size in bytes of an alias's label and of a topic's name.
    public static let labelByteCountMax = 64
    /// The maximum number of aliases of a user in one app.
    public static let aliasesPerUserMax = 20
    /// The maximum number of topics that an app can declare.
    public static let topicsPerAppMax = 200
    /// The maximum number of decisions that are kept for one installation; the oldest are removed.
    public static let consentsPerInstallationMax = 1_000
    /// The maximum number of installations that one request merges or subscribes.
    public static let installationsPerUserMax = 1_000
}
