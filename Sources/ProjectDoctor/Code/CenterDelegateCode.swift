// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import SwiftSyntax

/// The assignments to the delegate of the notification center, and the delegates' methods.
extension CodeIndex {
    /// The assignments to the delegate of a notification center. The center is recognized by its
    /// name.
    var centerDelegateAssignments: [Occurrence<CodeAssignment>] {
        assignments(to: "delegate").filter {
            $0.node.target.base?.isNotificationCenter ?? false
        }
    }

    /// Whether the code may set the center's delegate in a way that is not recognized.
    var mayHaveCenterDelegate: Bool {
        assignments(to: "delegate").contains { occurrence in
            occurrence.node.target.base?.mayBeNotificationCenter ?? false
                || occurrence.node.isInsideCenter
        }
    }

    /// The classes that conform to `UNUserNotificationCenterDelegate`.
    var centerDelegates: [Declaration] {
        sources.flatMap { source in
            source.facts.types.filter { $0.inherited.contains("UNUserNotificationCenterDelegate") }
                .map { Declaration(type: $0, source: source) }
        }
    }

    /// The methods that determine how a notification is presented in the foreground.
    var presentationMethods: [Occurrence<CodeMethod>] {
        methods(in: [
            "userNotificationCenter(_:willPresent:)",
            "userNotificationCenter(_:willPresent:withCompletionHandler:)",
        ])
    }
}

extension ExprSyntax {
    /// Whether the expression is the notification center, or has a name that suggests it.
    var mayBeNotificationCenter: Bool {
        let text = trimmedDescription.lowercased()
        return isNotificationCenter || text.contains("center") || text.contains("notif")
            || text.hasPrefix("$")
    }
}

extension CodeMethod {
    /// The options that a presentation method returns, as one list for each location in the code.
    /// The names are those in a list such as `[.banner, .sound]`, which follows `return`, is passed
    /// to the completion handler, or is the single expression of a body.
    var presentationOptions: [(names: [String], node: Syntax)] {
        guard let body else { return [] }
        let finder = OptionFinder(handler: isAsync ? nil : parameters.last)
        finder.walk(body)
        if isAsync, body.statements.count == 1,
            let only = body.statements.first?.item.as(ArrayExprSyntax.self)
        {
            finder.add(ExprSyntax(only))
        }
        return finder.found
    }
}

/// Finds lists of options that are returned or passed to a completion handler.
private final class OptionFinder: SyntaxVisitor {
    let handler: String?
    var found: [(names: [String], node: Syntax)] = []

    init(handler: String?) {
        self.handler = handler
        super.init(viewMode: .sourceAccurate)
    }

    func add(_ node: ExprSyntax) {
        guard let names = node.memberNames, !names.isEmpty else { return }
        found.append((names, Syntax(node)))
    }

    override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
        if handler == nil, let value = node.expression { add(value) }
        return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if let handler, node.calledName == handler, let first = node.arguments.first {
            add(first.expression)
        }
        return .visitChildren
    }
}
