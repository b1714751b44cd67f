// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import OpenAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The operations of the control API, and the OpenAPI document that describes them.
enum ControlOperations {
    typealias Parameter = OpenAPIOperation.Parameter
    typealias Body = OpenAPIOperation.Body
    typealias Schema = OpenAPISchema

    static let document = OpenAPIDocument(
        title: "Bellhop control API",
        description: "The control API of the APNs simulator of Bellhop.", operations: all,
        schemas: Schema.control,
        commonProblems: [ControlProblemKind.badRequest, .notAllowed])

    /// The document as the JSON that the server sends.
    static let documentData = Data(document.bytes)

    static func operation(
        method: OpenAPIOperation.Method, path: String, summary: String,
        parameters: [Parameter] = [], body: Body? = nil, status: Int = 200,
        response: JSONValue? = nil, contentType: String = "application/json",
        problems: [ControlProblemKind] = []
    ) -> OpenAPIOperation {
        OpenAPIOperation(
            method: method, path: path, summary: summary, parameters: parameters, body: body,
            status: status, response: response, contentType: contentType, problems: problems)
    }
}
