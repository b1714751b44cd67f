// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import OpenAPI
import Testing

/// The OpenAPI document that is made from a table of operations.
struct OpenAPIDocumentTests {
    private enum Kind: String, ProblemVocabulary {
        case badBody = "bad_body"
        case broken
        case notFound = "not_found"

        var status: Int {
            switch self {
            case .badBody: 422
            case .broken: 500
            case .notFound: 404
            }
        }

        var title: String { rawValue }
    }

    private static let document = OpenAPIDocument(
        title: "Things", description: "An API of things.",
        operations: [
            OpenAPIOperation(
                method: .get, path: "/v1/things/{id}", summary: "One thing.",
                parameters: [
                    .path("id", OpenAPISchema.string, "The identifier."),
                    .query("depth", OpenAPISchema.integer(1...3), "The depth."),
                ], response: OpenAPISchema.reference("Thing"), problems: [Kind.notFound],
                security: [["key": ["things:read"]]]),
            OpenAPIOperation(
                method: .put, path: "/v1/things/{id}", summary: "Stores a thing.",
                body: .init(schema: OpenAPISchema.reference("Thing")), status: 204,
                problems: [Kind.badBody]),
        ], schemas: [("Thing", OpenAPISchema.object(["name": OpenAPISchema.string]))],
        commonProblems: [Kind.broken])

    private func value(at path: String...) -> JSONValue? {
        path.reduce(Self.document.json) { $0?.objectValue?[$1] }
    }

    @Test func `operations of one path are methods of one object`() {
        let path = value(at: "paths", "/v1/things/{id}")?.objectValue
        #expect(path?["get"]?.objectValue?["operationId"]?.stringValue == "getThingsId")
        #expect(path?["put"]?.objectValue?["operationId"]?.stringValue == "putThingsId")
    }

    @Test func `each status has a response, including the problems of all operations`() {
        let get = value(at: "paths", "/v1/things/{id}", "get", "responses")?.objectValue
        #expect(Set(get?.keys ?? []) == ["200", "404", "500"])
        #expect(get?["500"]?.objectValue?["description"]?.stringValue == "broken")
        let put = value(at: "paths", "/v1/things/{id}", "put", "responses")?.objectValue
        #expect(Set(put?.keys ?? []) == ["204", "422", "500"])
        #expect(put?["204"]?.objectValue?["content"] == nil)
    }

    @Test func `a path parameter is required, and a query parameter is not`() {
        let parameters = value(at: "paths", "/v1/things/{id}", "get", "parameters")?.arrayValue
        let required = parameters?.map { $0.objectValue?["required"] == true }
        #expect(required == [true, false])
        #expect(parameters?.map { $0.objectValue?["in"]?.stringValue } == ["path", "query"])
    }

    @Test func `an operation lists its security requirements`() {
        let get = value(at: "paths", "/v1/things/{id}", "get", "security")
        #expect(get == [["key": ["things:read"]]])
        #expect(value(at: "paths", "/v1/things/{id}", "put", "security") == nil)
    }

    @Test func `the encoded bytes represent the same document`() throws {
        #expect(try JSONReader.read(Self.document.bytes).value == Self.document.json)
    }
}
