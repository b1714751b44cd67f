// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSService
package import HTTP2Core

extension ServiceRequest {
    /// Converts an HTTP/2 request to a request of the service. `host` and similar headers are
    /// treated like any other header.
    package init(_ request: borrowing ServerRequest) {
        self.init(method: "", path: "", headers: [], body: request.body)
        let head = request.head
        headers.reserveCapacity(head.fields.count)
        for field in head.fields {
            let name = head.name(field)
            switch name {
            case ":method": method = head.value(field)
            case ":path": path = head.value(field)
            case ":scheme", ":authority": break
            default: headers.append(Header(name, head.value(field)))
            }
        }
    }
}

extension ServerResponse {
    /// - Parameter method: the method of the request. It is needed because a response to HEAD has
    ///   no body (RFC 9110 section 9.3.2).
    init(_ response: ServiceResponse, to method: String) {
        self.init(
            status: response.status, headers: response.headers.map { ($0.name, $0.value) },
            body: method == "HEAD" ? [] : response.body)
    }
}

extension ServiceAction {
    /// Whether the action ends the connection, so that the response has to be sent first.
    var endsConnection: Bool {
        switch self {
        case .goAway, .turnAway: true
        case .deliver, .broadcast, .settings: false
        }
    }
}
