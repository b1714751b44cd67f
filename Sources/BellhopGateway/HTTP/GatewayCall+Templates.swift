// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import Hummingbird

extension GatewayCall {
    /// Handles `GET /v1/apps/{bundle_id}/templates`.
    func templates() async throws -> Response {
        let bundleID = try bundleID()
        let page = try PageQuery(try query(), also: [])
        return try answer(
            try await gateway.templates(
                of: bundleID, after: page.after,
                limit: page.limit ?? GatewayLimits.pageEntriesDefault))
    }

    /// Handles `GET /v1/apps/{bundle_id}/templates/{name}`, with `version` in the query.
    func template() async throws -> Response {
        let bundleID = try bundleID()
        var reference = TemplateReference(name: try parameter("name"))
        for (name, value) in try query() {
            guard name == "version" else {
                throw FormReader.unknown(name, keys: ["version"], at: nil)
            }
            guard let version = Int(value), version > 0 else {
                throw Problem(
                    .badQuery, "\"version\" is not a version; send a number from 1",
                    keyPath: "version")
            }
            reference.version = version
        }
        return try answer(try await gateway.template(reference, of: bundleID))
    }

    /// Handles `PUT /v1/apps/{bundle_id}/templates/{name}`.
    func putTemplate() async throws -> Response {
        let bundleID = try bundleID()
        let bytes = try await body(byteCountMax: GatewayLimits.templateByteCountMax)
        return try answer(
            try await gateway.putTemplate(try parameter("name"), bytes, of: bundleID))
    }

    /// Handles `DELETE /v1/apps/{bundle_id}/templates/{name}`.
    func archiveTemplate() async throws -> Response {
        try await gateway.archiveTemplate(try parameter("name"), of: try bundleID())
        return Response(status: .noContent)
    }

    /// Handles `GET /v1/apps/{bundle_id}/templates/{name}/versions`.
    func templateVersions() async throws -> Response {
        try answer(
            try await gateway.templateVersions(try parameter("name"), of: try bundleID()))
    }

    /// Handles `POST /v1/apps/{bundle_id}/templates/{name}/preview`.
    func previewTemplate() async throws -> Response {
        let bundleID = try bundleID()
        let use = try TemplateUse(reading: try await body(), for: .preview)
        return try answer(
            try await gateway.previewTemplate(try parameter("name"), use, of: bundleID))
    }

    /// Handles `GET /v1/apps/{bundle_id}/urgency-report`.
    func urgencyReport() async throws -> Response {
        let bundleID = try bundleID()
        var days = GatewayLimits.urgencyDaysDefault
        for (name, value) in try query() {
            guard name == "days" else { throw FormReader.unknown(name, keys: ["days"], at: nil) }
            guard let number = Int(value), (1...GatewayLimits.urgencyDaysMax).contains(number)
            else {
                throw Problem(
                    .badQuery,
                    "\"days\" is not a valid number; send 1 to \(GatewayLimits.urgencyDaysMax)",
                    keyPath: "days")
            }
            days = number
        }
        return try answer(try await gateway.urgencyReport(of: bundleID, days: days))
    }

    /// Removes the template from a query and returns it; `nil` if the query names none.
    static func template(
        _ query: inout [(name: String, value: String)]
    ) throws(Problem) -> TemplateReference? {
        let named = query.filter { $0.name == "template" }.map(\.value)
        query.removeAll { $0.name == "template" }
        guard named.count <= 1 else {
            throw Problem(
                .badQuery, "\"template\" occurs twice; keep only one of them", keyPath: "template")
        }
        guard let text = named.first else { return nil }
        return try TemplateReference(text)
    }
}

extension GatewayRoutes {
    static var templates: [(path: String, operations: [Operation])] {
        let app = "/v1/apps/:bundle_id"
        let template = app + "/templates/:name"
        return [
            (app + "/templates", [Operation(.get, .templatesRead) { try await $0.templates() }]),
            (
                template,
                [
                    Operation(.get, .templatesRead) { try await $0.template() },
                    Operation(.put, .templatesWrite) { try await $0.putTemplate() },
                    Operation(.delete, .templatesWrite) { try await $0.archiveTemplate() },
                ]
            ),
            (
                template + "/versions",
                [Operation(.get, .templatesRead) { try await $0.templateVersions() }]
            ),
            (
                template + "/preview",
                [Operation(.post, .templatesRead) { try await $0.previewTemplate() }]
            ),
            (
                app + "/urgency-report",
                [Operation(.get, .templatesRead) { try await $0.urgencyReport() }]
            ),
        ]
    }
}
