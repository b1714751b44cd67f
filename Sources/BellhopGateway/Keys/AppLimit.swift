// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI

/// The apps to which a caller is limited.
public struct AppLimit: Hashable, Sendable {
    private let apps: Set<String>

    /// A limit that permits every app, including apps that are created later.
    public static let none = AppLimit([])

    /// - Parameter apps: the bundle identifiers of the permitted apps; empty for every app.
    public init(_ apps: some Sequence<String>) { self.apps = Set(apps) }

    /// The bundle identifiers of the permitted apps, in order; empty for every app.
    public var names: [String] { apps.sorted() }

    /// Returns whether the limit permits an app.
    public func permits(_ bundleID: String) -> Bool { apps.isEmpty || apps.contains(bundleID) }

    /// Returns whether this limit permits every app that another limit permits.
    func covers(_ other: AppLimit) -> Bool {
        apps.isEmpty || (!other.apps.isEmpty && apps.isSuperset(of: other.apps))
    }

    /// Throws an error if the limit does not permit an app that a request names.
    func check(_ bundleID: String) throws(Problem) {
        guard !permits(bundleID) else { return }
        throw Problem(
            .keyOfOtherApp,
            "the API key is limited to \(names.prefix(5).joined(separator: ", ")); use an API key "
                + "that includes \(bundleID.prefix(GatewayLimits.nameByteCountMax))",
            keyPath: "app")
    }

    /// Returns the app that a request concerns: the app that it names, or the only permitted app.
    ///
    /// - Parameter isNeeded: whether it is an error if the request names no app and several are
    ///   permitted.
    /// - Returns: `nil` if the request names no app and the limit does not determine one.
    func app(_ named: String?, isNeeded: Bool) throws(Problem) -> String? {
        if let named {
            try check(named)
            return named
        }
        guard !apps.isEmpty else { return nil }
        if apps.count == 1 { return apps.first }
        guard isNeeded else { return nil }
        throw Problem(
            .appNeeded,
            "the API key is limited to \(apps.count) apps "
                + "(\(names.prefix(5).joined(separator: ", "))); name the app with ?app=",
            keyPath: "app")
    }
}
