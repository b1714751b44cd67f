// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import HTTPTypes
public import Hummingbird
import NIOCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The page and what it asks for. Put a check of `Host` and `Origin` in front of it.
public enum ConsoleRoutes {
    /// The longest body the page may post, in bytes: a payload file.
    static let bodyByteCountMax = APNSFile.byteCountMax

    /// Adds the page to a router.
    public static func add<Context: RequestContext>(
        to routes: some RouterMethods<Context>, backend: ConsoleBackend
    ) {
        addPage(to: routes)
        let events = ConsoleEvents(backend: backend)
        routes.get("/console/events") { _, _ in try events.response() }
        routes.get("/console/state") { _, _ in try json(try await ConsoleState(backend)) }
        routes.post("/console/action") { request, _ in
            await reporting {
                let command = try ControlJSON.decode(
                    DeviceCommand.self, from: try await body(of: request))
                _ = try await backend.control.perform(
                    command, on: backend.control.devices().first?.id)
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
                do { file = try APNSFile(reading: Array(data)) } catch {
                    throw ConsoleFailure("\(error)")
                }
                let report = try await backend.push(file)
                guard report.isGood else { throw ConsoleFailure(report.summary) }
                return report.summary
            }
        }
    }

    private static func addPage<Context: RequestContext>(to routes: some RouterMethods<Context>) {
        routes.get("/") { _, _ in asset(PackageResources.phone_html, "text/html; charset=utf-8") }
        routes.get("/assets/phone.css") { _, _ in
            asset(PackageResources.phone_css, "text/css; charset=utf-8")
        }
        routes.get("/assets/phone.js") { _, _ in
            asset(PackageResources.phone_js, "text/javascript; charset=utf-8")
        }
        routes.get("/assets/icon.svg") { _, _ in asset(Array(icon.utf8), "image/svg+xml") }
    }

    /// What the page may load and do: its own files and nothing else.
    static let contentSecurityPolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        + "connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    private static let icon = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">\
        <rect width="32" height="32" rx="8" fill="#b3541e"/>\
        <path d="M7 20a9 9 0 0 1 18 0z" fill="#fff"/>\
        <rect x="5" y="22" width="22" height="3" rx="1.5" fill="#fff"/>\
        <circle cx="16" cy="9" r="1.8" fill="#fff"/></svg>
        """

    private static func asset(_ bytes: [UInt8], _ contentType: String) -> Response {
        var headers: HTTPFields = [.contentType: contentType, .cacheControl: "no-cache"]
        headers[.contentSecurityPolicy] = contentSecurityPolicy
        headers[.xContentTypeOptions] = "nosniff"
        if let name = HTTPField.Name("Referrer-Policy") { headers[name] = "no-referrer" }
        return Response(
            status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response
    {
        Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: try ControlJSON.encode(value))))
    }

    private static func body(of request: Request) async throws -> Data {
        do {
            return Data(try await request.body.collect(upTo: bodyByteCountMax).readableBytesView)
        } catch {
            throw ConsoleFailure(
                "this has more than \(bodyByteCountMax) bytes; a payload has 4096 at most")
        }
    }

    /// Answers one line: what was done, or why it was not.
    private static func reporting(_ work: () async throws -> String) async -> Response {
        let (status, detail): (HTTPResponse.Status, String)
        do { (status, detail) = (.ok, try await work()) } catch let failure as ConsoleFailure {
            (status, detail) = (.unprocessableContent, failure.detail)
        } catch let problem as ControlProblem {
            (status, detail) = (.unprocessableContent, problem.detail)
        } catch is DecodingError {
            (status, detail) = (.badRequest, "the request cannot be read; reload the page")
        } catch {
            (status, detail) = (
                .internalServerError, "that did not work; the server's log says why"
            )
        }
        return (try? json(["detail": detail], status: status))
            ?? Response(status: .internalServerError)
    }
}
