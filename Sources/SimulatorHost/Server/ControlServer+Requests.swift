// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import HTTPTypes
import Hummingbird

// The requests of senders, and the faults in the responses to these requests.
extension ControlServer {
    /// The criteria for requests, as the parameters of a URL.
    static let requestCriteria = [
        "app", "token", "push_type", "environment", "status", "reason", "apns_id", "collapse_id",
        "after", "count",
    ]
    /// The further parameters of `GET /v1/requests`.
    static let pageParameters = ["service", "wait", "limit", "newest"]

    static func addFaults(
        to routes: RouterGroup<BasicRequestContext>, _ control: any SimulatorControl,
        _ messaging: MessagingHost?
    ) {
        routes.get("/faults") { _, _ in
            try response(try await control.faults() + (messaging?.faults() ?? []))
        }
        routes.post("/faults") { request, _ in
            let fault = try await data(of: request, byteCountMax: bodyByteCountMax)
            if isMessagingFault(fault) {
                return try response(running(messaging).addFault(fault), status: .created)
            }
            return try response(try await control.addFault(fault), status: .created)
        }
        routes.delete("/faults") { _, _ in
            try await control.removeFault(nil)
            _ = messaging?.removeFault(nil)
            return Response(status: .noContent)
        }
        routes.delete("/faults/:id") { _, context in
            let reference = context.parameters.get("id") ?? ""
            if messaging?.removeFault(reference) == true { return Response(status: .noContent) }
            try await control.removeFault(PercentCoding.decode(reference) ?? reference)
            return Response(status: .noContent)
        }
        routes.get("/requests") { request, _ in
            if let service = try service(of: request) {
                return try await messagingRequests(request, service, messaging)
            }
            return try response(
                try await control.requests(
                    query(of: request, parameters: requestCriteria + pageParameters)))
        }
        let stream = RequestStream(control)
        routes.get("/requests/stream") { request, _ in
            var query = try query(of: request, parameters: requestCriteria)
            let countMax = text("count", in: request).map { _ in query.count }
            query.count = 1
            let last = HTTPField.Name("last-event-id").flatMap { request.headers[$0] }
            if let last = last.flatMap({ Int($0) }) { query.after = max(query.after, last) }
            return try stream.response(to: request, query, countMax: countMax)
        }
    }

    /// Reads the criteria of `GET /v1/requests`.
    private static func query(
        of request: Request, parameters: [String]
    ) throws -> RequestQuery {
        for (name, _) in request.uri.queryParameters where !parameters.contains(String(name)) {
            throw ControlProblem(
                .badRequest,
                "there is no parameter \"\(name.prefix(64))\"; use "
                    + parameters.joined(separator: ", "))
        }
        var query = RequestQuery()
        query.app = text("app", in: request)
        query.collapseID = text("collapse_id", in: request)
        query.reason = text("reason", in: request).map { RejectionReason(rawValue: $0) }
        query.token = try value("token", of: request, "the token in hexadecimal digits") {
            try? DeviceToken(hex: $0)
        }
        query.apnsID = try value("apns_id", of: request, "a UUID in the 8-4-4-4-12 form") {
            APNSID($0)
        }
        query.pushType = try value(
            "push_type", of: request,
            "one of " + PushType.allCases.map(\.rawValue).joined(separator: ", ")
        ) { PushType(rawValue: $0) }
        query.environment = try value("environment", of: request, "sandbox or production") {
            APNSEnvironment(rawValue: $0)
        }
        query.status = try value("status", of: request, "a number from 0 to 599") {
            Int($0).flatMap { (0...599).contains($0) ? $0 : nil }
        }
        query.after = try number("after", in: request, default: 0, 0...Int.max)
        query.count = try number("count", in: request, default: 1, 1...pageMax)
        query.limit = max(
            query.count, try number("limit", in: request, default: 100, 1...pageMax))
        query.prefersNewest =
            try value("newest", of: request, "true or false") { Bool($0) } ?? false
        query.wait = .seconds(
            try number("wait", in: request, default: 0, 0...Int(waitMax.components.seconds)))
        return query
    }

    /// Reads a parameter that must have a certain form.
    private static func value<Value>(
        _ name: Substring, of request: Request, _ form: String, _ read: (String) -> Value?
    ) throws -> Value? {
        guard let text = text(name, in: request) else { return nil }
        guard let value = read(text) else {
            throw ControlProblem(.badRequest, "\(name) must be \(form)")
        }
        return value
    }
}
