// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopGateway
import HTTPTypes
import Hummingbird
import NIOCore

extension ConsoleServer {
    /// A response of the API, with the path that the page's script would request.
    struct FirstContent: Sendable {
        let path: String
        let json: JSONValue
    }

    /// Reads the first content of a page through the API, with the rights of the member. Content
    /// that the API refuses, or that is too long, is left out, and the page's script asks for it.
    func firstContent(
        of page: ConsolePage, session: ConsoleSession, _ request: Request,
        _ context: GatewayContext
    ) async -> [String: FirstContent] {
        var result: [String: FirstContent] = [:]
        for first in page.first {
            let path = Self.filled(first.path, with: context.parameters)
            var headers = request.headers
            if let name = HTTPField.Name(ConsoleCookie.csrfHeader) {
                headers[name] = session.csrfToken
            }
            if let name = HTTPField.Name("Sec-Fetch-Site") { headers[name] = "same-origin" }
            let inner = Request(
                head: HTTPRequest(
                    method: .get, scheme: request.head.scheme, authority: request.head.authority,
                    path: path, headerFields: headers),
                body: RequestBody(buffer: ByteBuffer()))
            var innerContext = context
            innerContext.coreContext = CoreRequestContextStorage(source: context)
            guard let response = try? await api.respond(to: inner, context: innerContext),
                response.status == .ok, let json = await Self.json(of: response)
            else { continue }
            result[first.name] = FirstContent(path: path, json: json)
        }
        return result
    }

    /// Replaces parts of a path such as `:id` with the corresponding parts of the page's path.
    private static func filled(_ path: String, with parameters: Parameters) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).map { part in
            guard part.hasPrefix(":") else { return String(part) }
            return parameters.get(String(part.dropFirst())) ?? ""
        }.joined(separator: "/")
    }

    private static func json(of response: Response) async -> JSONValue? {
        let collector = BodyCollector(byteCountMax: firstByteCountMax)
        guard (try? await response.body.write(collector)) != nil else { return nil }
        return try? JSONReader.read(collector.bytes).value
    }
}

/// Collects the body of a response that is made in this process.
private final class BodyCollector: ResponseBodyWriter {
    struct TooLong: Error {}

    private let byteCountMax: Int
    private(set) var bytes: [UInt8] = []

    init(byteCountMax: Int) { self.byteCountMax = byteCountMax }

    func write(_ buffer: ByteBuffer) async throws {
        guard bytes.count + buffer.readableBytes <= byteCountMax else { throw TooLong() }
        bytes += buffer.readableBytesView
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
