// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A small HTTP/1.1 server on this machine, for one test.
final class LoopbackServer: Sendable {
    struct Request: Hashable, Sendable {
        var method: String
        var target: String
        /// The header fields, by lowercase name.
        var headers: [String: String]
        var body: Data
    }

    struct Response: Sendable {
        var status: Int
        var headers: [String: String] = [:]
        var body = Data()
        /// Whether `Content-Length` is omitted, so that the body ends with the connection.
        var hidesLength = false
    }

    let port: UInt16
    /// The received requests, oldest first.
    let requests = Mutex<[Request]>([])
    private let listener: Int32

    /// - Parameter response: returns the response; `nil` ends the connection without one.
    init(_ response: @escaping @Sendable (Request) async -> Response?) throws {
        let listener = socket(AF_INET, Self.stream, 0)
        self.listener = listener
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) | listen(listener, 16)
                    | getsockname(listener, $0, &length)
            }
        }
        guard status == 0 else { throw CocoaError(.fileReadUnknown) }
        port = UInt16(bigEndian: address.sin_port)
        let accepting = Thread { [weak self] in
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                guard let request = Self.read(connection) else {
                    close(connection)
                    continue
                }
                self?.requests.withLock { $0.append(request) }
                Task {
                    if let response = await response(request) { Self.write(response, connection) }
                    close(connection)
                }
            }
            // Only this thread closes the listener, because once a descriptor is closed, its number
            // may belong to another server.
            close(listener)
        }
        accepting.start()
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    func url(_ path: String = "") -> URL? { URL(string: "http://127.0.0.1:\(port)\(path)") }

    private static func read(_ connection: Int32) -> Request? {
        var bytes = Data()
        var part = [UInt8](repeating: 0, count: 65_536)
        let separator = Data("\r\n\r\n".utf8)
        while true {
            if let head = bytes.range(of: separator) {
                var request = parse(String(decoding: bytes[..<head.lowerBound], as: UTF8.self))
                let length = request.headers["content-length"].flatMap { Int($0) } ?? 0
                if bytes.count - head.upperBound >= length {
                    request.body = Data(bytes[head.upperBound...])
                    return request
                }
            }
            let count = recv(connection, &part, part.count, 0)
            guard count > 0 else { return nil }
            bytes.append(contentsOf: part[..<count])
        }
    }

    private static func parse(_ head: String) -> Request {
        let lines = head.components(separatedBy: "\r\n")
        let parts = (lines.first ?? "").split(separator: " ").map(String.init)
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] =
                line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        return Request(
            method: parts.first ?? "", target: parts.dropFirst().first ?? "", headers: headers,
            body: Data())
    }

    private static func write(_ response: Response, _ connection: Int32) {
        var head = "HTTP/1.1 \(response.status) -\r\nConnection: close\r\n"
        if !response.hidesLength { head += "Content-Length: \(response.body.count)\r\n" }
        for (name, value) in response.headers { head += "\(name): \(value)\r\n" }
        var rest = Array(Data((head + "\r\n").utf8) + response.body)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(
                    connection, $0.baseAddress, $0.count, noSignal)
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
    private static let noSignal = Int32(MSG_NOSIGNAL)
    #else
    private static let stream = SOCK_STREAM
    private static let noSignal: Int32 = 0
    #endif
}
