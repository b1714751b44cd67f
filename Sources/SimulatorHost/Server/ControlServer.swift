// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import ControlAPI
import HTTPTypes
package import Hummingbird
import Logging
import MessagingSimulator
import NIOCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The control API over HTTP, for the command line and for tests in any language.
package enum ControlServer {
    /// The maximum size of a request's body, in bytes.
    static let bodyByteCountMax = 64 * 1024
    /// The maximum time for which a request can wait for a delivery.
    static let waitMax = Duration.seconds(30)
    /// The maximum number of deliveries in one response.
    static let pageMax = 1000

    /// Returns the routes, for any transport.
    ///
    /// - Parameter messaging: the simulated FCM and push service; `nil` if they are not running.
    package static func router(
        _ control: any SimulatorControl, messaging: MessagingHost? = nil
    ) -> Router<BasicRequestContext> {
        let router = Router()
        router.middlewares.add(ControlProblems())
        router.get("/health") { _, _ in try response(["status": "ok"]) }
        router.get("/openapi.json") { _, _ in response(ControlOperations.documentData) }
        router.get("/problems/:code") { _, context in try meaning(of: context) }
        let routes = router.group("/v1")
        routes.get("/simulator") { _, _ in
            var info = try await control.info()
            info.fcm = messaging?.address(of: .fcm)
            info.webPush = messaging?.address(of: .webPush)
            return try response(info)
        }
        routes.post("/reset") { request, _ in
            let body = try await data(of: request, byteCountMax: bodyByteCountMax)
            if let parts = try ResetPart.read(body) {
                try await control.reset(parts)
                messaging?.reset(parts)
            } else {
                try await control.reset()
                messaging?.reset([.log])
            }
            return Response(status: .noContent)
        }
        addDevices(to: routes, control)
        addService(to: routes, control)
        addSetUp(to: routes, control)
        addFaults(to: routes, control, messaging)
        addMessaging(to: routes, control, messaging)
        routes.get("/deliveries") { request, _ in
            let limit = try number("limit", in: request, default: 100, 1...pageMax)
            return try response(try await control.deliveries(limit: limit))
        }
        routes.get("/deliveries/:id") { request, context in
            guard let id = APNSID(context.parameters.get("id") ?? "") else {
                throw ControlProblem(.badRequest, "an apns-id is a UUID in the 8-4-4-4-12 form")
            }
            let wait = try number(
                "wait", in: request, default: 0, 0...Int(waitMax.components.seconds))
            return try response(try await control.delivery(apnsID: id, wait: .seconds(wait)))
        }
        return router
    }

    /// Returns the page to which a problem's `type` refers. The page describes that kind of
    /// problem.
    private static func meaning(of context: BasicRequestContext) throws -> Response {
        guard let kind = context.parameters.get("code").flatMap(ControlProblemKind.init) else {
            throw ControlProblem(
                .notFound,
                "the codes of problems are "
                    + ControlProblemKind.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return try response(
            ["code": kind.rawValue, "title": kind.title, "status": String(kind.status)])
    }

    private static func addDevices(
        to routes: RouterGroup<BasicRequestContext>, _ control: any SimulatorControl
    ) {
        routes.get("/devices") { _, _ in try response(try await control.devices()) }
        routes.post("/devices") { request, _ in
            try response(
                try await control.createDevice(body(NewDevice.self, of: request)), status: .created)
        }
        routes.get("/devices/:id") { _, context in
            try response(try await control.device(reference(context)))
        }
        routes.delete("/devices/:id") { _, context in
            try await control.removeDevice(reference(context) ?? "booted")
            return Response(status: .noContent)
        }
        addState(to: routes, control)
        routes.post("/devices/:id/actions") { request, context in
            let command = try await body(DeviceCommand.self, of: request)
            return try response(try await control.perform(command, on: reference(context)))
        }
        routes.get("/devices/:id/trace") { _, context in
            try response(try await control.trace(of: reference(context)))
        }
        routes.get("/devices/:id/token") { request, context in
            let word =
                request.uri.queryParameters["family"].map { String($0) } ?? TokenFamily.app.rawValue
            guard let family = TokenFamily(rawValue: word) else {
                throw ControlProblem(
                    .badRequest,
                    "family must be one of "
                        + TokenFamily.allCases.map(\.rawValue).joined(separator: ", "))
            }
            return try response(
                try await control.token(
                    of: reference(context), app: text("app", in: request), family: family))
        }
    }

    private static func addState(
        to routes: RouterGroup<BasicRequestContext>, _ control: any SimulatorControl
    ) {
        routes.get("/devices/:id/switches") { request, context in
            try response(
                try await control.switches(of: reference(context), app: text("app", in: request)))
        }
        routes.get("/devices/:id/state") { request, context in
            let value = text("tokens", in: request) ?? "false"
            guard let withTokens = Bool(value) else {
                throw ControlProblem(.badRequest, "tokens must be true or false")
            }
            let data = try await control.saveDevice(reference(context), withTokens: withTokens)
            return response(data)
        }
        routes.put("/devices/:id/state") { request, context in
            let data = try await data(of: request, byteCountMax: DeviceState.byteCountMax)
            return try response(
                try await control.restoreDevice(reference(context), state: data))
        }
    }

    private static func addService(
        to routes: RouterGroup<BasicRequestContext>, _ control: any SimulatorControl
    ) {
        routes.get("/apns/options") { _, _ in response(try await control.serviceOptions()) }
        routes.patch("/apns/options") { request, _ in
            let changes = try await data(of: request, byteCountMax: bodyByteCountMax)
            return response(try await control.changeServiceOptions(changes))
        }
        routes.post("/apns/goaway") { request, _ in
            try response(try await control.goAway(body(GoAwayOrder.self, of: request)))
        }
    }

    static func text(_ name: Substring, in request: Request) -> String? {
        request.uri.queryParameters[name].map { PercentCoding.decode($0) ?? String($0) }
    }

    /// Returns the reference to a phone in the path, which is its identifier, its name, or `booted`
    /// for the only phone.
    private static func reference(_ context: BasicRequestContext) -> String? {
        context.parameters.get("id").map { PercentCoding.decode($0) ?? $0 }
    }

    static func number(
        _ name: Substring, in request: Request, default value: Int, _ range: ClosedRange<Int>
    ) throws -> Int {
        guard let text = request.uri.queryParameters[name] else { return value }
        guard let number = Int(text), range.contains(number) else {
            throw ControlProblem(
                .badRequest,
                "\(name) must be a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    static func body<Value: Decodable>(_ type: Value.Type, of request: Request) async throws
        -> Value
    {
        let data = try await data(of: request, byteCountMax: bodyByteCountMax)
        do { return try APIJSON.decode(type, from: data) } catch let problem as ControlProblem {
            throw problem
        } catch {
            throw ControlProblem(.badRequest, "the body cannot be read: \(reason(error))")
        }
    }

    static func data(of request: Request, byteCountMax: Int) async throws -> Data {
        do {
            let buffer = try await request.body.collect(upTo: byteCountMax)
            return Data(buffer.readableBytesView)
        } catch {
            throw ControlProblem(.badRequest, "the body is longer than \(byteCountMax) bytes")
        }
    }

    /// Returns a description of a decoding error, with its position in the JSON.
    static func reason(_ error: any Error) -> String {
        guard let error = error as? DecodingError else { return "it is not JSON" }
        switch error {
        case .keyNotFound(let key, _): return "\"\(key.stringValue)\" is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .dataCorrupted(let context):
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            return path.isEmpty ? "it is not JSON" : "\"\(path)\" has an unknown value"
        @unknown default: return "it is not JSON"
        }
    }

    static func response(
        _ value: some Encodable, status: HTTPResponse.Status = .ok,
        contentType: String = "application/json"
    ) throws -> Response {
        response(
            try APIJSON.encode(value, isPretty: true), status: status, contentType: contentType)
    }

    private static func response(
        _ data: Data, status: HTTPResponse.Status = .ok, contentType: String = "application/json"
    ) -> Response {
        Response(
            status: status, headers: [.contentType: contentType, .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: data + Data("\n".utf8))))
    }
}

/// Turns errors into HTTP responses, and rejects cross-origin requests.
struct ControlProblems<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            // HTTPTypes removes the first `Host` header from the fields. If a `Host` header
            // remains, the request had two of them, which is not allowed (RFC 9112 section 3.2).
            if let host = HTTPField.Name("Host"), request.headers[host] != nil {
                throw ControlProblem(
                    .badRequest,
                    "the request has more than one Host header; send only one")
            }
            guard
                LoopbackGuard.allows(host: request.head.authority, origin: request.headers[.origin])
            else {
                throw ControlProblem(
                    .notAllowed,
                    "this server accepts only requests to a loopback host name, and none from "
                        + "other websites"
                )
            }
            return try await next(request, context)
        } catch let problem as ControlProblem {
            return try ControlServer.response(
                problem, status: .init(code: problem.status),
                contentType: Problem.contentType)
        } catch let error as HTTPError {
            let problem = ControlProblem(
                .notFound,
                "the control API has no operation \(request.method) "
                    + "\(request.uri.path.prefix(100)); GET /openapi.json lists all operations")
            return try ControlServer.response(
                problem, status: error.status, contentType: Problem.contentType)
        } catch let error as CancellationError {
            throw error
        } catch {
            context.logger.debug("a request failed", metadata: ["error": "\(error)"])
            let problem = ControlProblem(
                .internalError, "the simulator failed; try again, and report it if it persists")
            return try ControlServer.response(
                problem, status: .internalServerError, contentType: Problem.contentType)
        }
    }
}
