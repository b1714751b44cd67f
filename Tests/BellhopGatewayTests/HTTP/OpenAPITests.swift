// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import OpenAPI
import Testing

@testable import BellhopGateway

/// The gateway's OpenAPI document, compared with the gateway's routes.
struct OpenAPITests {
    @Test func `the OpenAPI document describes every route, and nothing else`() {
        let routes = GatewayRoutes.table.flatMap { path, operations in
            let parts = path.split(separator: "/").map { part in
                part.hasPrefix(":") ? "{\(part.dropFirst())}" : String(part)
            }
            return operations.map { "\($0.method.rawValue) /\(parts.joined(separator: "/"))" }
        }
        let described = GatewayOperations.all.map {
            "\($0.method.rawValue.uppercased()) \($0.path)"
        }
        #expect(Set(routes).subtracting(described).isEmpty, "add them to GatewayOperations.all")
        #expect(Set(described).subtracting(routes).isEmpty, "these routes do not exist")
        #expect(Set(described).count == described.count)
    }

    @Test func `the OpenAPI document is served as JSON without a key`() async throws {
        try await HTTPScene.run { http in
            let response = try await http.ask(.get, "/openapi.json", authorization: "")
            #expect(response.status == 200)
            let document = try JSONReader.read(response.body).value
            #expect(document.objectValue?["openapi"]?.stringValue == "3.1.0")
            #expect(document == GatewayOperations.document.json)
        }
    }

    @Test func `the schemas to which the document refers exist, and every schema is used`() {
        let names = Set(OpenAPISchema.gateway.map(\.name))
        let text = String(decoding: GatewayOperations.documentBytes, as: UTF8.self)
        for match in text.matches(of: #/components/schemas/([A-Za-z]+)"/#) {
            #expect(names.contains(String(match.1)), "\(match.1)")
        }
        for name in names { #expect(text.contains("schemas/\(name)\""), "\(name) is unused") }
    }

    @Test func `every path parameter is described, and no other`() {
        for operation in GatewayOperations.all {
            let inPath = operation.path.matches(of: #/\{([a-z_]+)\}/#).map { String($0.1) }
            let described = operation.parameters.filter { $0.location == .path }.map(\.name)
            #expect(inPath == described, "\(operation.path)")
        }
    }

    @Test func `an optional member of a request may be null`() {
        let schemas = Dictionary(
            OpenAPISchema.gateway.map { ($0.name, $0.schema) },
            uniquingKeysWith: { first, _ in first })
        var names: Set<String> = []
        let paths = GatewayOperations.document.json.objectValue?["paths"]?.objectValue
        for operation in GatewayOperations.all {
            let methods = paths?[operation.path]?.objectValue
            let json = methods?[operation.method.rawValue]?.objectValue?["requestBody"]
            let text = String(decoding: JSONWriter.write(json ?? .null), as: UTF8.self)
            for match in text.matches(of: #/components/schemas/([A-Za-z]+)"/#) {
                names.insert(String(match.1))
            }
        }
        #expect(names.count > 20)
        for name in names.sorted() {
            guard let schema = schemas[name] else { continue }
            // Closed objects are read by `FormReader`, which treats null as an absent member.
            for form in closedObjects(in: schema) {
                let required = form["required"]?.arrayValue?.compactMap(\.stringValue) ?? []
                for member in form["properties"]?.objectValue?.members ?? []
                where !required.contains(member.key) {
                    let choices = member.value.objectValue?["anyOf"]?.arrayValue
                    #expect(choices?.last == ["type": "null"], "\(name).\(member.key)")
                }
            }
        }
    }

    private func closedObjects(in value: JSONValue) -> [JSONObject] {
        if let list = value.arrayValue { return list.flatMap(closedObjects) }
        guard let object = value.objectValue else { return [] }
        let own = object["additionalProperties"] == .bool(false) ? [object] : []
        return own + object.members.flatMap { closedObjects(in: $0.value) }
    }

    @Test func `a member that is null is treated as absent, and an import may be empty`()
        async throws
    {
        try await HTTPScene.run { http in
            let member = try await http.ask(
                .post, "/v1/members", #"{"login":"a","name":null,"role":"owner"}"#)
            #expect(member.status == 201, "\(member.text)")
            let empty = try await http.ask(.post, "/v1/installations")
            #expect(empty.status == 200, "\(empty.text)")
        }
    }

    private func operation(_ method: String, _ path: String) -> JSONObject? {
        GatewayOperations.document.json.objectValue?["paths"]?.objectValue?[path]?
            .objectValue?[method]?.objectValue
    }

    @Test(arguments: [
        "/v1/installations", "/v1/apps/{bundle_id}/templates/{name}/preview",
        "/v1/campaigns/{id}/start", "/v1/campaigns/{id}/schedule", "/v1/webhooks/{id}/secret",
        "/v1/channels",
    ])
    func `a request body that may be left out is not marked as required`(path: String) {
        let body = operation("post", path)?["requestBody"]?.objectValue
        #expect(body?["required"] == .bool(false))
    }

    @Test func `a list that can be exported has the media types of its exports`() {
        let responses = operation("get", "/v1/campaigns/{id}/deliveries")?["responses"]
        let content = responses?.objectValue?["200"]?.objectValue?["content"]?.objectValue
        #expect(
            content?.members.map(\.key) == ["application/json", "application/x-ndjson", "text/csv"])
    }

    @Test func `the schema of a payload names no key but aps`() {
        let schemas = OpenAPISchema.gateway.filter { $0.name.hasPrefix("Message") }
        let payload = schemas.first { $0.name == "MessagePayload" }?.schema.objectValue
        #expect(payload?["properties"]?.objectValue?.members.map(\.key) == ["aps"])
        let body = schemas.first { $0.name == "MessageBody" }?.schema.objectValue
        #expect(body?["anyOf"]?.arrayValue?.count == 2)
    }

    @Test func `an operation requires one scope of an API key, or the client key`() {
        let paths = GatewayOperations.document.json.objectValue?["paths"]?.objectValue
        for operation in GatewayOperations.all where operation.path.hasPrefix("/v1/") {
            let json = paths?[operation.path]?.objectValue?[operation.method.rawValue]
            let security = json?.objectValue?["security"]?.arrayValue?.first?.objectValue
            if operation.path.hasPrefix("/v1/device/") {
                #expect(security?["clientKey"] != nil, "\(operation.path)")
            } else {
                #expect(security?["apiKey"]?.arrayValue?.count == 1, "\(operation.path)")
            }
        }
    }
}
