// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A message of FCM HTTP v1, which is the value of `message` in a request.
///
/// The JSON is kept unchanged, including unknown members.
package struct FCMMessage: Hashable, Sendable {
    /// The reason why a text is not a message.
    package enum Problem: Error, Hashable, CustomStringConvertible {
        case notJSON(String)
        case notAnObject

        package var description: String {
            switch self {
            case .notJSON(let reason): "the message is not JSON: \(reason)"
            case .notAnObject:
                "the message must be a JSON object, as in "
                    + #"{"message":{"token":"…","notification":{"title":"…"}}}"#
            }
        }
    }

    /// The members of `message`.
    package var json: JSONObject

    package init(_ json: JSONObject) { self.json = json }

    /// Reads a message, with or without the request around it (`{"message":{…}}`).
    package init(bytes: some Collection<UInt8>) throws(Problem) {
        let value: JSONValue
        do throws(JSONSyntaxError) { value = try JSONReader.read(Array(bytes)).value } catch {
            throw .notJSON("\(error)")
        }
        guard let object = value.objectValue else { throw .notAnObject }
        json = object["message"]?.objectValue ?? object
    }

    /// The recipient; `nil` if the message has none, or several.
    package var address: FCMAddress? {
        get {
            let present = FCMAddress.keys.filter { json[$0] ?? .null != .null }
            guard present.count == 1, let value = json[present[0]]?.stringValue else { return nil }
            return switch present[0] {
            case "token": .token(value)
            case "fid": .installation(value)
            case "topic": .topic(value.replacing("/topics/", with: "", maxReplacements: 1))
            default: .condition(value)
            }
        }
        set {
            for key in FCMAddress.keys { json[key] = nil }
            if let newValue { json[newValue.key] = .string(newValue.value) }
        }
    }

    /// The body of a request.
    ///
    /// - Parameter isDryRun: whether FCM only checks the message (`validate_only`).
    package func body(isDryRun: Bool = false) -> [UInt8] {
        var request: JSONObject = ["message": .object(json)]
        if isDryRun { request["validate_only"] = true }
        return JSONWriter.write(.object(request))
    }

    /// The path of a request.
    package static func path(projectID: String) -> String {
        "/v1/projects/\(projectID)/messages:send"
    }

    /// The origin of Google's service.
    package static let googleOrigin = "https://fcm.googleapis.com"
}
