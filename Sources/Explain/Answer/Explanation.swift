// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import DeviceModel
public import Diagnostics

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What APNs and iOS do with one push, in words: what APNs says, who runs in which order, what the
/// person sees, why not more, and what would change it.
///
/// A value, made by asking the service (`APNSService`) and the phone (`DeviceModel`) themselves, so
/// that it cannot say something else than they do.
public struct Explanation: Hashable, Sendable {
    /// One call of the app's code.
    public struct Step: Hashable, Sendable {
        public let callback: Callback.Kind
        /// How that code comes to run, for instance `app, launched in the background`.
        public let who: String
        /// Whether it does not wait for the steps before it, nor they for it.
        public let isParallel: Bool
        public let rule: RuleID
    }

    /// One thing the person sees or hears.
    public struct Sight: Hashable, Sendable {
        public let place: Place
        public let text: String
        public let rule: RuleID
    }

    /// Where something is to be seen or heard.
    public enum Place: String, Hashable, Sendable, CaseIterable {
        case lockScreen = "lock-screen"
        case banner
        case notificationCenter = "notification-center"
        case sound
        case vibration
        case badge
        case summary
        case liveActivity = "live-activity"
        case dynamicIsland = "dynamic-island"
    }

    /// Something that the payload asks for and does not get, or not as it asks.
    public struct Withheld: Hashable, Sendable {
        /// What, in a word or two.
        public let what: String
        public let why: String
        /// What would change it.
        public let remedy: String
        public let rule: RuleID
    }

    /// Something in the way that does not hold it back.
    public struct Passage: Hashable, Sendable {
        /// What is in the way, for instance `the Focus Work`.
        public let obstacle: String
        public let rule: RuleID
    }

    /// The headers as they are sent.
    public let push: PushInference
    public let byteCount: Int
    public let service: ServiceVerdict
    /// The phone as it stood.
    public let phone: Device
    /// The app as it stood.
    public let app: InstalledApp
    /// What the phone does; `nil` when the push does not come to it.
    public let decision: ArrivalDecision?
    /// Code that runs, in order.
    public let steps: [Step]
    public let sights: [Sight]
    public let withheld: [Withheld]
    /// What it gets through.
    public let passages: [Passage]
    /// What the rules of lint find in payload and headers, by place.
    public let findings: [Diagnostic]
    /// What a sender should know besides.
    public let notes: [PushHint]

    /// Explains a push.
    ///
    /// - Parameters:
    ///   - scenario: how phone and app stand; check it with ``Scenario/validate(isMatrix:)``.
    ///   - now: when it is sent.
    /// - Throws: when the service cannot be set up; nothing about the push makes it throw.
    public init(of asked: ExplainedPush, in scenario: Scenario, now: Date) throws {
        let given = asked.topic?.bundleID ?? scenario.app?.app.bundleID
        let target = asked.file?.targetBundleID
        let inference = PushInference(
            payload: asked.payload, bundleID: given ?? target ?? InstalledApp.demoBundleID,
            topic: asked.topic, pushType: asked.pushType, priority: asked.priority)
        let trial = try ServiceTrial(asked, inference, scenario, now: now)
        push = inference
        byteCount = asked.body.count
        service = trial.verdict
        phone = trial.phone
        app = trial.phone.apps.first ?? .capable(bundleID: inference.topic.bundleID)
        let aps = asked.payload.aps ?? APS()
        findings = asked.findings
        notes =
            findings.filter { !$0.isFault }.map { PushHint($0) }
            + Self.otherApp(target, app: app, given: given)
        guard let arrived = trial.push else {
            decision = nil
            steps = []
            sights = []
            withheld = []
            passages = []
            return
        }
        let decision = scenario.decide(arrived, on: trial.phone, at: now)
        let facts = ArrivalFacts(
            aps: aps, push: arrived, phone: trial.phone, app: app, decision: decision)
        self.decision = decision
        steps = facts.steps
        sights = facts.sights
        passages = facts.passages
        withheld = Withholding.table.filter { $0.applies(facts) }.map {
            Withheld(what: $0.what, why: $0.why, remedy: $0.remedy, rule: $0.rule)
        }
    }
}

extension Explanation {
    /// A file that names another app than the one it is explained for.
    private static func otherApp(
        _ target: String?, app: InstalledApp, given: String?
    ) -> [PushHint] {
        guard let target, given != nil, target != app.bundleID else { return [] }
        return [
            PushHint(
                "the file names the app \(OneLine.text(target)), and this is about "
                    + app.bundleID)
        ]
    }

    /// Whether the person or the app gets it, perhaps later.
    public var isDelivered: Bool {
        guard let decision else { return false }
        return decision.outcome.isDelivered || decision.waitsForSummary
    }

    /// The answer in one line: what APNs says, and what the phone does then.
    public var answer: String {
        switch service.result {
        case .refused, .discarded: shortAnswer
        case .stored: "accepted; it \(shortAnswer)"
        case .delivered: "accepted; then on the phone: \(shortAnswer)"
        }
    }

    /// The same where it stands beside APNs' answer.
    var shortAnswer: String {
        switch service.result {
        case .refused(let reason):
            "APNs answers \(service.status) \(reason.rawValue): "
                + (reason.row?.meaning ?? service.because)
        case .discarded:
            service.isUnreadable
                ? "accepted; then nothing appears: \(unreadable)"
                : "accepted; then discarded by APNs: \(service.because)"
        case .stored: "waits at APNs for the phone (SF-1); then: \(decision?.summary ?? "")"
        case .delivered: decision?.summary ?? ""
        }
    }

    /// Why no phone can read it, with the place.
    private var unreadable: String {
        guard let fault = findings.first(where: { $0.severity == .error }) else {
            return service.because
        }
        let place = fault.location.position.map { "\($0): " } ?? ""
        return "the body is not a JSON object: \(place)\(OneLine.text(fault.message))"
    }

    /// What is wrong or unwise in payload and headers.
    public var faults: [Diagnostic] { findings.filter(\.isFault) }

    /// What would change the answer, each once.
    public var remedies: [String] {
        var remedies: [String] = []
        switch service.result {
        case .refused(let reason):
            // A fault that is the cause says it better.
            let isSaid = faults.contains { RefusalCause.rules(for: reason).contains($0.rule) }
            if !isSaid, let row = reason.row { remedies.append(row.remedy) }
        case .discarded where service.isDisabled:
            if let remedy = RuleAdvice.remedy(for: ["AUTH-23"]) { remedies.append(remedy) }
        case .discarded where !service.isUnreadable:
            remedies.append("send a later apns-expiration, or none")
        case .discarded, .delivered, .stored: break
        }
        for remedy in faults.map(\.remedy) + withheld.map(\.remedy) + notes.map(\.remedy)
        where !remedy.isEmpty && !remedies.contains(remedy) {
            remedies.append(remedy)
        }
        return remedies
    }

    /// Every rule that led here, the decisive one first.
    public var rules: [RuleID] {
        var rules = service.result == .stored ? ["SF-1", "SF-3"] as [RuleID] : []
        if service.isUnreadable { rules.append("ARR-2") }
        if service.isDisabled { rules += ["LC-24", "AUTH-23"] }
        rules += decision?.reasons ?? []
        for rule in steps.map(\.rule) + sights.map(\.rule) + passages.map(\.rule)
            + withheld.map(\.rule)
        where !rules.contains(rule) {
            rules.append(rule)
        }
        return rules
    }
}
