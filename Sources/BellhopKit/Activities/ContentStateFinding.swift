// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A difference between app and server in the content of a Live Activity.
public struct ContentStateFinding: Hashable, Sendable, CustomStringConvertible {
    /// The kind of difference.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The text is not JSON.
        case notJSON = "not-json"
        /// The app cannot decode the text, so the phone ignores the push (rule `LA-6`).
        case undecodable
        /// The app does not read this key; often the key is a misspelling of another one.
        case unknownKey = "unknown-key"
        /// The app writes this key, but the text does not contain it.
        case missingKey = "missing-key"
        /// The app and the text both have the key, but with different values.
        case otherValue = "other-value"
        /// The state contains a `Date`. The default strategy uses seconds since 2001, but servers
        /// use seconds since 1970.
        case date
        /// The state contains an enum with associated values, or a dictionary whose keys are not
        /// strings. Their JSON form is specific to Swift.
        case swiftShape = "swift-shape"
        /// The attributes type that the push names differs from the app's attributes type.
        case attributesType = "attributes-type"
    }

    public var kind: Kind
    /// The key path, for instance `driver.eta`; empty for the whole content.
    public var path: String
    /// A description of the difference, and what to try.
    public var message: String

    init(_ kind: Kind, _ path: String, _ message: String) {
        self.kind = kind
        self.path = path
        self.message = message
    }

    public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
