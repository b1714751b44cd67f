// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import Diagnostics

/// The facts about a push other than its payload. All of them are optional. If a fact is missing, a
/// rule that depends on it reports nothing.
public struct LintContext: Hashable, Sendable {
    /// The value of a header as the sender wrote it, whether valid or not, and its location.
    public struct Header: Hashable, Sendable {
        public let value: String
        public let location: Diagnostic.Location

        public init(_ value: String, at location: Diagnostic.Location) {
            self.value = value
            self.location = location
        }
    }

    /// The headers that are not in the file, by the names in ``/APNSWire/APNSHeader``. The headers
    /// in the file's front matter are added to these headers.
    public var headers: [String: Header] = [:]
    /// The oldest system version that the app supports.
    public var minimumOS: OSVersion?
    /// The app that receives the push.
    public var app: LintApp?

    public init() {}

    /// Adds a header that was specified on the command line.
    public mutating func give(_ name: String, _ value: String) {
        headers[name] = Header(value, at: Diagnostic.Location(file: "command line"))
    }
}

/// A version of iOS or a related system, for instance `17.2`.
public struct OSVersion: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let major: Int
    public let minor: Int

    public init(_ major: Int, _ minor: Int = 0) {
        self.major = major
        self.minor = minor
    }

    /// Reads `17`, `17.2` or `17.2.1`.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...3).contains(parts.count), let major = parts[0], !parts.contains(nil) else {
            return nil
        }
        self.init(major, parts.count > 1 ? parts[1] ?? 0 : 0)
    }

    public static func < (a: OSVersion, b: OSVersion) -> Bool {
        (a.major, a.minor) < (b.major, b.minor)
    }

    public var description: String { minor == 0 ? "\(major)" : "\(major).\(minor)" }
}
