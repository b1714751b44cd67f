// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// The services that this target simulates.
package enum MessagingServiceName: String, Codable, Hashable, Sendable, CaseIterable {
    /// FCM's HTTP v1 API with its token endpoint.
    case fcm
    /// A push service of browsers.
    case webPush = "web_push"
}

/// One HTTP request to a simulated service.
package struct MessagingRequest: Sendable {
    /// The maximum number of bytes that are read of a body. It exceeds the size of any valid
    /// message.
    package static let bodyByteCountMax = 64 * 1024

    package let method: String
    /// The path without the query.
    package let path: String
    /// The headers with names in lower case. For a repeated header, only the first value is
    /// included.
    package let headers: [String: String]
    package let body: [UInt8]
    /// The origins at which the sender may have reached the service.
    package let origins: Set<String>

    package init(
        method: String, path: String, headers: [String: String], body: [UInt8],
        origins: Set<String>
    ) {
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
        self.origins = origins
    }
}

/// The response of a simulated service.
package struct MessagingResponse: Hashable, Sendable {
    package var status: Int
    package var headers: [String: String] = [:]
    package var body: [UInt8] = []
    /// The delay that a fault causes before the response is sent.
    package var delay: Duration = .zero

    package init(status: Int, json: JSONObject? = nil) {
        self.status = status
        if let json {
            headers["content-type"] = "application/json; charset=UTF-8"
            body = JSONWriter.write(.object(json))
        }
    }
}

/// The response of APNs to a message that FCM forwarded.
package struct ForwardedResponse: Hashable, Sendable {
    package let status: Int
    package let reason: RejectionReason?

    package init(status: Int, reason: RejectionReason?) {
        self.status = status
        self.reason = reason
    }
}
