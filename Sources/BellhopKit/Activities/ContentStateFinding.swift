// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Where app and server differ about the content of a Live Activity.
public struct ContentStateFinding: Hashable, Sendable, CustomStringConvertible {
    /// What differs.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The text is not JSON.
        case notJSON = "not-json"
        /// The app cannot decode it, so the phone ignores the push (rule `LA-6`).
        case undecodable
        /// The app reads nothing of this key; often another spelling of one.
        case unknownKey = "unknown-key"
        /// The app writes this key and the text lacks it.
        case missingKey = "missing-key"
        /// Both have it, and the app means another value.
        case otherValue = "other-value"
        /// A `Date`: the default strategy counts seconds since 2001, servers since 1970.
        case date
        /// An enum with associated values, or a dictionary whose keys are not text: its JSON is of
        /// Swift's own making.
        case swiftShape = "swift-shape"
        /// The push names another attributes type than the app's.
        case attributesType = "attributes-type"
    }

    public var kind: Kind
    /// The way to it, for instance `driver.eta`; empty for the whole.
    public var path: String
    /// What is wrong and what to try.
    public var message: String

    init(_ kind: Kind, _ path: String, _ message: String) {
        self.kind = kind
        self.path = path
        self.message = message
    }

    public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
