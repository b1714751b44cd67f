// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import DeviceModel
package import Diagnostics

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A description of the way in which APNs and iOS process a push. It contains the response of APNs,
/// the code that runs and its order, the effects that the person sees, the effects that are
/// withheld with their reasons, and the changes that would alter the result.
///
/// An explanation is made by running the service (`APNSService`) and the phone (`DeviceModel`), so
/// that it always agrees with their behaviour.
package struct Explanation: Hashable, Sendable {
    /// A call of the app's code.
    package struct Step: Hashable, Sendable {
        package let callback: Callback.Kind
        /// The code that runs and the state of the app, for instance `app, launched in the
        /// background`.
        package let who: String
        /// Whether this step runs in parallel with the previous steps.
        package let isParallel: Bool
        package let rule: RuleID
    }

    /// An effect of the push that the person sees or hears.
    package struct Effect: Hashable, Sendable {
        package let place: Place
        package let text: String
        package let rule: RuleID
    }

    /// The location where an effect is seen or heard.
    package enum Place: String, Hashable, Sendable, CaseIterable {
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

    /// An effect that the payload requests but that does not occur, or occurs only in another form.
    package struct Withheld: Hashable, Sendable {
        /// The withheld effect, in a word or two.
        package let what: String
        package let why: String
        /// The change that would allow the effect.
        package let remedy: String
        package let rule: RuleID
    }

    /// An obstacle that the push passes.
    package struct PassedObstacle: Hashable, Sendable {
        /// The obstacle, for instance `the Focus Work`.
        package let obstacle: String
        package let rule: RuleID
    }

    /// The headers that are sent.
    package let push: PushInference
    package let byteCount: Int
    package let service: ServiceVerdict
    /// The phone before the push.
    package let phone: Device
    /// The app before the push.
    package let app: InstalledApp
    /// The phone's decision; `nil` if the push does not reach the phone.
    package let decision: ArrivalDecision?
    /// The code that runs, in order.
    package let steps: [Step]
    package let effects: [Effect]
    package let withheld: [Withheld]
    /// The checks that could have stopped the push, but did not.
    package let passedObstacles: [PassedObstacle]
    /// The findings of lint about the payload and headers, ordered by position.
    package let findings: [Diagnostic]
    /// Further information for the sender.
    package let notes: [PushHint]

    /// Explains a push.
    ///
    /// - Parameters:
    ///   - scenario: the state of the phone and of the app; check it with
    ///     ``Scenario/validate(isMatrix:)``.
    ///   - now: the time at which the push is sent.
    /// - Throws: An error if the service cannot be set up; an invalid push never causes an error.
    package init(of input: ExplainedPush, in scenario: Scenario, now: Date) throws {
        let given = input.topic?.bundleID ?? scenario.app?.app.bundleID
        let target = input.file?.targetBundleID
        let inference = PushInference(
            payload: input.payload, bundleID: given ?? target ?? InstalledApp.demoBundleID,
            topic: input.topic, pushType: input.pushType, priority: input.priority)
        let trial = try ServiceTrial(input, inference, scenario, now: now)
        push = inference
        byteCount = input.body.count
        service = trial.verdict
        phone = trial.phone
        app = trial.phone.apps.first ?? .capable(bundleID: inference.topic.bundleID)
        let aps = input.payload.aps ?? APS()
        findings = input.findings
        notes =
            findings.filter { !$0.isFault }.map { PushHint($0) }
            + Self.otherApp(target, app: app, given: given)
        guard let arrived = trial.push else {
            decision = nil
            steps = []
            effects = []
            withheld = []
            passedObstacles = []
            return
        }
        let decision = scenario.decide(arrived, on: trial.phone, at: now)
        let facts = ArrivalFacts(
            aps: aps, push: arrived, phone: trial.phone, app: app, decision: decision)
        self.decision = decision
        steps = facts.steps
        effects = facts.effects
        passedObstacles = facts.passedObstacles
        withheld = Withholding.table.filter { $0.applies(facts) }.map {
            Withheld(what: $0.what, why: $0.why, remedy: $0.remedy, rule: $0.rule)
        }
    }
}

extension Explanation {
    /// Returns a note if the file specifies an app other than the one for which the push is
    /// explained.
    private static func otherApp(
        _ target: String?, app: InstalledApp, given: String?
    ) -> [PushHint] {
        guard let target, given != nil, target != app.bundleID else { return [] }
        return [
            PushHint(
                "the file is for the app \(OneLine.text(target)), but this explanation is for "
                    + app.bundleID)
        ]
    }

    /// Whether the push reaches the person or the app, possibly with a delay.
    package var isDelivered: Bool {
        guard let decision else { return false }
        return decision.outcome.isDelivered || decision.waitsForSummary
    }

    /// The result in one line: the response of APNs, and the effect on the phone.
    package var result: String {
        switch service.result {
        case .refused, .discarded: shortResult
        case .stored: "accepted; \(shortResult)"
        case .delivered: "accepted; then on the phone: \(shortResult)"
        }
    }

    /// The result in a shorter form, for display next to the response of APNs.
    var shortResult: String {
        switch service.result {
        case .refused(let reason):
            "APNs returns \(service.status) \(reason.rawValue): "
                + (reason.row?.meaning ?? service.because)
        case .discarded:
            service.isUnreadable
                ? "accepted; then nothing appears: \(unreadable)"
                : "accepted; then discarded by APNs: \(service.because)"
        case .stored:
            "stored by APNs until the phone is online (SF-1); then: \(decision?.summary ?? "")"
        case .delivered: decision?.summary ?? ""
        }
    }

    /// The reason why no phone can read the body, with the position of the error.
    private var unreadable: String {
        guard let fault = findings.first(where: { $0.severity == .error }) else {
            return service.because
        }
        let place = fault.location.position.map { "\($0): " } ?? ""
        return "the body is not a JSON object: \(place)\(OneLine.text(fault.message))"
    }

    /// The problems in the payload and the headers.
    package var faults: [Diagnostic] { findings.filter(\.isFault) }

    /// The changes that would alter the result, without duplicates.
    package var remedies: [String] {
        var remedies: [String] = []
        switch service.result {
        case .refused(let reason):
            // If a finding of lint explains the cause, the finding is more precise than the general
            // remedy.
            let isCovered = faults.contains { RefusalCause.rules(for: reason).contains($0.rule) }
            if !isCovered, let row = reason.row { remedies.append(row.remedy) }
        case .discarded where service.isDisabled:
            if let remedy = RuleAdvice.remedy(for: ["AUTH-23"]) { remedies.append(remedy) }
        case .discarded where !service.isUnreadable:
            remedies.append("set a later apns-expiration, or remove it")
        case .discarded, .delivered, .stored: break
        }
        for remedy in faults.map(\.remedy) + withheld.map(\.remedy) + notes.map(\.remedy)
        where !remedy.isEmpty && !remedies.contains(remedy) {
            remedies.append(remedy)
        }
        return remedies
    }

    /// All rules that led to the result, beginning with the decisive rule.
    package var rules: [RuleID] {
        var rules = service.result == .stored ? ["SF-1", "SF-3"] as [RuleID] : []
        if service.isUnreadable { rules.append("ARR-2") }
        if service.isDisabled { rules += ["LC-24", "AUTH-23"] }
        rules += decision?.reasons ?? []
        for rule in steps.map(\.rule) + effects.map(\.rule) + passedObstacles.map(\.rule)
            + withheld.map(\.rule)
        where !rules.contains(rule) {
            rules.append(rule)
        }
        return rules
    }
}
