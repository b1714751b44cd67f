// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Simulation

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A phone with two apps and random events from a seed: actions of the person and of the apps,
/// pushes, and time that passes. After each step the invariants in `PhoneWalk+Promises.swift` are
/// checked.
struct PhoneWalk {
    static let bundleIDs = ["com.example.chat", "com.example.clip"]

    let seed: UInt64
    var generator: SeededGenerator
    var device: Device
    var now = PhoneFixture.now
    /// The events, for the message of a failure.
    var steps: [String] = []
    /// The decisions, in order.
    var trace: [String] = []
    /// The last badge that was set for each app.
    var badges: [String: Int] = [:]
    /// The number of pushes and requests so far.
    var count = 0

    init(seed: UInt64) throws {
        self.seed = seed
        generator = SeededGenerator(seed: seed)
        device = Device(id: "walk", name: "Walk")
        device.choices.keepsPermissionOnReinstall = generator.chance(1, outOf: 2)
        device.choices.reinstallMakesNewToken = generator.chance(1, outOf: 2)
        device.choices.setBadgeCountZeroClearsList = generator.chance(1, outOf: 2)
        device.choices.willPresentRunsFirst = generator.chance(1, outOf: 2)
        device.apps = try Self.bundleIDs.map { try app($0) }
    }

    /// An invariant that was violated, with everything that is needed to reproduce the failure.
    struct Broken: Error, CustomStringConvertible {
        let description: String
    }

    func promise(_ isKept: Bool, _ message: @autoclosure () -> String) throws {
        guard !isKept else { return }
        let start = max(0, steps.count - 12)
        let last = steps[start...].enumerated().map { "\($0 + start): \($1)" }
        throw Broken(
            description: "seed \(seed), step \(steps.count - 1): \(message())\n"
                + last.joined(separator: "\n"))
    }

    // MARK: - Chance

    mutating func below(_ bound: Int) -> Int { Int(generator.next() % UInt64(bound)) }

    mutating func flip() -> Bool { generator.chance(1, outOf: 2) }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    mutating func app(_ bundleID: String) throws -> InstalledApp {
        let number = UInt8(1 + (Self.bundleIDs.firstIndex(of: bundleID) ?? 0))
        var app = InstalledApp(
            bundleID: bundleID, name: "App", tokens: [.app: try PhoneFixture.token(number)],
            soundFiles: ["chime.caf"])
        app.capabilities.isAppClip = number == 2
        app.capabilities.requestsEphemeralNotifications = true
        app.capabilities.criticalAlerts = flip()
        app.capabilities.timeSensitive = flip()
        app.capabilities.serviceExtension = flip()
        app.capabilities.filtering = flip()
        app.capabilities.remoteNotificationBackgroundMode = generator.chance(3, outOf: 4)
        app.capabilities.taskIdentifiers = ["refresh"]
        app.behaviour.serviceExtension = pick(AppBehaviour.Extension.allCases)
        app.behaviour.hasCenterDelegate = generator.chance(3, outOf: 4)
        return app
    }

    // MARK: - Steps

    /// Performs a random event and checks the invariants.
    mutating func step() throws {
        let before = device
        switch below(10) {
        case 0...3: try push()
        case 4...6: try person()
        case 7, 8: try call()
        default:
            now += Double(pick([1, 60, 3_600, 43_200, 86_400]))
            steps.append("time passes to \(now.timeIntervalSince1970)")
        }
        try checkState(before: before)
        try runDue()
    }

    private mutating func push() throws {
        count += 1
        let collapseID = try pick([nil, nil, "a", "b"]).map { try CollapseID($0) }
        let push = DevicePush(
            deviceToken: try PhoneFixture.token(UInt8(1 + below(3))),
            topic: Topic(pick(Self.bundleIDs)), pushType: pick([.alert, .background]),
            priority: pick(PushPriority.allCases), collapseID: collapseID,
            id: APNSID.random(using: &generator), body: Array(payload().utf8), acceptedAt: now)
        steps.append("push \(String(decoding: push.body, as: UTF8.self))")
        try arrive(flip() ? .push(push) : .injected(push))
    }

    /// Processes everything that is due.
    private mutating func runDue() throws {
        for round in 0... {
            try promise(round < 500, "the due events never end")
            guard let due = device.nextDueDate, due <= now else { return }
            let before = device
            guard let event = device.takeDue(at: now) else {
                return try promise(false, "something was due at \(due), but nothing happened")
            }
            switch event {
            case .arrival(let incoming):
                steps.append("due: \(incoming.push == nil ? "local" : "held push")")
                try arrive(incoming)
            case .outcome(let outcome):
                steps.append("due: \(outcome.summary ?? "")")
                trace.append(outcome.summary ?? "")
                try promise(outcome.device == device, "the outcome contains a different phone")
            }
            try checkState(before: before)
            endBackgroundRuns()
        }
    }

    /// Lets a notification arrive. The decision is made at once, or question by question as for a
    /// phone with app code.
    private mutating func arrive(_ incoming: Incoming) throws {
        let before = device
        let isAsked = flip()
        var answers: ArrivalAnswers? = isAsked ? ArrivalAnswers() : nil
        var decision = device.decide(incoming, at: now, answers: answers)
        var questions: [ArrivalQuestion] = []
        while let question = decision.question {
            try promise(questions.count < 3, "the questions never end")
            questions.append(question)
            try promise(device == before, "a decision with a question changed the phone")
            var given = answers ?? ArrivalAnswers()
            before[decision.bundleID]?.behaviour.answer(question, &given)
            answers = given
            decision = device.decide(incoming, at: now, answers: answers)
        }
        device.apply(decision)
        if let badge = decision.badge { badges[decision.bundleID] = badge }
        trace.append("\(now.timeIntervalSince1970) \(decision.bundleID) \(decision.summary)")
        try checkArrival(decision, questions, before: before)
        if decision.startsBackgroundRun {
            device.endBackgroundRun(
                of: decision.bundleID, result: pick([.newData, .noData, nil]), at: now)
        }
    }

    private mutating func endBackgroundRuns() {
        for app in device.apps { device.endBackgroundRun(of: app.bundleID) }
    }
}
