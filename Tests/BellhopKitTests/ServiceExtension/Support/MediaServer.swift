// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A web server on this machine that sends the responses a test specifies, even invalid ones.
final class MediaServer: Sendable {
    /// A part of a response. The parts are sent in order; then the connection is closed.
    enum Part: Sendable {
        case head(status: Int, [String])
        case bytes([UInt8])
        /// Sends nothing and waits until the client closes the connection.
        case stall
        case zeros(Int)
    }

    struct Failure: Error {}

    let port: UInt16
    private let listener: Int32
    private let state = Mutex(State())
    private let requests = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))

    private struct State {
        var paths: [String] = []
    }

    /// Paths of the requests so far.
    var paths: [String] { state.withLock { $0.paths } }

    init(_ response: @escaping @Sendable (_ path: String) -> [Part]) throws {
        #if canImport(Darwin)
        listener = socket(AF_INET, SOCK_STREAM, 0)
        #else
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (socket, size) = (listener, length)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(socket, address, size) == 0 && listen(socket, 16) == 0
                    && getsockname(socket, address, &length) == 0
            }
        }
        guard isBound else { throw Failure() }
        port = UInt16(bigEndian: address.sin_port)
        // Separate threads, because Swift's thread pool for tasks must not wait for sockets.
        Thread { [weak self] in
            while true {
                let client = accept(socket, nil, nil)
                guard client >= 0 else { break }
                guard let self else {
                    close(client)
                    continue
                }
                Thread { [self] in
                    serve(client, response)
                    close(client)
                }.start()
            }
            // Only this thread closes the listener, because once a descriptor is closed, its number
            // may belong to another server.
            close(socket)
        }.start()
    }

    /// Waits until a request arrives; only one task may wait.
    func requested() async {
        for await _ in requests.stream { return }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    private func serve(_ client: Int32, _ response: (String) -> [Part]) {
        var head: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !String(decoding: head, as: UTF8.self).contains("\r\n\r\n") {
            let count = recv(client, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            head += buffer.prefix(count)
        }
        let parts = String(decoding: head, as: UTF8.self).split(separator: " ")
        guard parts.count > 1 else { return }
        let path = String(parts[1])
        state.withLock { $0.paths.append(path) }
        requests.continuation.yield()
        for part in response(path) {
            guard play(part, to: client) else { return }
        }
    }

    private func play(_ part: Part, to client: Int32) -> Bool {
        switch part {
        case .head(let status, let fields):
            let lines = ["HTTP/1.1 \(status) Word", "Connection: close"] + fields + ["", ""]
            return write(Array(lines.joined(separator: "\r\n").utf8), to: client)
        case .bytes(let bytes): return write(bytes, to: client)
        case .stall:
            var byte: UInt8 = 0
            return recv(client, &byte, 1, 0) > 0
        case .zeros(let count):
            // With a small buffer the server waits for the client, as on a network, which is slower
            // than memory.
            var room: Int32 = 16 << 10
            setsockopt(client, SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout<Int32>.size))
            let zeros = [UInt8](repeating: 0, count: 64 << 10)
            for _ in 0..<(count / zeros.count) {
                guard write(zeros, to: client) else { return false }
            }
            return true
        }
    }

    private func write(_ bytes: [UInt8], to client: Int32) -> Bool {
        #if canImport(Darwin)
        let flags: Int32 = 0
        #else
        let flags = Int32(MSG_NOSIGNAL)
        #endif
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(client, $0.baseAddress, $0.count, flags) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

extension [MediaServer.Part] {
    /// A complete response.
    static func file(_ bytes: [UInt8], type: String?, length: Int? = nil) -> [MediaServer.Part] {
        let fields =
            (type.map { ["Content-Type: \($0)"] } ?? [])
            + ["Content-Length: \(length ?? bytes.count)"]
        return [.head(status: 200, fields), .bytes(bytes)]
    }

    static func redirect(to location: String) -> [MediaServer.Part] {
        [.head(status: 302, ["Location: \(location)", "Content-Length: 0"])]
    }
}
