// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A phone with one app, and pushes for it.
struct PhoneFixture {
    static let bundleID = "com.example.chat"
    static let now = Date(timeIntervalSince1970: 1_768_377_600)

    var device: Device
    let token: DeviceToken

    init(
        _ state: AppState = .suspended, authorization: Authorization = .authorized,
        isLocked: Bool = false,
        edit: (inout InstalledApp) -> Void = { _ in }
    ) throws {
        token = try Self.token(1)
        var app = InstalledApp(
            bundleID: Self.bundleID, name: "Chat", state: state, authorization: authorization,
            tokens: [.app: token], soundFiles: ["chime.caf"])
        edit(&app)
        device = Device(id: "phone-1", name: "Alex's iPhone", isLocked: isLocked, apps: [app])
    }

    var app: InstalledApp {
        get throws { try #require(device[Self.bundleID]) }
    }

    static func token(_ number: UInt8) throws -> DeviceToken {
        try DeviceToken(bytes: [UInt8](repeating: number, count: 32))
    }

    /// A push with this JSON text as its body.
    func push(
        _ json: String, collapseID: String? = nil, number: UInt8 = 7, pushType: PushType = .alert,
        token: DeviceToken? = nil, topic: String = PhoneFixture.bundleID
    ) throws -> DevicePush {
        DevicePush(
            deviceToken: token ?? self.token, topic: Topic(topic), pushType: pushType,
            priority: .immediate,
            collapseID: try collapseID.map { try CollapseID($0) },
            id: APNSID(UUID(bytes: [UInt8](repeating: number, count: 16))), body: Array(json.utf8),
            acceptedAt: Self.now)
    }

    func decide(
        _ json: String, presentation: PresentationOptions? = nil
    ) throws -> ArrivalDecision {
        device.decide(
            .push(try push(json)), at: Self.now,
            answers: presentation.map { ArrivalAnswers(presentation: .options($0)) })
    }

    /// Makes and applies the decision for a push.
    @discardableResult
    mutating func take(_ json: String, collapseID: String? = nil, number: UInt8 = 7) throws
        -> ArrivalDecision
    {
        let decision = device.decide(
            .push(try push(json, collapseID: collapseID, number: number)), at: Self.now)
        device.apply(decision)
        return decision
    }

    /// Performs an action and keeps the resulting phone.
    @discardableResult
    mutating func perform(_ action: UserAction) throws -> ActionOutcome {
        let outcome = try device.performing(action, at: PhoneFixture.now)
        device = outcome.device
        return outcome
    }
}

/// Payloads that the tests share.
enum Sample {
    static let alert =
        #"{"aps":{"alert":{"title":"Alex","body":"Can you ship the build before standup?"}}}"#
    static let line = "Alex · Can you ship the build before standup?"
    static let silent = #"{"aps":{"content-available":1}}"#
}

extension PhoneFixture {
    /// The app asks for permission.
    mutating func request(
        _ options: AuthorizationOptions = [.alert, .sound, .badge]
    ) -> AuthorizationAnswer {
        device.requestAuthorization(options, of: Self.bundleID, at: Self.now)
    }

    var snapshot: SettingsSnapshot { device.settingsSnapshot(of: Self.bundleID) }
}

extension AuthorizationAnswer {
    /// The prompt that the request waits for; `nil` if there is none.
    var promptID: Int? {
        if case .asking(let promptID, _) = self { promptID } else { nil }
    }
}
