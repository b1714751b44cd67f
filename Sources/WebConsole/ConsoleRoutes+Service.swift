// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import HTTPTypes
import Hummingbird

/// The routes for the requests that the page of the simulated APNs sends.
extension ConsoleRoutes {
    /// The minimum time between sending two states of the page. Without this pause, the server
    /// would create the whole list again after every push request, even when many requests arrive.
    private static let pause = Duration.milliseconds(250)

    private struct FaultReference: Codable {
        let id: Int
    }

    static func addService<Context: RequestContext>(
        to routes: some RouterMethods<Context>, backend: ConsoleBackend
    ) {
        let events = ConsoleEvents(backend: backend, pause: pause)
        routes.get("/console/apns/events") { request, _ in
            let filter = filter(of: request)
            return try events.response(to: request) { try await ServiceState(backend, filter) }
        }
        routes.get("/console/apns/state") { request, _ in
            try json(try await ServiceState(backend, filter(of: request)))
        }
        routes.get("/console/apns/requests/:sequence") { _, context in
            var query = RequestQuery()
            let sequence = context.parameters.get("sequence").flatMap { Int($0) } ?? 0
            query.after = max(1, sequence) - 1
            query.limit = 1
            guard let report = try await backend.control.requests(query).requests.first,
                report.sequence == sequence
            else {
                return try json(
                    ["detail": "the request is no longer in the log"], status: .notFound)
            }
            return try json(report)
        }
        routes.post("/console/apns/faults/end") { request, _ in
            await reporting {
                let reference = try ControlJSON.decode(
                    FaultReference.self, from: try await body(of: request))
                try await backend.control.removeFault(String(reference.id))
                return "The fault has ended."
            }
        }
    }

    /// Returns the filters in a request's query. A filter with an invalid value matches nothing.
    private static func filter(of request: Request) -> ServiceState.Filter {
        func text(_ name: Substring) -> String? {
            request.uri.queryParameters[name].map { PercentCoding.decode($0) ?? String($0) }
        }
        var filter = ServiceState.Filter()
        filter.app = text("app")
        filter.status = text("status").map { Int($0) ?? -1 }
        filter.reason = text("reason").map { RejectionReason(rawValue: $0) }
        filter.pushType = text("push_type").flatMap { PushType(rawValue: $0) }
        return filter
    }
}
