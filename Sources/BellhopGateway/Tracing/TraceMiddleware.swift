// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import HTTPTypes
public import Hummingbird
import OpenAPI
import Tracing

/// Records a span for each request to an operation of the gateway's API, with the process's tracer
/// (swift-distributed-tracing). The parent is the span that the request names, for instance in the
/// header `traceparent`.
///
/// The span's kind is server, and its name is the operation's identifier in `GET /openapi.json`.
/// The attributes are `http.request.method`, `http.route` (the path with names in place of values),
/// `http.response.status_code`, and `error.type` for status 500 and above. A span contains no value
/// of a path, query, header or body.
///
/// ``makeGatewayRouter(for:hosts:)`` adds this middleware. If you use another router, add the
/// middleware before ``ProblemMiddleware``, so that log lines about failures are within the span.
public struct TraceMiddleware<Context: RequestContext>: RouterMiddleware {
    private let tracer: any Tracer

    /// Makes a middleware for the current tracer. Returns `nil` if the process has no tracer, so
    /// that requests have no additional cost.
    public init?() {
        guard let tracer = ProcessTracer.current() else { return nil }
        self.tracer = tracer
    }

    public func handle(
        _ request: Request, context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard let route = context.endpointPath,
            let operation = TracedOperations.name(of: request.method, route)
        else { return try await next(request, context) }
        var caller = ServiceContext.topLevel
        tracer.extract(request.headers, into: &caller, using: FieldExtractor())
        return try await tracer.withSpan(operation, context: caller, ofKind: .server) { span in
            let response = try await next(request, context)
            guard span.isRecording else { return response }
            let status = response.status.code
            span.updateAttributes { attributes in
                attributes[TraceAttribute.method] = request.method.rawValue
                attributes[TraceAttribute.route] = route
                attributes[TraceAttribute.status] = status
                if status >= 500 { attributes[TraceAttribute.error] = "\(status)" }
            }
            // A refused request is not an error of the server.
            if status >= 500 { span.setStatus(SpanStatus(code: .error)) }
            return response
        }
    }
}

/// Finds the fields of a request's header that a tracer asks for.
private struct FieldExtractor: Extractor {
    func extract(key: String, from fields: HTTPFields) -> String? {
        HTTPField.Name(key).flatMap { fields[$0] }
    }
}

/// The operations of the gateway's API by method and path.
private enum TracedOperations {
    private struct Key: Hashable {
        let method: String
        let path: String
    }

    private static let names = Dictionary(
        GatewayOperations.all.map { operation in
            (
                Key(method: operation.method.rawValue.uppercased(), path: operation.path),
                operation.identifier
            )
        }, uniquingKeysWith: { first, _ in first })

    /// Returns the identifier of an operation; `nil` for other routes, such as those of a page.
    static func name(of method: HTTPRequest.Method, _ path: String) -> String? {
        names[Key(method: method.rawValue, path: path)]
    }
}
