// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The state of the page of the simulated APNs: the requests from senders, the registered apps and
/// phones, and the active faults.
struct ServiceState: Codable, Sendable {
    /// The maximum number of requests on the page. The page shows only the newest requests.
    static let requestCountMax = 200
    /// The maximum number of apps, and of phones, on the page.
    static let rowCountMax = 50

    /// The filters of the page. A filter that is `nil` matches every request.
    struct Filter: Sendable, Hashable {
        var app: String?
        var status: Int?
        var reason: RejectionReason?
        var pushType: PushType?
    }

    struct Request: Codable, Sendable {
        let sequence: Int
        let time: Date
        let environment: APNSEnvironment
        let status: Int
        let reason: String?
        /// The meaning of the reason. This text and ``remedy`` come from the table of reasons.
        let meaning: String?
        let remedy: String?
        let note: String
        let app: String?
        let topic: String?
        let pushType: String?
        let token: String?
        let fault: String?
        let oddities: [String]

        enum CodingKeys: String, CodingKey {
            case sequence, time, environment, status, reason, meaning, remedy, note, app, topic,
                token, fault, oddities
            case pushType = "push_type"
        }

        init(_ report: RequestReport) {
            sequence = report.sequence
            time = report.time
            environment = report.environment
            status = report.status
            reason = report.reason?.rawValue
            meaning = report.reason?.row?.meaning
            remedy = report.reason?.row?.remedy
            note = report.note
            app = report.app
            topic = report.headers[APNSHeader.topic]
            pushType = report.headers[APNSHeader.pushType]
            token = report.token
            fault = report.fault
            oddities = report.oddities ?? []
        }
    }

    struct Phone: Codable, Sendable {
        let id: String
        let name: String
        let model: String
        let isOnline: Bool
        /// The bundle identifiers of the phone's apps.
        let apps: [String]

        enum CodingKeys: String, CodingKey {
            case id, name, model, apps
            case isOnline = "is_online"
        }
    }

    struct Fault: Codable, Sendable {
        let id: Int
        let name: String?
        /// The fault's kind and parameters, in one line.
        let text: String
        let isActive: Bool
        let affected: Int
        let remaining: Int?

        enum CodingKeys: String, CodingKey {
            case id, name, text, affected, remaining
            case isActive = "is_active"
        }

        init(_ view: FaultView) {
            let members = view.fault.objectValue?.members ?? []
            id = view.id
            name = view.fault.objectValue?["name"]?.stringValue
            let kind = view.fault.objectValue?["fault"]?.stringValue ?? ""
            let parameters = members.filter {
                !["name", "fault"].contains($0.key) && $0.value != .null
            }.map { "\($0.key) \($0.value.stringValue ?? JSONWriter.text($0.value))" }
            text = ([kind] + parameters).joined(separator: " · ")
            isActive = view.isActive
            affected = view.affected
            remaining = view.remaining
        }
    }

    /// The values that the person can choose for each filter.
    struct Choices: Codable, Sendable {
        let apps: [String]
        let statuses: [Int]
        let reasons: [String]
        let pushTypes: [String]

        enum CodingKeys: String, CodingKey {
            case apps, statuses, reasons
            case pushTypes = "push_types"
        }
    }

    /// The requests on the page, newest first.
    let requests: [Request]
    let countMax: Int
    let apps: [SenderApp]
    let appCount: Int
    let phones: [Phone]
    let phoneCount: Int
    let lightDeviceCount: Int
    let faults: [Fault]
    let choices: Choices

    enum CodingKeys: String, CodingKey {
        case requests, apps, phones, faults, choices
        case countMax = "count_max"
        case appCount = "app_count"
        case phoneCount = "phone_count"
        case lightDeviceCount = "light_device_count"
    }

    /// Reads the state from the simulator.
    init(_ backend: ConsoleBackend, _ filter: Filter) async throws {
        let control = backend.control
        var query = RequestQuery()
        query.limit = Self.requestCountMax
        query.prefersNewest = true
        let all = try await control.requests(query).requests
        query.app = filter.app
        query.status = filter.status
        query.reason = filter.reason
        query.pushType = filter.pushType
        let found = filter == Filter() ? all : try await control.requests(query).requests
        requests = found.reversed().map(Request.init)
        countMax = Self.requestCountMax

        let apps = try await control.senderApps()
        self.apps = Array(apps.prefix(Self.rowCountMax))
        appCount = apps.count
        let phones = try await control.devices()
        self.phones = phones.prefix(Self.rowCountMax).map {
            Phone(
                id: $0.id, name: $0.name, model: $0.model, isOnline: $0.isOnline,
                apps: $0.apps.map(\.bundleID))
        }
        phoneCount = phones.count
        lightDeviceCount = backend.lightDeviceCount()
        faults = try await control.faults().map(Fault.init)
        choices = Choices(
            apps: Set(all.compactMap(\.app)).union(self.apps.map(\.bundleID)).sorted(),
            statuses: Set(all.map(\.status)).sorted(),
            reasons: Set(all.compactMap { $0.reason?.rawValue }).sorted(),
            pushTypes: PushType.allCases.map(\.rawValue))
    }
}
