// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension EngineCall {
    /// The maximum number of bytes of a list of channels that the client reads. A list of 10,000
    /// identifiers of the maximum length takes nine tenths of this size.
    static let channelListByteCountMax = 1 << 20

    init(_ broadcast: BroadcastRequest) {
        self.init(
            method: "POST", path: broadcast.path, fields: broadcast.headerFields,
            body: broadcast.body)
    }

    init(_ request: ChannelRequest) {
        self.init(
            method: request.method, path: request.path, fields: request.headerFields,
            body: request.body,
            responseByteCountMax: request.operation == .list
                ? Self.channelListByteCountMax : EngineResponse.reasonByteCountMax)
    }
}
