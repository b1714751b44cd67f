// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import HTTPTypes
import Hummingbird
import MessagingSimulator

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// The endpoints for the simulated FCM and the simulated push service of browsers.
extension ControlServer {
    /// The parameters of `GET /v1/requests` if `service` is `fcm` or `web_push`.
    private static let messagingParameters = [
        "service", "app", "status", "reason", "after", "count", "limit", "wait",
    ]

    static func addMessaging(
        to routes: RouterGroup<BasicRequestContext>, _ control: any SimulatorControl,
        _ messaging: MessagingHost?
    ) {
        routes.get("/fcm/tokens") { _, _ in try response(running(messaging).tokens()) }
        routes.post("/fcm/tokens") { request, _ in
            let messaging = try running(messaging)
            let order = try await body(NewFCMToken.self, of: request)
            var token: TokenView?
            if order.platform == "ios" {
                token = try await control.token(of: order.device, app: order.app, family: .app)
            }
            return try response(messaging.addToken(order, apnsToken: token), status: .created)
        }
        routes.delete("/fcm/tokens/:token") { _, context in
            let token = context.parameters.get("token") ?? ""
            try running(messaging).removeToken(PercentCoding.decode(token) ?? token)
            return Response(status: .noContent)
        }
        routes.get("/fcm/project") { _, _ in try response(running(messaging).project()) }
        routes.patch("/fcm/project") { request, _ in
            try response(
                running(messaging).changeProject(
                    try await body(FCMProjectChange.self, of: request)))
        }
        routes.get("/web-push/subscriptions") { _, _ in
            try response(running(messaging).subscriptions())
        }
        routes.post("/web-push/subscriptions") { request, _ in
            let data = try await data(of: request, byteCountMax: bodyByteCountMax)
            let order =
                data.isEmpty ? NewSubscription() : try decode(NewSubscription.self, from: data)
            return try response(running(messaging).addSubscription(order), status: .created)
        }
        routes.delete("/web-push/subscriptions/:id") { _, context in
            try running(messaging).removeSubscription(context.parameters.get("id") ?? "")
            return Response(status: .noContent)
        }
    }

    static func running(_ messaging: MessagingHost?) throws -> MessagingHost {
        guard let messaging else {
            throw ControlProblem(
                .notFound,
                "neither FCM nor a push service is simulated; start the simulator with "
                    + "--fcm-port or --web-push-port")
        }
        return messaging
    }

    private static func decode<Value: Decodable>(
        _ type: Value.Type, from data: Data
    ) throws -> Value {
        do { return try APIJSON.decode(type, from: data) } catch {
            throw ControlProblem(.badRequest, "the body cannot be read: \(reason(error))")
        }
    }

    /// Returns the service of `GET /v1/requests?service=…`; `nil` for APNs.
    static func service(of request: Request) throws -> MessagingServiceName? {
        guard let text = text("service", in: request), text != "apns" else { return nil }
        guard let service = MessagingServiceName(rawValue: text) else {
            throw ControlProblem(.badRequest, "service must be apns, fcm or web_push")
        }
        return service
    }

    /// Returns whether a fault is for FCM or Web Push, and not for APNs.
    static func isMessagingFault(_ body: Data) -> Bool {
        let service = (try? JSONReader.read(body))?.value.objectValue?["service"]?.stringValue
        return service != nil && service != "apns"
    }

    static func messagingRequests(
        _ request: Request, _ service: MessagingServiceName, _ messaging: MessagingHost?
    ) async throws -> Response {
        for (name, _) in request.uri.queryParameters
        where !messagingParameters.contains(String(name)) {
            throw ControlProblem(
                .badRequest,
                "there is no parameter \"\(name.prefix(64))\" for this service; use "
                    + messagingParameters.joined(separator: ", "))
        }
        var query = MessagingLog.Query()
        query.service = service
        query.app = text("app", in: request)
        query.reason = text("reason", in: request)
        if text("status", in: request) != nil {
            query.status = try number("status", in: request, default: 0, 0...599)
        }
        query.after = try number("after", in: request, default: 0, 0...Int.max)
        let count = try number("count", in: request, default: 1, 1...pageMax)
        query.limit = max(count, try number("limit", in: request, default: 100, 1...pageMax))
        let wait = try number("wait", in: request, default: 0, 0...Int(waitMax.components.seconds))
        return try response(
            await running(messaging).requests(query, count: count, wait: .seconds(wait)))
    }
}
