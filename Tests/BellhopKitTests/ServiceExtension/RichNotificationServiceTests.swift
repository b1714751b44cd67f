// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopTesting
import Foundation
import Testing

@testable import BellhopKit

private struct Refused: Error {}

/// The guarantee of ``RichNotificationService``, with the test in the role of the system.
@Suite(.timeLimit(.minutes(30)))
struct RichNotificationServiceTests {
    let bench = ServiceBench()

    @Test func `NSE-9: steps run in order, and the handler is called once`() async {
        let content = await bench.run([adding("one"), adding("two"), adding("three")])
        #expect(content?.body == "sent one two three")
        #expect(bench.contents.count == 1)
    }

    @Test func `NSE-5: the changes of a step that throws are discarded, and the next step runs`()
        async
    {
        let content = await bench.run([
            adding("one"),
            OwnStep("bad") { draft in
                draft.change { $0.body = "half done" }
                throw Refused()
            },
            adding("three"),
        ])
        #expect(content?.body == "sent one three")
        #expect(bench.failures == ["bad threw"])
    }

    @Test func `changes that a step kept take effect even if it throws later`() async {
        let content = await bench.run([
            OwnStep("bad") { draft in
                draft.change { $0.body = "neutral" }
                draft.keep()
                draft.change { $0.body = "half done" }
                throw Refused()
            }
        ])
        #expect(content?.body == "neutral")
    }

    @Test func `a change that throws has no effect`() async {
        let content = await bench.run([
            OwnStep("bad") { draft in
                try? draft.change { content in
                    content.body = "half done"
                    throw Refused()
                }
            }
        ])
        #expect(content?.body == "sent")
    }

    @Test func `NSE-5: a step that ignores its cancellation uses only its own time`()
        async
    {
        let gate = StepGate()
        let service = bench.service([
            adding("one"),
            OwnStep("hung", timeLimit: .seconds(4)) { draft in
                draft.change { $0.body = "half done" }
                await gate.wait()
                draft.change { $0.body = "too late" }
                draft.keep()
            },
            adding("three"),
        ])
        bench.begin(service)
        await gate.reached()
        bench.clock.advance(by: .seconds(4))
        #expect(await bench.next()?.body == "sent one three")
        #expect(bench.failures == ["hung overran"])
        gate.open()
        service.serviceExtensionTimeWillExpire()
        #expect(bench.bodies == ["sent one three"])
    }

    @Test func `NSE-5: several steps that hang do not use up the time of the others`() async {
        let gates = [StepGate(), StepGate(), StepGate()]
        let hung = gates.enumerated().map { index, gate in
            OwnStep(ServiceStepName(rawValue: "hung \(index)"), timeLimit: .seconds(20)) { _ in
                await gate.wait()
            }
        }
        let service = bench.service(hung + [adding("last")])
        bench.begin(service)
        let start = bench.clock.now
        for gate in gates {
            await gate.reached()
            // The steps ask for 63 seconds; 25 are available.
            bench.clock.advance(by: .seconds(20) * (25.0 / 63.0) + .milliseconds(1))
        }
        #expect(await bench.next()?.body == "sent last")
        #expect(bench.clock.now.timeIntervalSince(start) < 25)
        for gate in gates { gate.open() }
        #expect(bench.contents.count == 1)
    }

    @Test(arguments: [
        ServiceProgress.Event.timeWillExpire, .memoryIsLow,
    ])
    func `NSE-5: when the extension must end, the best available content is shown at once`(
        event: ServiceProgress.Event
    ) async {
        let gate = StepGate()
        let service = bench.service([
            adding("one"),
            OwnStep("hung") { draft in
                draft.change { $0.body = "half done" }
                await gate.wait()
                draft.change { $0.body = "too late" }
            },
            adding("three"),
        ])
        bench.begin(service)
        await gate.reached()
        service.send(event)
        #expect(bench.bodies == ["sent one"], "before the call returned")
        gate.open()
        service.serviceExtensionTimeWillExpire()
        #expect(bench.bodies == ["sent one"])
    }

    @Test
    func `NSE-5: code that blocks within a change does not prevent the notification`()
        async
    {
        let (gate, blocked) = (StepGate(), DispatchSemaphore(value: 0))
        let service = bench.service([
            adding("one"),
            OwnStep("blocked") { draft in
                await gate.wait()
                draft.change { content in
                    content.body = "too late"
                    blocked.wait()
                }
            },
        ])
        bench.begin(service)
        await gate.reached()
        gate.open()
        service.serviceExtensionTimeWillExpire()
        #expect(bench.bodies == ["sent one"])
        blocked.signal()
    }

    @Test func `NSE-6: a deallocated extension calls the handler`() async {
        let gate = StepGate()
        do {
            let service = bench.service([
                adding("one"), OwnStep("hung") { _ in await gate.wait() },
            ])
            bench.begin(service)
            await gate.reached()
        }
        #expect(bench.bodies == ["sent one"])
        gate.open()
    }

