// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One line of the file that `bellhop apns --record` writes. It contains a request in the form of
/// `GET /v1/requests`, and further properties that are needed to send the request again.
///
/// The line contains no credentials. It contains the device token in shortened form unless the
/// simulator was started with `--record-tokens`.
package struct RecordedRequest: Sendable, Hashable {
    /// The maximum size of a record of requests, in bytes. When a file has reached this size, the
    /// simulator writes no further request to it; the commands do not read a larger file.
    package static let fileByteCountMax = 256 << 20

    /// The credential that the sender used.
    package enum Credential: String, Sendable, Hashable, CaseIterable {
        case none, token, certificate
    }

    package var report: RequestReport
    package var method: String
    /// The path. The device token is in the same form as in ``RequestReport/token``.
    package var path: String
    /// The number that identifies the connection, counted from 1 in the order in which connections
    /// were opened.
    package var connection: Int
    /// The time since the simulator started, in milliseconds of the real clock.
    package var sinceStart: Int
    package var credential: Credential
    /// All headers in the order of the request; `nil` if no header was repeated.
    package var headerList: [[String]]?
    /// The body, if the report cannot contain it byte for byte because the body is not UTF-8.
    package var body: [UInt8]?
    /// Whether the request received no response.
    package var isWithheld: Bool

    package init(
        _ report: RequestReport, method: String, path: String, connection: Int, sinceStart: Int,
        credential: Credential, isWithheld: Bool = false
    ) {
        self.report = report
        self.method = method
        self.path = path
        self.connection = connection
        self.sinceStart = sinceStart
        self.credential = credential
        self.isWithheld = isWithheld
    }

    /// The body as the sender sent it.
    package var bytes: [UInt8] {
        if let body { return body }
        if let text = report.text { return Array(text.utf8) }
        return report.payload.map { JSONWriter.write($0) } ?? []
    }

    /// Stores a body so that ``bytes`` returns it unchanged. The body is stored as JSON. If its
    /// JSON value does not preserve every byte, the body is also stored as text or, if it is not
    /// UTF-8, as bytes.
    package mutating func setBody(_ bytes: [UInt8]) {
        report.payload = (try? JSONReader.read(bytes))?.value
        report.text = nil
        body = nil
        guard report.payload.map({ JSONWriter.write($0) }) != bytes else { return }
        report.text = String(validating: bytes, as: UTF8.self)
        if report.text == nil { body = bytes }
        if bytes.isEmpty { report.text = nil }
    }

    /// The headers, in the order of the request if this order is known.
    package var headers: [(name: String, value: String)] {
        if let headerList {
            return headerList.compactMap { $0.count == 2 ? ($0[0], $0[1]) : nil }
        }
        return report.headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

// The JSON form of a line. The payload keeps the order of its keys and the spelling of its numbers,
// which `Codable` would not preserve.
extension RecordedRequest {
    private enum Key {
        static let method = "method"
        static let path = "path"
        static let connection = "connection"
        static let sinceStart = "since_start_ms"
        static let credential = "credential"
        static let headerList = "header_list"
        static let body = "body_base64"
        static let isWithheld = "withheld"
        static let payload = RequestReport.CodingKeys.payload.rawValue
    }

    /// The line, without the line break at its end.
    package var line: [UInt8] {
        get throws {
            let encoded = try JSONReader.read(APIJSON.encode(report)).value
            var object = encoded.objectValue ?? [:]
            object[Key.payload] = report.payload
            object[Key.method] = .string(method)
            object[Key.path] = .string(path)
            object[Key.connection] = .number(JSONNumber(connection))
            object[Key.sinceStart] = .number(JSONNumber(sinceStart))
            object[Key.credential] = .string(credential.rawValue)
            object[Key.headerList] = headerList.map { list in
                .array(list.map { .array($0.map(JSONValue.string)) })
            }
            object[Key.body] = body.map { .string(Data($0).base64EncodedString()) }
            if isWithheld { object[Key.isWithheld] = true }
            return JSONWriter.write(.object(object))
        }
    }

    /// Reads a line. Returns `nil` if the line is not a recorded request.
    package init?(line: some Sequence<UInt8>) {
        let data = Data(line)
        guard let object = (try? JSONReader.read(data))?.value.objectValue,
            let report = try? APIJSON.decode(RequestReport.self, from: data),
            let method = object[Key.method]?.stringValue,
            let path = object[Key.path]?.stringValue,
            let connection = object[Key.connection]?.intValue,
            let sinceStart = object[Key.sinceStart]?.intValue,
            let credential = object[Key.credential]?.stringValue.flatMap(Credential.init)
        else { return nil }
        self.init(
            report, method: method, path: path, connection: connection, sinceStart: sinceStart,
            credential: credential, isWithheld: object[Key.isWithheld]?.boolValue ?? false)
        self.report.payload = object[Key.payload]
        headerList = object[Key.headerList]?.arrayValue?.map { pair in
            pair.arrayValue?.compactMap(\.stringValue) ?? []
        }
        body = (object[Key.body]?.stringValue).flatMap { Data(base64Encoded: $0) }.map { Array($0) }
    }
}
