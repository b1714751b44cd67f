// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Foundation
import Synchronization

/// A service extension as an app writes it, with the configuration of a test.
final class BenchService: RichNotificationService {
    private let made: ServiceConfiguration
    private let context: AppContext?

    /// - Parameter context: `nil` for the context of the running app.
    init(_ configuration: ServiceConfiguration, context: AppContext? = nil) {
        made = configuration
        self.context = context
        super.init()
    }

    override var configuration: ServiceConfiguration { made }
    override func makeContext() -> AppContext { context ?? super.makeContext() }
}

/// A service extension without a phone; the test takes the role of the system.
final class ServiceBench: Sendable {
    let clock = VirtualClock()
    let context: AppContext
    private let handed = Mutex<[UNNotificationContent]>([])
    private let failed = Mutex<[String]>([])
    private let stream: AsyncStream<UNNotificationContent>
    private let continuation: AsyncStream<UNNotificationContent>.Continuation

    init() {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("bellhop-bench-" + UUID().uuidString)
        context = AppContext(
            time: clock.timeSource, facts: AppFacts(bundleID: "com.example.chat"),
            folder: SharedFolder(folder))
        (stream, continuation) = AsyncStream.makeStream()
    }

    /// The contents with which the system's handler was called, oldest first.
    var contents: [UNNotificationContent] { handed.withLock { $0 } }
    var bodies: [String] { contents.map(\.body) }
    /// The steps that failed, each with its reason.
    var failures: [String] { failed.withLock { $0 } }

    func service(_ steps: [any ServiceStep]) -> BenchService {
        var configuration = ServiceConfiguration()
        configuration.steps = steps
        configuration.report = { failure in
            let reason = if case .threw = failure.reason { "threw" } else { "overran" }
            self.failed.withLock { $0.append("\(failure.step.rawValue) \(reason)") }
        }
        return BenchService(configuration, context: context)
    }

    /// Hands a notification to the extension.
    func begin(_ service: BenchService, _ userInfo: [String: Any] = [:], body: String = "sent") {
        let content = UNMutableNotificationContent()
        content.body = body
        content.userInfo = userInfo
        let request = UNNotificationRequest(identifier: body, content: content, trigger: nil)
        service.didReceive(request) { content in
            self.handed.withLock { $0.append(content) }
            self.continuation.yield(content)
        }
    }

    /// Waits for the next call of the system's handler.
    func next() async -> UNNotificationContent? { await stream.first { _ in true } }

    /// Runs steps on one notification, to the end.
    func run(
        _ steps: [any ServiceStep], _ userInfo: [String: Any] = [:], body: String = "sent"
    ) async -> UNNotificationContent? {
        let service = service(steps)
        begin(service, userInfo, body: body)
        let content = await next()
        withExtendedLifetime(service) {}
        return content
    }
}

/// A step that appends a text to the body.
func adding(_ text: String, name: ServiceStepName? = nil) -> OwnStep {
    OwnStep(name ?? ServiceStepName(rawValue: text)) { draft in
        draft.change { $0.body += " " + text }
    }
}