    @Test func `a task that continues after its step does not change the content`() async {
        let gate = StepGate()
        let content = await bench.run([
            OwnStep("careless") { draft in
                Task {
                    await gate.wait()
                    draft.change { $0.body = "too late" }
                    draft.keep()
                }
            },
            adding("two"),
        ])
        await gate.reached()
        gate.open()
        #expect(content?.body == "sent two")
        #expect(bench.bodies == ["sent two"])
    }

    @Test func `concurrent tasks of one step do not undo each other's changes`() async throws {
        let content = try #require(
            await bench.run([
                OwnStep("many") { draft in
                    await withDiscardingTaskGroup { group in
                        for _ in 0..<50 {
                            group.addTask { draft.change { $0.body += "x" } }
                        }
                    }
                }
            ]))
        #expect(content.body.count { $0 == "x" } == 50)
    }

    @Test(arguments: 0..<20)
    func `NSE-9: with concurrent events from many threads, the handler is called once`(run: Int)
        async
    {
        let service = bench.service((0..<4).map { adding("\($0)") })
        bench.begin(service)
        await withDiscardingTaskGroup { group in
            for _ in 0..<8 { group.addTask { [bench] in bench.clock.advance(by: .seconds(3)) } }
            for step in 0..<4 {
                for event in [ServiceProgress.Event.overran(step), .failed(step)] {
                    nonisolatedSend(service, event, &group)
                }
            }
            nonisolatedSend(service, .timeWillExpire, &group)
        }
        _ = await bench.next()
        #expect(bench.contents.count == 1)
    }

    @Test func `NSE-14: two notifications in one process or instance do not affect each other`()
        async
    {
        let gate = StepGate()
        let service = bench.service([
            OwnStep("first hangs") { draft in
                if draft.requestIdentifier == "first" { await gate.wait() }
                draft.change { $0.body += " seen" }
            }
        ])
        bench.begin(service, body: "first")
        await gate.reached()
        bench.begin(service, body: "second")
        #expect(await bench.next()?.body == "second seen")
        gate.open()
        #expect(await bench.next()?.body == "first seen")
        #expect(bench.bodies == ["second seen", "first seen"])
    }

    @Test func `ATT-5: files that the notification does not show are deleted`() async throws {
        let names = ["shown", "replaced", "dropped", "late"]
        let files = names.map { name in
            FileManager.default.temporaryDirectory
                .appendingPathComponent("bellhop-\(name)-\(UUID().uuidString).png")
        }
        for file in files { try Data(MediaSample.png).write(to: file) }
        let gate = StepGate()
        let service = bench.service([
            OwnStep("first") { draft in
                try draft.attach(files[1], as: "a")
                try draft.attach(files[0], as: "a")
            },
            OwnStep("second", timeLimit: .seconds(1)) { draft in
                try draft.attach(files[2], as: "b")
                await gate.wait()
                #expect(throws: CancellationError.self) { try draft.attach(files[3], as: "c") }
            },
        ])
        bench.begin(service)
        await gate.reached()
        bench.clock.advance(by: .seconds(1))
        let content = await bench.next()
        #expect(content?.attachments.map(\.identifier) == ["a"])
        gate.open()
        while FileManager.default.fileExists(atPath: files[3].path) { await Task.yield() }
        let left = files.map { FileManager.default.fileExists(atPath: $0.path) }
        #expect(left == [true, false, false, false])
        try FileManager.default.removeItem(at: files[0])
    }

    @Test func `ATT-2: a file that the system does not accept is deleted`() async throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("bellhop-\(UUID().uuidString).txt")
        try Data("text".utf8).write(to: file)
        let content = await bench.run([
            OwnStep("bad") { try $0.attach(file, as: "a") }, adding("two"),
        ])
        #expect(content?.body == "sent two")
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }
}

/// Sends from a separate task, because the system's events come from any thread.
private func nonisolatedSend(
    _ service: BenchService, _ event: ServiceProgress.Event, _ group: inout DiscardingTaskGroup
) {
    let service = UncheckedTransfer(service)
    group.addTask { service.value.send(event) }
}

struct ServiceStepListTests {
    private var steps: [any ServiceStep] = [adding("a"), adding("b"), adding("c")]
    private var names: [String] { steps.map(\.name.rawValue) }

    @Test mutating func `steps can be inserted before and after others, replaced and removed`() {
        steps.insert(adding("x"), before: "b")
        steps.insert(adding("y"), after: "b")
        #expect(names == ["a", "x", "b", "y", "c"])
        steps.replace("b", with: adding("z"))
        steps.remove("a")
        #expect(names == ["x", "z", "y", "c"])
        steps.insert(adding("d"), before: "none")
        steps.insert(adding("e"), after: "none")
        steps.replace("none", with: adding("f"))
        #expect(names == ["x", "z", "y", "c", "d", "e", "f"])
    }

    @Test func `the kit's steps have a fixed order, from decryption to the receipt`() {
        let all = ServiceConfiguration(
            decrypt: DecryptStep(EncryptionPlan()), badge: BadgeStep(), receipt: { _ in })
        #expect(
            all.steps.map(\.name)
                == [.decrypt, .localize, .media, .communication, .badge, .receipt])
        #expect(
            ServiceConfiguration().steps.map(\.name) == [.localize, .media, .communication])
    }
}
