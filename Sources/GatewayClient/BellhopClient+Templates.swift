// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import GatewayAPI

/// Templates: messages with variables, plurals and languages.
extension BellhopClient {
    /// Stores a template as a new version. If the gateway does not accept the template, it responds
    /// with a problem that has the line and the column (``ClientError/refused(_:)``).
    ///
    /// - Parameter template: the JSON of the template.
    public func putTemplate(
        _ name: String, _ template: [UInt8], app: String
    ) async throws -> TemplateResource {
        try await put(Self.path(name, app), template)
    }

    /// Returns a version of a template; `nil` if there is none.
    ///
    /// - Parameter version: `nil` for the newest version.
    public func template(
        _ name: String, version: Int? = nil, app: String
    ) async throws -> TemplateResource? {
        try await find(
            Self.path(name, app) + Self.query(("version", version.map { "\($0)" })))
    }

    /// Returns a page of an app's templates, in the order of their names.
    ///
    /// - Parameter after: `next` of the previous page.
    public func templates(
        app: String, after: String? = nil, limit: Int = GatewayLimits.pageEntriesDefault
    ) async throws -> TemplateList {
        try await list(
            "/v1/apps/\(Self.segment(app))/templates"
                + Self.query(("after", after), ("limit", "\(limit)")))
    }

    /// Archives a template, so that no further campaign can be started with it. Returns `false` if
    /// there is none.
    public func archiveTemplate(_ name: String, app: String) async throws -> Bool {
        try await remove(Self.path(name, app))
    }

    private static func path(_ name: String, _ app: String) -> String {
        "/v1/apps/\(segment(app))/templates/\(segment(name))"
    }
}
