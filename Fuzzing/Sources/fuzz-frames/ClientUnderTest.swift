// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import HTTP2Core

@testable import PushEngine

/// A client's connection with requests, and their outcomes.
struct ClientUnderTest {
    struct Outcome: Equatable {
        var events: [String] = []
        var error: HTTP2ConnectionError?
        var output: [UInt8] = []
    }

    private var connection: PushConnection
    private var started: RequestKey = 0
    private var ended: Set<RequestKey> = []
    private(set) var outcome = Outcome()

    /// - Parameter options: 2: the server's SETTINGS are received first. 4: the connection starts
    ///   with one request. 8: requests are passed to the socket. 16: bodies exceed the window.
    init(options: UInt8) {
        connection = PushConnection(
            settings: PushConnection.Settings(
                streamCountMax: 10, startsWithOne: options & 4 != 0, authority: "a"))
        guard options & 2 != 0 else { return }
        var settings: [UInt8] = []
        HTTP2Settings.append(
            [(.maxConcurrentStreams, 8), (.enablePush, 0), (.initialWindowSize, 1000)],
            to: &settings)
        take(settings[...])
        let body = [UInt8](repeating: 0x61, count: options & 16 != 0 ? 3000 : 20)
        while connection.capacity > 0, started < 8 {
            let call = EngineCall(method: "POST", path: "/3/device/\(started)", body: body)
            _ = connection.start(.call(call), key: started)
            started += 1
        }
        guard options & 8 != 0 else { return }
        var taken: [UInt8] = []
        connection.takeOutput(&taken)
    }

    /// Receives bytes of the server, as a whole or in pieces.
    mutating func receive(_ bytes: ArraySlice<UInt8>, pieceSize: Int = .max) {
        var rest = bytes
        while !rest.isEmpty, outcome.error == nil {
            take(rest.prefix(pieceSize))
            rest = rest.dropFirst(pieceSize)
        }
        precondition(connection.openCount + ended.count == Int(started), "a request has no outcome")
        outcome.output = connection.output
    }

    private mutating func take(_ bytes: ArraySlice<UInt8>) {
        let bytes = Array(bytes)
        do {
            try connection.receive(bytes.span)
        } catch { outcome.error = error }
        var events = FIFOQueue<PushConnection.Event>()
        connection.swapEvents(with: &events)
        while let event = events.popFirst() {
            switch event {
            case .response(let key, _, _), .reset(let key, _, _, _), .dropped(let key),
                .broken(let key, _, _, _):
                precondition(ended.insert(key).inserted, "a request ended twice")
                precondition(key < started, "an outcome of an unknown request")
            case .ready, .goAway, .pingAcknowledged: break
            }
            outcome.events.append("\(event)")
        }
        precondition(
            connection.output.count < PushConnection.stuckOutputByteCountMax + 100_000,
            "unlimited output")
    }
}
