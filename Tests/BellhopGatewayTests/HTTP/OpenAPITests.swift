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

/// The OpenAPI document of the gateway against its routes.
struct OpenAPITests {
    @Test func `the document describes every route, and nothing else`() {
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

    @Test func `the document is served as JSON without a key`() async throws {
        try await HTTPScene.run { http in
            let answer = try await http.ask(.get, "/openapi.json", authorization: "")
            #expect(answer.status == 200)
            let document = try JSONReader.read(answer.body).value
            #expect(document.objectValue?["openapi"]?.stringValue == "3.1.0")
            #expect(document == GatewayOperations.document.json)
        }
    }

    @Test func `the references of the document exist, and every schema is used`() {
        let names = Set(OpenAPISchema.gateway.map(\.name))
        let text = String(decoding: GatewayOperations.documentBytes, as: UTF8.self)
        for match in text.matches(of: #/components/schemas/([A-Za-z]+)"/#) {
            #expect(names.contains(String(match.1)), "\(match.1)")
        }
        for name in names { #expect(text.contains("schemas/\(name)\""), "\(name) is unused") }
    }

    @Test func `every parameter in a path is described, and no other`() {
        for operation in GatewayOperations.all {
            let inPath = operation.path.matches(of: #/\{([a-z_]+)\}/#).map { String($0.1) }
            let described = operation.parameters.filter { $0.location == .path }.map(\.name)
            #expect(inPath == described, "\(operation.path)")
        }
    }

    @Test func `an operation for API keys names its scope`() {
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
