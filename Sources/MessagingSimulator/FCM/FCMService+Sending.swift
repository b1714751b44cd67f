// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import FCM

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// The method `projects.messages.send`.
extension FCMService {
    /// An FCM error, in the format of FCM's responses.
    struct Failure: Error {
        let httpStatus: Int
        let status: String
        let text: String
        var code: FCMErrorCode?
        var violations: [FCMViolation] = []
        var retryAfter: String?

        init(_ code: FCMErrorCode, _ text: String) {
            httpStatus = code.row.httpStatus
            status = code.row.status
            self.code = code
            self.text = text
        }

        init(_ httpStatus: Int, _ status: String, _ text: String) {
            self.httpStatus = httpStatus
            self.status = status
            self.text = text
        }

        var response: MessagingResponse {
            var details: [JSONValue] = []
            if let code {
                details.append([
                    "@type": .string(FCMErrorCode.detailType),
                    "errorCode": .string(code.rawValue),
                ])
            }
            if !violations.isEmpty {
                details.append([
                    "@type": .string(FCMErrorCode.badRequestType),
                    "fieldViolations": .array(
                        violations.map { .object(Self.detail($0)) }),
                ])
            }
            var error: JSONObject = [
                "code": .number(JSONNumber(httpStatus)), "message": .string(text),
                "status": .string(status),
            ]
            if !details.isEmpty { error["details"] = .array(details) }
            var response = MessagingResponse(status: httpStatus, json: ["error": .object(error)])
            response.headers["retry-after"] = retryAfter
            if httpStatus == 401, code == nil {
                response.headers["www-authenticate"] =
                    #"Bearer realm="https://accounts.google.com/", error="invalid_token""#
            }
            return response
        }

        private static func detail(_ violation: FCMViolation) -> JSONObject {
            guard let reply = violation.reply else {
                return [
                    "field": .string(violation.field),
                    "description": .string(violation.field + " " + violation.text),
                ]
            }
            var detail: JSONObject = ["description": .string(reply.text)]
            if !reply.field.isEmpty { detail["field"] = .string(reply.field) }
            return detail
        }
    }

    func send(
        _ request: MessagingRequest, fault: MessagingFault?, now: Date,
        using generator: inout some RandomNumberGenerator,
        apns: (FCMToAPNs, FCMDevice) -> ForwardedResponse
    ) -> MessagingResult {
        var entry = MessagingLogEntry(
            time: now, service: .fcm, kind: "send", status: 200, note: "accepted")
        do throws(Failure) {
            let project = try project(of: request, now: now)
            let id = "\(Int64.random(in: 1_000_000_000_000...9_000_000_000_000, using: &generator))"
            let (message, isDryRun) = try message(request, &entry)
            if let failure = fault.flatMap(Failure.init(fault:)) { throw failure }
            let name = "projects/\(project.id)/messages/"
            entry.messageID = name + (isDryRun ? "fake_message_id" : id)
            try accept(
                message, project, id: id, isDryRun: isDryRun, now: now, entry: &entry, apns: apns)
            return MessagingResult(
                response: MessagingResponse(
                    status: 200, json: ["name": .string(entry.messageID ?? name)]),
                entry: entry)
        } catch {
            entry.status = error.httpStatus
            entry.reason = error.code?.rawValue ?? error.status
            entry.note = error.text
            entry.messageID = nil
            (entry.title, entry.body) = (nil, nil)
            return MessagingResult(response: error.response, entry: entry)
        }
    }

    /// Returns the project in the path, if the access token is valid for this project.
    private func project(
        of request: MessagingRequest, now: Date
    ) throws(Failure) -> FCMProject {
        let parts = request.path.split(separator: "/").map { String($0) }
        guard parts.count == 4, parts[0] == "v1", parts[1] == "projects",
            parts[3] == "messages:send"
        else {
            throw Failure(
                404, "NOT_FOUND",
                "the path must be /v1/projects/{project}/messages:send; Google has removed the "
                    + "legacy API")
        }
        guard request.method == "POST" else {
            throw Failure(405, "INVALID_ARGUMENT", "the method must be POST")
        }
        let header = request.headers["authorization"] ?? ""
        guard header.lowercased().hasPrefix("bearer "),
            let access = accesses[String(header.dropFirst(7))], access.expiry > now
        else {
            throw Failure(
                401, "UNAUTHENTICATED",
                "Request had invalid authentication credentials. Expected OAuth 2 access token, "
                    + "login cookie or other valid authentication credential.")
        }
        guard !access.scopes.isDisjoint(with: Self.sendingScopes) else {
            throw Failure(
                403, "PERMISSION_DENIED", "Request had insufficient authentication scopes.")
        }
        guard let project = project(parts[2]), project.id == access.projectID else {
            throw Failure(
                403, "PERMISSION_DENIED",
                "Permission 'cloudmessaging.messages.create' denied on resource "
                    + "'//cloudresourcemanager.googleapis.com/projects/\(parts[2].prefix(64))'")
        }
        return project
    }

