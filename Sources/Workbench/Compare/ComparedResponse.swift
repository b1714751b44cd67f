// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The part of a response that can be compared between two servers. It does not contain the values
/// that differ in every response.
package struct ComparedResponse: Sendable, Hashable {
    /// The maximum length of a body in a report, in characters.
    private static let bodyLengthMax = 400

    /// The HTTP status; 0 if there is no response.
    package let status: Int
    package let reason: String?
    package let headers: [String: String]
    /// The body, in which the word TIME replaces the timestamp.
    package let body: String
    /// The reason why there is no response; `nil` if there is a response.
    package let failure: String?

    package init(_ response: RawSender.Response, to request: RawSender.Request) {
        status = response.status
        reason = response.reason
        let sent = request.headers.first { $0.name == APNSHeader.id }?.value
        headers = Dictionary(
            response.headers.filter { $0.name != "content-length" && $0.name != "date" }
                .map { ($0.name, Self.compared($0, sent: sent)) }
        ) { "\($0), \($1)" }
        body = Self.compared(response.body)
        failure = nil
    }

    package init(_ failure: RawSender.Failure) {
        status = 0
        reason = nil
        headers = [:]
        body = ""
        self.failure = failure.description
    }

    /// Returns a header's value in the form in which it is compared. For an identifier, this form
    /// is a description of the identifier's format.
    private static func compared(_ header: RawSender.Header, sent: String?) -> String {
        let value = header.value
        guard [APNSHeader.id, APNSHeader.uniqueID, APNSHeader.requestID].contains(header.name)
        else { return String(value.prefix(bodyLengthMax)) }
        if value == sent { return "as sent" }
        guard APNSID(value) != nil else { return "not a UUID" }
        return value == value.uppercased() ? "a UUID in capitals" : "a UUID in small letters"
    }

    private static func compared(_ body: [UInt8]) -> String {
        let text = String(decoding: body, as: UTF8.self)
        guard let value = (try? JSONReader.read(body))?.value, var object = value.objectValue,
            JSONWriter.write(value) == body, object["timestamp"] != nil
        else { return String(text.prefix(bodyLengthMax)) }
        object["timestamp"] = "TIME"
        return JSONWriter.text(.object(object))
    }

    /// The names of the properties in which two responses differ.
    func differences(from other: ComparedResponse) -> [String] {
        var names: [String] = []
        if status != other.status { names.append("status") }
        if reason != other.reason { names.append("reason") }
        for name in Set(headers.keys).union(other.headers.keys).sorted()
        where headers[name] != other.headers[name] {
            names.append("header \(name)")
        }
        if reason == other.reason, body != other.body { names.append("body") }
        return names
    }

    /// The response as one line of text.
    var text: String {
        failure ?? [String(status), reason].compactMap { $0 }.joined(separator: " ")
    }

    var json: JSONValue {
        var object: JSONObject = ["status": .number(JSONNumber(status))]
        object["reason"] = reason.map(JSONValue.string)
        object["headers"] = .object(
            JSONObject(
                headers.sorted { $0.key < $1.key }.map {
                    .init(key: $0.key, value: .string($0.value))
                }
            ))
        object["body"] = .string(body)
        object["failure"] = failure.map(JSONValue.string)
        return .object(object)
    }
}
