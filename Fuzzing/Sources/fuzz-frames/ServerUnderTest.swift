// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import HTTP2Core

/// A server's connection that responds when all bytes were received.
struct ServerUnderTest {
    struct Outcome: Equatable {
        var requests: [String] = []
        var error: HTTP2ConnectionError?
    }

    private var connection: ServerConnection
    private(set) var outcome = Outcome()

    /// - Parameter options: 2: the client's preface and SETTINGS are received first. 4: too many
    ///   streams end the connection. 8: small limits.
    init(options: UInt8) {
        var limits = ServerLimits()
        if options & 8 != 0 {
            limits.bodyByteCountRead = 10
            limits.headerListSizeRead = 1000
            limits.streamResetCountMax = 3
        }
        connection = ServerConnection(
            limits: limits, streamCount: options & 8 != 0 ? 2 : 100,
            excessRule: options & 4 != 0 ? .end(debugData: [0x61]) : .refuse, at: .zero)
        guard options & 2 != 0 else { return }
        var preface = ControlFrames.clientPreface
        HTTP2Settings.append([(.initialWindowSize, 100)], to: &preface)
        connection.receive(preface.span, at: .zero)
    }

    /// Receives bytes of the client, as a whole or in pieces.
    mutating func receive(_ bytes: ArraySlice<UInt8>, pieceSize: Int = .max) {
        var rest = bytes
        while !rest.isEmpty {
            let piece = Array(rest.prefix(pieceSize))
            connection.receive(piece.span, at: .seconds(1))
            rest = rest.dropFirst(pieceSize)
        }
        outcome.error = connection.error
        while let request = connection.nextRequest() {
            outcome.requests.append("\(request.streamID) \(request.head.pairs) \(request.body)")
            connection.respond(
                to: request.streamID,
                with: ServerResponse(
                    status: 200, headers: [("apns-id", "b")],
                    body: [UInt8](repeating: 0x62, count: 300)))
            connection.recycle(request)
        }
        connection.tick(at: .seconds(100_000))
        precondition(connection.isFinished || !connection.hasOpenStreams, "an endless stream")
    }
}
