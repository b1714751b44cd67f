// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import HTTPTypes
package import Hummingbird
import NIOCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The routes for the page and for the requests that it sends. Callers must check `Host` and
/// `Origin` before they pass requests to these routes.
package enum ConsoleRoutes {
    /// The maximum size of a body that the page may post, in bytes; it is the maximum size of a
    /// payload file.
    static let bodyByteCountMax = APNSFile.byteCountMax

    /// Adds the routes of the page to a router.
    package static func add<Context: RequestContext>(
        to routes: some RouterMethods<Context>, backend: ConsoleBackend
    ) {
        ConsoleAssets.add(to: routes)
        let events = ConsoleEvents(backend: backend)
        routes.get("/console/events") { request, _ in
            let phone = phone(of: request)
            return try events.response(to: request) {
                try await ConsoleState(backend, phone: phone)
            }
        }
        routes.get("/console/state") { request, _ in
            try json(try await ConsoleState(backend, phone: phone(of: request)))
        }
        routes.get("/console/rules") { _, _ in try json(ConsoleRule.table) }
        addCommands(to: routes, backend: backend)
        addService(to: routes, backend: backend)
    }

    private static func addCommands<Context: RequestContext>(
        to routes: some RouterMethods<Context>, backend: ConsoleBackend
    ) {
        routes.post("/console/action") { request, _ in
            await reporting {
                let command = try ControlJSON.decode(
                    DeviceCommand.self, from: try await body(of: request))
                _ = try await backend.control.perform(
                    command, on: try await target(of: request, backend))
                return "done"
            }
        }
        routes.post("/console/messages") { request, _ in
            await reporting {
                let data = try await body(of: request)
                return try await backend.post(
                    try ControlJSON.decode(ConsoleBackend.Message.self, from: data))
            }
        }
        routes.post("/console/push") { request, _ in
            await reporting {
                let data = try await body(of: request)
                let file: APNSFile
                do { file = try APNSFile(reading: Array(data), takesFrontMatter: false) } catch {
                    throw ConsoleFailure("\(error)")
                }
                let report = try await backend.push(
                    file, try await target(of: request, backend))
                guard report.isGood else { throw ConsoleFailure(report.summary) }
                return report.summary
            }
        }
    }

    /// Returns the phone identifier in a request's query; `nil` for the first phone.
    private static func phone(of request: Request) -> String? {
        request.uri.queryParameters["phone"].map { String($0) }
    }

    /// Returns the phone that the page shows. If the request names no phone, this is the first
    /// phone.
    private static func target(
        of request: Request, _ backend: ConsoleBackend
    ) async throws -> String {
        let phones = try await backend.control.devices()
        guard let first = phones.first else {
            throw ConsoleFailure("there is no phone; create one with: bellhop device create")
        }
        guard let id = phone(of: request) else { return first.id }
        guard phones.contains(where: { $0.id == id }) else {
            throw ConsoleFailure("this phone no longer exists; choose another one")
        }
        return id
    }

    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response
    {
        Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: try ControlJSON.encode(value))))
    }

    static func body(of request: Request) async throws -> Data {
        do {
            return Data(try await request.body.collect(upTo: bodyByteCountMax).readableBytesView)
        } catch {
            throw ConsoleFailure(
                "the body has more than \(bodyByteCountMax) bytes; a payload has at most 4096")
        }
    }

    /// Returns a response with one line, which states what was done or why it failed.
    static func reporting(_ work: () async throws -> String) async -> Response {
        let (status, detail): (HTTPResponse.Status, String)
        do { (status, detail) = (.ok, try await work()) } catch let failure as ConsoleFailure {
            (status, detail) = (.unprocessableContent, failure.detail)
        } catch let problem as ControlProblem {
            (status, detail) = (.unprocessableContent, problem.detail)
        } catch is DecodingError {
            (status, detail) = (.badRequest, "the request cannot be read; reload the page")
        } catch {
            (status, detail) = (
                .internalServerError, "the request failed; the server's log has the reason"
            )
        }
        return (try? json(["detail": detail], status: status))
            ?? Response(status: .internalServerError)
    }
}
