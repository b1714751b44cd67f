// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let tokenDescription = DoctorCheck.code(
        "token-description", .error, "the device token's description is used instead of its bytes",
        why: "Since iOS 13 the description of data contains the number of bytes, not the bytes: "
            + "every installation sends the same useless text.",
        remedy:
            "convert the token to hex digits: deviceToken.map { String(format: \"%02x\", $0) "
            + "}.joined()",
        wrong: RuleExample(TokenExample.callback("let token = deviceToken.description")),
        right: RuleExample(TokenExample.callback(TokenExample.hexadecimal)),
        claim: .documented("Registering your app with APNs")
    ) { unit, report in
        for callback in unit.code.tokenCallbacks {
            report.markExamined(callback.node.baseName)
            guard let body = callback.node.body else { continue }
            let finder = DescriptionFinder(bytes: callback.node.tokenNames.bytes)
            finder.walk(body)
            for node in finder.found {
                report.add(
                    "this is the token's description, not the token",
                    at: callback.source.location(of: node))
            }
        }
    }
}

/// Finds conversions of the given variables to their `description`, outside of logging calls.
private final class DescriptionFinder: SyntaxVisitor {
    let bytes: Set<String>
    var found: [Syntax] = []

    init(bytes: Set<String>) {
        self.bytes = bytes
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        let name = node.declName.baseName.text
        if ["description", "debugDescription"].contains(name), let base = node.base, isToken(base) {
            found.append(Syntax(node))
        }
        return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if node.writesLog { return .skipChildren }
        if node.calledName == "String", let value = node["describing"] ?? node["reflecting"],
            isToken(value)
        {
            found.append(Syntax(node))
        }
        return .visitChildren
    }

    override func visit(_ node: ExpressionSegmentSyntax) -> SyntaxVisitorContinueKind {
        if node.expressions.count == 1, let only = node.expressions.first?.expression,
            isToken(only)
        {
            found.append(Syntax(node))
        }
        return .visitChildren
    }

    /// Returns whether a node is the token, or a cast of the token such as `deviceToken as NSData`.
    private func isToken(_ node: ExprSyntax) -> Bool {
        let node = node.stripped
        if let name = node.as(DeclReferenceExprSyntax.self) {
            return bytes.contains(name.baseName.text)
        }
        guard let sequence = node.as(SequenceExprSyntax.self), let first = sequence.elements.first
        else { return false }
        return sequence.elements.contains { $0.is(UnresolvedAsExprSyntax.self) } && isToken(first)
    }
}

extension FunctionCallExprSyntax {
    /// Whether the call writes to a log. Such calls are `print`, `NSLog`, `os_log`, and methods of
    /// a logger such as `info`.
    var writesLog: Bool {
        guard let name = calledName else { return false }
        if ["print", "debugPrint", "dump", "NSLog", "os_log"].contains(name) { return true }
        let levels: Set = [
            "trace", "debug", "info", "notice", "warning", "error", "critical", "fault", "log",
            "verbose",
        ]
        guard levels.contains(name), let base = base?.trimmedDescription.lowercased() else {
            return false
        }
        return base.contains("log")
    }
}
