// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import HTTPTypes
package import Hummingbird
package import MessagingSimulator
import NIOCore
import Simulation

/// Serves one of the simulated services over HTTP.
package struct MessagingResponder: HTTPResponder {
    package typealias Context = BasicRequestContext

    private let host: MessagingHost
    private let service: MessagingServiceName

    package init(_ host: MessagingHost, _ service: MessagingServiceName) {
        self.host = host
        self.service = service
    }

    package func respond(to request: Request, context: Context) async throws -> Response {
        let body: [UInt8]
        do {
            let buffer = try await request.body.collect(
                upTo: MessagingRequest.bodyByteCountMax)
            body = Array(buffer.readableBytesView)
        } catch is NIOTooManyBytesError {
            return Response(status: .contentTooLarge)
        }
        var headers: [String: String] = [:]
        for field in request.headers where headers[field.name.canonicalName] == nil {
            headers[field.name.canonicalName] = field.value
        }
        var origins = host.origins(of: service)
        // A sender on another machine may have reached the service at another host name, which is
        // in the authority of the request.
        if let authority = request.head.authority {
            origins.formUnion(["http://", "https://"].map { $0 + authority })
        }
        let response = host.handle(
            MessagingRequest(
                method: request.method.rawValue,
                path: PercentCoding.decode(request.uri.path) ?? request.uri.path,
                headers: headers, body: body, origins: origins),
            to: service)
        if response.delay > .zero { try await host.waitTime.sleep(for: response.delay) }
        var fields = HTTPFields()
        for (name, value) in response.headers {
            guard let name = HTTPField.Name(name) else { continue }
            fields[name] = value
        }
        return Response(
            status: .init(code: response.status), headers: fields,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: response.body)))
    }
}
