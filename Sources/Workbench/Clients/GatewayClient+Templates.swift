// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import GatewayAPI

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension GatewayClient {
    /// Stores a template.
    ///
    /// - Parameter file: the name of the file in messages.
    /// - Throws: ``WorkFailure`` with line and column if the gateway refuses the template.
    package func putTemplate(
        _ name: String, _ template: Data, file: String, app: String
    ) async throws -> TemplateResource {
        let response = try await caller.call("PUT", path(app, name), json: template)
        try Self.checkTemplate(response, file)
        return try read(response)
    }

    /// Returns a version of a template; `nil` if there is none.
    package func template(
        _ reference: TemplateReference, app: String
    ) async throws -> TemplateResource? {
        let version = reference.version.map { "?version=\($0)" } ?? ""
        return try await find(path(app, reference.name) + version)
    }

    /// Returns templates of an app by name; `nil` if there is no such app.
    package func templates(
        app: String, after: String? = nil, limit: Int
    ) async throws -> TemplateList? {
        let after = after.map { "&after=" + PercentCoding.encode($0) } ?? ""
        return try await find("\(base(app))/templates?limit=\(limit)\(after)")
    }

    /// Returns the versions of a template; `nil` if there is none.
    package func templateVersions(
        _ name: String, app: String
    ) async throws -> TemplateVersionList? {
        try await find(path(app, name) + "/versions")
    }

    /// Returns the payload that a recipient gets.
    ///
    /// - Parameter file: the name of the file of a template that is not stored.
    package func previewTemplate(
        _ name: String, _ use: TemplateUse, file: String, app: String
    ) async throws -> TemplatePreview {
        let response = try await caller.call(
            "POST", path(app, name) + "/preview", json: Data(use.encoded))
        try Self.checkTemplate(response, file)
        return try read(response)
    }

    /// Archives a template. Returns `false` if there is none.
    package func archiveTemplate(_ name: String, app: String) async throws -> Bool {
        try await remove(path(app, name))
    }

    /// Returns the shares of an app's messages by urgency; `nil` if there is no such app.
    package func urgencyReport(app: String, days: Int) async throws -> UrgencyReport? {
        try await find("\(base(app))/urgency-report?days=\(days)")
    }

    private func base(_ app: String) -> String { "/v1/apps/\(PercentCoding.encode(app))" }

    private func path(_ app: String, _ name: String) -> String {
        "\(base(app))/templates/\(PercentCoding.encode(name))"
    }

    /// Throws an error with line and column if the gateway has refused the template.
    private static func checkTemplate(
        _ response: HTTPCaller.Response, _ file: String
    ) throws(WorkFailure) {
        guard response.status == 422,
            let problem = try? GatewayJSON.decode(Problem.self, from: response.body)
        else { return }
        let place = problem.line.map { ":\($0):\(problem.column ?? 1)" } ?? ""
        throw WorkFailure(.badInput, "\(file.printable)\(place): \(problem.detail.printable)")
    }
}