    /// Reads the body and checks the fields of the message.
    private func message(
        _ request: MessagingRequest, _ entry: inout MessagingLogEntry
    ) throws(Failure) -> (FCMMessage, isDryRun: Bool) {
        guard let body = (try? JSONReader.read(request.body))?.value.objectValue else {
            throw Failure(400, "INVALID_ARGUMENT", "Invalid JSON payload received.")
        }
        try rejectFields(of: body)
        guard let members = body["message"]?.objectValue else {
            var failure = Failure(.invalidArgument, "the request has no message")
            failure.code = nil
            failure.violations = [FCMViolation("message", "must be an object")]
            throw failure
        }
        let message = FCMMessage(members)
        var shown = members
        for key in ["token", "fid"] where members[key] != nil { shown[key] = nil }
        entry.payload = .object(shown)
        let alert =
            members["notification"]?.objectValue
            ?? message.value(at: "android.notification")?.objectValue
            ?? message.value(at: "apns.payload.aps.alert")?.objectValue
        entry.title = alert?["title"]?.stringValue
        entry.body =
            alert?["body"]?.stringValue
            ?? message.value(at: "apns.payload.aps.alert")?.stringValue
        // A wrong token is reported in an FcmError, and a wrong value of any other field in a
        // BadRequest.
        let violations = message.contentViolations().filter {
            !$0.isWarning && $0.field != "message.token"
        }
        if let first = violations.first {
            var failure = Failure(
                400, "INVALID_ARGUMENT", "Invalid value at '\(first.field)': \(first.text)")
            failure.violations = violations
            throw failure
        }
        let isDryRun = body["validate_only"] ?? body["validateOnly"]
        return (message, isDryRun?.boolValue ?? false)
    }

    /// Rejects a request with unknown fields, or with values of wrong types. The error's message
    /// has a line for each of them.
    private func rejectFields(of body: JSONObject) throws(Failure) {
        let violations = FCMMessage.fieldViolations(inRequest: body)
        guard !violations.isEmpty else { return }
        var failure = Failure(
            400, "INVALID_ARGUMENT",
            violations.compactMap { $0.reply?.text }.joined(separator: "\n"))
        failure.violations = violations
        throw failure
    }

    private func accept(
        _ message: FCMMessage, _ project: FCMProject, id: String, isDryRun: Bool, now: Date,
        entry: inout MessagingLogEntry, apns: (FCMToAPNs, FCMDevice) -> ForwardedResponse
    ) throws(Failure) {
        let expiration = now.wholeEpochSeconds + 30 * 86_400
        let forwarded = message.forAPNs(
            messageID: id, senderID: project.number, expiration: expiration)
        switch message.address {
        case .token(let reference)?, .installation(let reference)?:
            let device = try device(reference, of: project)
            entry.address = device.shownToken
            entry.app = device.app
            entry.device = device.name
            entry.platform = device.platform.rawValue
            guard device.platform == .ios else { return }
            try forward(forwarded, to: device, project, isDryRun: isDryRun, apns: apns)
        case .topic(let topic)?:
            entry.address = "topic \(String(topic.prefix(100)).printable)"
            let members = devices.filter {
                $0.projectID == project.id && $0.topics.contains(topic) && !$0.isUnregistered
            }
            entry.note = "accepted for \(members.count) devices with the topic"
            guard !isDryRun else { return }
            for device in members where device.platform == .ios && project.hasAPNsKey {
                _ = apns(forwarded, device)
            }
        case .condition?:
            entry.note =
                "accepted; the simulator delivers no message that is addressed by a condition"
        case nil: throw Failure(.invalidArgument, "the message has no recipient")
        }
    }

    private func device(
        _ reference: String, of project: FCMProject
    ) throws(Failure) -> FCMDevice {
        guard let device = device(reference) else {
            switch DeviceAddressKind(reference) {
            case .fcmToken, .installationID: break
            default:
                throw Failure(
                    .invalidArgument,
                    "The registration token is not a valid FCM registration token")
            }
            throw Failure(.unregistered, "Requested entity was not found.")
        }
        guard !device.isUnregistered else {
            throw Failure(.unregistered, "Requested entity was not found.")
        }
        guard device.projectID == project.id else {
            throw Failure(.senderIDMismatch, "SenderId mismatch")
        }
        return device
    }

    private func forward(
        _ request: FCMToAPNs, to device: FCMDevice, _ project: FCMProject, isDryRun: Bool,
        apns: (FCMToAPNs, FCMDevice) -> ForwardedResponse
    ) throws(Failure) {
        guard project.hasAPNsKey else {
            throw Failure(
                .thirdPartyAuthError,
                "Auth error from APNS or Web Push Service: the project has no APNs key")
        }
        guard JSONWriter.write(.object(request.payload)).count <= 4096 else {
            throw Failure(
                .invalidArgument,
                "including the keys that FCM adds, the payload has more than 4096 bytes")
        }
        guard !isDryRun, device.apnsToken != nil else { return }
        let response = apns(request, device)
        switch (response.status, response.reason) {
        case (200, _): return
        case (410, _), (400, .badDeviceToken?):
            throw Failure(.unregistered, "Requested entity was not found.")
        case (403, _):
            throw Failure(.thirdPartyAuthError, "Auth error from APNS or Web Push Service")
        case (429, _): throw Failure(.quotaExceeded, "the device receives too many messages")
        case (500..., _): throw Failure(.unavailable, "APNs is not available")
        default:
            throw Failure(
                .invalidArgument,
                "APNs rejected the message: \(response.reason?.rawValue ?? "\(response.status)")")
        }
    }
}

extension FCMService.Failure {
    /// The failure that a fault causes; `nil` if the fault causes no failure.
    init?(fault: MessagingFault) {
        switch fault.fault {
        case .error:
            guard let code = fault.error.flatMap({ FCMErrorCode(wire: $0) }) else { return nil }
            self.init(code, "injected fault \(code.rawValue)")
        case .status:
            guard let status = fault.status, status >= 300 else { return nil }
            self.init(status, "UNKNOWN", "injected fault")
        case .delay, .token: return nil
        }
        retryAfter = fault.retryAfterText
    }
}
