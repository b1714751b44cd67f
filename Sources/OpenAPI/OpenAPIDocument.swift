// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// An OpenAPI 3.1 document. It is made from a table of operations and from the schemas to which the
/// operations refer.
package struct OpenAPIDocument: Sendable {
    package let operations: [OpenAPIOperation]
    package let schemas: [(name: String, schema: JSONValue)]
    private let title: String
    private let description: String
    private let commonFailures: [OpenAPIOperation.Failure]
    private let securitySchemes: JSONValue?

    /// Describes an API.
    ///
    /// - Parameters:
    ///   - commonProblems: the kinds of problems that every operation can return.
    ///   - securitySchemes: the value of `components.securitySchemes`, if the API has security
    ///     schemes.
    package init(
        title: String, description: String, operations: [OpenAPIOperation],
        schemas: [(name: String, schema: JSONValue)], commonProblems: [some ProblemVocabulary],
        securitySchemes: JSONValue? = nil
    ) {
        self.title = title
        self.description = description
        self.operations = operations
        self.schemas = schemas
        self.commonFailures = commonProblems.map { OpenAPIOperation.Failure($0) }
        self.securitySchemes = securitySchemes
    }

    /// The document as indented JSON in UTF-8.
    package var bytes: [UInt8] { JSONWriter.write(json, style: .indented) }

    package var json: JSONValue {
        var paths: JSONObject = [:]
        for operation in operations {
            var path = paths[operation.path]?.objectValue ?? [:]
            path[operation.method.rawValue] = operation.json(commonFailures: commonFailures)
            paths[operation.path] = .object(path)
        }
        var members: JSONObject = [:]
        for (name, schema) in schemas { members[name] = schema }
        var components: JSONObject = ["schemas": .object(members)]
        if let securitySchemes { components["securitySchemes"] = securitySchemes }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": .string(title), "version": "1", "description": .string(description),
                "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
            ],
            "paths": .object(paths), "components": .object(components),
        ]
    }
}
