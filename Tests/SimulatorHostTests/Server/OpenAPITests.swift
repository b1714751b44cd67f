// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import OpenAPI
import Testing

@testable import SimulatorHost

/// Compares the OpenAPI document with the routes of the server.
@Suite(.timeLimit(.minutes(30)))
struct OpenAPITests {
    @Test func `the document describes every route, and nothing else`() async throws {
        try await ControlScene.run { scene in
            let routes = ControlServer.router(scene.host).routes.map { route in
                let path = route.path.description.split(separator: "/").map { part in
                    part.hasPrefix(":") ? "{\(part.dropFirst())}" : String(part)
                }
                return "\(route.method.rawValue) /\(path.joined(separator: "/"))"
            }
            let described = ControlOperations.all.map {
                "\($0.method.rawValue.uppercased()) \($0.path)"
            }
            #expect(Set(routes).subtracting(described).isEmpty, "add them to ControlOperations.all")
            #expect(Set(described).subtracting(routes).isEmpty, "these routes do not exist")
            #expect(Set(described).count == described.count)
        }
    }

    @Test func `the document is served as JSON, and its references exist`() async throws {
        try await ControlScene.run { scene in
            let response = try await scene.ask(.get, "/openapi.json")
            #expect(response.status == 200)
            #expect(response.headers[.contentType] == "application/json")
            let document = try JSONReader.read(response.body).value
            #expect(document.objectValue?["openapi"]?.stringValue == "3.1.0")
            let names = Set(OpenAPISchema.control.map(\.name))
            let text = String(decoding: response.body, as: UTF8.self)
            for match in text.matches(of: #/components/schemas/([A-Za-z]+)"/#) {
                #expect(names.contains(String(match.1)), "\(match.1)")
            }
            for name in names { #expect(text.contains("schemas/\(name)\""), "\(name) is unused") }
        }
    }

    @Test func `every parameter in a path is described, and no other`() {
        for operation in ControlOperations.all {
            let inPath = operation.path.matches(of: #/\{([a-z]+)\}/#).map { String($0.1) }
            let described = operation.parameters.filter { $0.location == .path }.map(\.name)
            #expect(inPath == described, "\(operation.path)")
        }
    }
}
