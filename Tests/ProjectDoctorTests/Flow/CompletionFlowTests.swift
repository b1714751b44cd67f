// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax
import Testing

@testable import ProjectDoctor

/// The verdict on `done` in a function's body: `called`, `never`, or `missed` with the lines of the
/// paths that do not call it.
private func verdict(_ body: String) throws -> String {
    let source = SwiftSource(
        SourceText(name: "F.swift", text: "func f(done: @escaping () -> Void) {\n\(body)\n}"))
    let function = try #require(source.facts.globalFunctions.first?.body)
    switch CompletionFlow.verdict(of: "done", in: function) {
    case .called: return "called"
    case .never: return "never"
    case .missed(let nodes):
        let lines = nodes.compactMap { source.location(of: $0).position?.line }
        return "missed " + lines.map { String($0 - 1) }.joined(separator: ",")
    }
}

@Test(arguments: [
    "done()",
    "if a { done() } else { done() }",
    "if a { done(); return }\ndone()",
    "guard a else { done(); return }\ndone()",
    "guard a else { return done() }\ndone()",
    "defer { done() }\nguard a else { return }\nwork()",
    "work(then: done)",
    "work { done() }",
    "work { if a { done() } }",
    "sink { if a { done() } } receiveValue: { done() }",
    "self.done = done\nwork()",
    "self.done = done\nguard let u = URL(string: s) else { self.finish(); return }\nload(u)",
    "handler = done\nsession.dataTask(with: url).resume()",
    "Task { await work()\ndone() }",
    "Task { do { try await work()\ndone() } catch { done() } }",
    "Task { do { try await work() } catch { log(error) }\ndone() }",
    "Task { defer { done() }\ntry await work() }",
    "do { done()\ntry work() } catch { log(error) }",
    "switch a { case 1: done()\ndefault: done() }",
    "switch a { case 1: break\ndefault: break }\ndone()",
    "switch a { case 1: fallthrough\ndefault: done() }",
    "func end() { done() }\nif a { end() } else { end() }",
    "if a { end() } else { done() }\nfunc end() { done() }",
    "first()\nfunc first() { second() }\nfunc second() { done() }",
    "guard let h = done else { return }\nfunc end() { h() }\nend()",
    "let end = { done() }\nend()",
    "if a { fatalError() }\ndone()",
    "#if DEBUG\ndone()\n#else\nwork(done)\n#endif",
    "if let done = done, let bestAttemptContent { done(bestAttemptContent) }",
    "if let done { done() }",
    "done?()",
    """
    self.done = done
    content = (request.content.mutableCopy() as? UNMutableNotificationContent)
    if let content = content { done(content) }
    """,
    "guard let copy = request.content.mutableCopy() as? X else { return }\ndone(copy)",
    """
    URLSession.shared.dataTask(with: u) { [weak self] d, _, _ in
        guard let self else { return }
        done()
    }
    """,
    "for a in b { if a { done(); return } }\ndone()",
])
func `a handler that is called, passed on or stored counts as called`(body: String) throws {
    #expect(try verdict(body) == "called")
}

@Test(arguments: [
    ("work()", "never"),
    ("if a { done() }", "missed 2"),
    ("guard a else { return }\ndone()", "missed 1"),
    ("if a { return }\ndone()", "missed 1"),
    ("switch a { case 1: done()\ndefault: break }", "missed 3"),
    ("do { try work()\ndone() } catch { log(error) }", "missed 3"),
    ("if a { done() } else if b { work() } else { done() }", "missed 2"),
    ("Task { guard a else { return }\ndone() }", "missed 1"),
    ("Task { if a { done() } }", "missed 1"),
    (
        "URLSession.shared.dataTask(with: u) { d, _, e in\nguard let d else { return }\ndone() }",
        "missed 2"
    ),
    (
        """
        self.done = done
        copy = (request.content.mutableCopy() as? UNMutableNotificationContent)
        guard let copy else { return }
        guard let text = copy.userInfo["image"] as? String, let url = URL(string: text) else {
            return
        }
        load(url) { done(copy) }
        """, "missed 5"
    ),
    ("for a in b { if a { return } }\ndone()", "missed 1"),
    ("first()\nif a { done() }\nfunc first() { second() }\nfunc second() { work() }", "missed 5"),
])
func `a path on which the handler is not called is found`(body: String, expected: String) throws {
    #expect(try verdict(body) == expected)
}
