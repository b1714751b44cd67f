// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// One operation of an HTTP API, in the form in which its OpenAPI document describes it.
package struct OpenAPIOperation: Sendable {
    package enum Method: String, Sendable {
        case get, post, put, patch, delete
    }

    /// A parameter in the path, in the query or in a header field.
    package struct Parameter: Sendable {
        package enum Location: String, Sendable {
            case path, query, header
        }

        package let name: String
        package let location: Location
        private let schema: JSONValue
        private let meaning: String
        private let isRequired: Bool

        package static func query(
            _ name: String, _ schema: JSONValue, _ meaning: String, isRequired: Bool = false
        ) -> Parameter {
            Parameter(
                name: name, location: .query, schema: schema, meaning: meaning,
                isRequired: isRequired)
        }

        package static func path(
            _ name: String, _ schema: JSONValue, _ meaning: String
        ) -> Parameter {
            Parameter(
                name: name, location: .path, schema: schema, meaning: meaning, isRequired: true)
        }

        package static func header(
            _ name: String, _ schema: JSONValue, _ meaning: String
        ) -> Parameter {
            Parameter(
                name: name, location: .header, schema: schema, meaning: meaning, isRequired: false)
        }

        var json: JSONValue {
            var object: JSONObject = [
                "name": .string(name), "in": .string(location.rawValue),
                "description": .string(meaning), "schema": schema,
            ]
            if isRequired { object["required"] = true }
            return .object(object)
        }
    }

    /// The body of a request, with a schema for each media type.
    package struct Body: Sendable {
        private let content: [(mediaType: String, schema: JSONValue)]
        private let isRequired: Bool

        package init(schema: JSONValue, isRequired: Bool = true) {
            self.init(content: [("application/json", schema)], isRequired: isRequired)
        }

        package init(
            content: [(mediaType: String, schema: JSONValue)], isRequired: Bool = true
        ) {
            self.content = content
            self.isRequired = isRequired
        }

        var json: JSONValue {
            var media: JSONObject = [:]
            for (type, schema) in content { media[type] = ["schema": schema] }
            return ["required": .bool(isRequired), "content": .object(media)]
        }
    }

    /// A kind of problem that an operation can return.
    package struct Failure: Hashable, Sendable {
        let code: String
        let status: Int

        package init(_ kind: some ProblemVocabulary) {
            code = kind.rawValue
            status = kind.status
        }
    }

    package let method: Method
    /// The path, with its parameters in braces.
    package let path: String
    package let parameters: [Parameter]
    private let summary: String
    private let body: Body?
    private let status: Int
    private let response: JSONValue?
    private let contentType: String
    private let otherContentTypes: [String]
    private let otherResponses: [(status: Int, schema: JSONValue)]
    private let failures: [Failure]
    private let security: JSONValue?

    /// Describes an operation.
    ///
    /// - Parameters:
    ///   - status: the status of a response without a problem.
    ///   - response: the schema of this response; `nil` for a response without a body.
    ///   - otherContentTypes: other media types in which a client can request the response; the
    ///     response is then described as a string.
    ///   - otherResponses: further responses that are not problems.
    ///   - problems: the kinds of problems that the operation can return, in addition to the
    ///     problems that every operation can return.
    ///   - security: the OpenAPI security requirements; `nil` for an API without security
    ///     requirements.
    package init(
        method: Method, path: String, summary: String, parameters: [Parameter] = [],
        body: Body? = nil, status: Int = 200, response: JSONValue? = nil,
        contentType: String = "application/json", otherContentTypes: [String] = [],
        otherResponses: [(status: Int, schema: JSONValue)] = [],
        problems: [some ProblemVocabulary], security: JSONValue? = nil
    ) {
        self.method = method
        self.path = path
        self.summary = summary
        self.parameters = parameters
        self.body = body
        self.status = status
        self.response = response
        self.contentType = contentType
        self.otherContentTypes = otherContentTypes
        self.otherResponses = otherResponses
        self.failures = problems.map { Failure($0) }
        self.security = security
    }

    /// The operation as JSON.
    ///
    /// - Parameter commonFailures: the kinds of problems that every operation can return.
    func json(commonFailures: [Failure]) -> JSONValue {
        var object: JSONObject = [
            "summary": .string(summary), "operationId": .string(identifier),
            "responses": .object(responses(commonFailures)),
        ]
        if !parameters.isEmpty { object["parameters"] = .array(parameters.map(\.json)) }
        if let body { object["requestBody"] = body.json }
        if let security { object["security"] = security }
        return .object(object)
    }

    /// The operation's identifier, which consists of the method and the parts of the path in camel
    /// case.
    package var identifier: String {
        let parts = path.split { !$0.isLetter && !$0.isNumber }.filter { $0 != "v1" }
        return parts.reduce(method.rawValue) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }

    private func responses(_ commonFailures: [Failure]) -> JSONObject {
        var responses: JSONObject = [:]
        var success: JSONObject = ["description": .string(summary)]
        if let response {
            var content: JSONObject = [contentType: ["schema": response]]
            for type in otherContentTypes { content[type] = ["schema": OpenAPISchema.string] }
            success["content"] = .object(content)
        }
        responses[String(status)] = .object(success)
        for (status, schema) in otherResponses {
            responses[String(status)] = [
                "description": .string(summary),
                "content": .object([contentType: ["schema": schema]]),
            ]
        }
        let all = commonFailures + failures
        for code in Set(all.map(\.status)).sorted() where responses[String(code)] == nil {
            let names = all.filter { $0.status == code }.map(\.code)
            responses[String(code)] = [
                "description": .string(names.joined(separator: ", ")),
                "content": .object([
                    Problem.contentType: ["schema": OpenAPISchema.reference("Problem")]
                ]),
            ]
        }
        return responses
    }
}
