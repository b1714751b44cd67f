// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import GatewayAPI

/// Installations: an app on a device, with its tokens.
extension BellhopClient {
    /// Registers an installation. The app's server does so after each launch of the app; a repeated
    /// call changes only times.
    ///
    /// - Parameter id: the identifier that the app stores; any text up to 255 bytes.
    public func register(
        _ id: String, _ installation: InstallationRequest
    ) async throws -> InstallationResource {
        try await put(Self.path(id), try encode(installation))
    }

    /// Returns an installation; `nil` if there is none.
    public func installation(_ id: String) async throws -> InstallationResource? {
        try await find(Self.path(id))
    }

    /// Returns a page of installations, in the order of their identifiers.
    ///
    /// - Parameters:
    ///   - after: `next` of the previous page.
    ///   - limit: 1 to `GatewayLimits.pageEntriesMax`.
    public func installations(
        ofUser user: String? = nil, app: String? = nil, after: String? = nil,
        limit: Int = GatewayLimits.pageEntriesDefault
    ) async throws -> InstallationList {
        try await list(
            "/v1/installations"
                + Self.query(
                    ("user", user), ("app", app), ("after", after), ("limit", "\(limit)")))
    }

    /// Deletes an installation. Returns `false` if there is none.
    public func deleteInstallation(_ id: String) async throws -> Bool {
        try await remove(Self.path(id))
    }

    /// Changes attributes of an installation; `nil` removes a value.
    public func setAttributes(
        _ values: [String: AttributeValue?], of id: String
    ) async throws -> InstallationResource {
        try await put(Self.path(id) + "/attributes", try encode(values))
    }

    /// Adds a tag to an installation.
    public func addTag(_ tag: String, to id: String) async throws {
        try await call("PUT", "\(Self.path(id))/tags/\(Self.segment(tag))")
    }

    /// Removes a tag from an installation.
    public func removeTag(_ tag: String, from id: String) async throws {
        _ = try await remove("\(Self.path(id))/tags/\(Self.segment(tag))")
    }

    private static func path(_ id: String) -> String { "/v1/installations/" + segment(id) }
}
