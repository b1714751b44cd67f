// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// A request for the engine to send.
package enum EngineRequest: Sendable {
    /// A notification for one device.
    case push(PushRequest)
    /// Any other request: a broadcast or a channel management request.
    case call(EngineCall)
    /// A placeholder that represents the absence of a request.
    case absent

    var body: [UInt8] {
        switch self {
        case .push(let push): push.body
        case .call(let call): call.body
        case .absent: []
        }
    }

    /// The maximum number of bytes of the response's body that are stored.
    var responseByteCountMax: Int {
        switch self {
        case .push: EngineResponse.reasonByteCountMax
        case .call(let call): call.responseByteCountMax
        case .absent: 0
        }
    }
}

/// Any request except a notification for one device.
package struct EngineCall: Sendable {
    package var method: String
    package var path: String
    /// All header fields except the pseudo-headers, `authorization` and `content-length`, in order.
    package var fields: [(name: String, value: String)]
    package var body: [UInt8]
    package var responseByteCountMax: Int

    package init(
        method: String, path: String, fields: [(name: String, value: String)] = [],
        body: [UInt8] = [], responseByteCountMax: Int = EngineResponse.reasonByteCountMax
    ) {
        self.method = method
        self.path = path
        self.fields = fields
        self.body = body
        self.responseByteCountMax = responseByteCountMax
    }
}
