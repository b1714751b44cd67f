// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import SwiftSyntax

extension CompletionWalk {
    /// Returns the handler's state after an expression or declaration.
    mutating func effect(
        of node: Syntax, _ progress: CompletionProgress
    ) -> CompletionProgress {
        guard progress < .done else { return .done }
        if let kept = keep(node) { return max(progress, kept) }
        learn(from: node)
        if mentionsHandler(node) {
            let visitor = ClosureFinder()
            visitor.walk(node)
            for closure in visitor.closures where mentionsHandler(Syntax(closure)) {
                follow(closure, progress)
            }
            return isBinding(node) ? progress : .done
        }
        if progress == .stored, runsOwnCode(node) { return .done }
        return progress
    }

    func mentionsHandler(_ node: Syntax) -> Bool {
        node.tokens(viewMode: .sourceAccurate).contains {
            if case .identifier(let text) = $0.tokenKind { handlers.contains(text) } else { false }
        }
    }

    /// Returns whether conditions are always true in practice. Such conditions bind the handler,
    /// `self`, or the copy of the content, which Apple's template binds without an `else`.
    func isCertain(_ conditions: ConditionElementListSyntax) -> Bool {
        conditions.allSatisfy { element in
            guard let binding = element.condition.as(OptionalBindingConditionSyntax.self),
                let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
            else { return false }
            guard let value = binding.initializer?.value else { return isCertain(name: name) }
            return value.makesContent || value.lastName.map { isCertain(name: $0) } ?? false
        }
    }

    private func isCertain(name: String) -> Bool {
        name == "self" || handlers.contains(name) || certain.contains(name)
            || name.lowercased().contains("bestattempt")
    }

    /// Handles `self.contentHandler = contentHandler`, which stores the handler under another name.
    private mutating func keep(_ node: Syntax) -> CompletionProgress? {
        guard let assignment = node.as(SequenceExprSyntax.self) else { return nil }
        let elements = Array(assignment.elements)
        guard elements.count == 3, elements[1].is(AssignmentExprSyntax.self),
            let value = elements[2].as(DeclReferenceExprSyntax.self),
            handlers.contains(value.baseName.text), let target = elements[0].lastName
        else { return nil }
        handlers.insert(target)
        let isOwn = elements[0].base.map { $0.lastName == "self" } ?? true
        return isOwn && unreachable.contains(target) ? .open : .stored
    }

    /// Records variables that contain a copy of the content, and further names of the handler.
    private mutating func learn(from node: Syntax) {
        if let assignment = node.as(SequenceExprSyntax.self) {
            let elements = Array(assignment.elements)
            if elements.count >= 3, elements[1].is(AssignmentExprSyntax.self),
                let name = elements[0].lastName,
                elements.dropFirst(2).contains(where: { $0.makesContent })
            {
                certain.insert(name)
            }
        }
        if let variable = node.as(VariableDeclSyntax.self) {
            for binding in variable.bindings {
                guard let name = binding.pattern.as(IdentifierPatternSyntax.self),
                    binding.initializer?.value.makesContent == true
                else { continue }
                certain.insert(name.identifier.text)
            }
        }
        guard let conditions = node.as(ConditionElementListSyntax.self) else { return }
        for element in conditions {
            guard let binding = element.condition.as(OptionalBindingConditionSyntax.self),
                let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
                let value = binding.initializer?.value
            else { continue }
            if value.makesContent { certain.insert(name) }
            if let bound = value.lastName, handlers.contains(bound) { handlers.insert(name) }
        }
    }

    /// Returns whether conditions only unwrap the handler, and do not use it otherwise.
    private func isBinding(_ node: Syntax) -> Bool {
        guard let conditions = node.as(ConditionElementListSyntax.self) else { return false }
        return conditions.allSatisfy { element in
            guard mentionsHandler(Syntax(element)) else { return true }
            guard let binding = element.condition.as(OptionalBindingConditionSyntax.self)
            else { return false }
            guard let value = binding.initializer?.value else { return true }
            return value.lastName.map { handlers.contains($0) } ?? false
        }
    }

    /// Follows a closure that runs exactly once, and reports paths in the closure without a call.
    /// Other closures may run any number of times, and are assumed to be correct.
    private mutating func follow(_ closure: ClosureExprSyntax, _ progress: CompletionProgress) {
        guard let call = closure.receivingCall, call.runsClosureOnce,
            call.closures.count(where: { mentionsHandler(Syntax($0)) }) == 1
        else { return }
        var inner = self
        inner.missed = []
        inner.run(closure.statements, from: progress, end: Syntax(closure.rightBrace))
        missed += inner.missed
    }

    /// Returns whether an expression may run code of the same type. Such code could call the stored
    /// handler.
    private func runsOwnCode(_ node: Syntax) -> Bool {
        let finder = OwnCodeFinder()
        finder.walk(node)
        return finder.isFound
    }
}

extension ExprSyntax {
    /// Whether the expression creates a mutable copy of a notification's content.
    fileprivate var makesContent: Bool {
        tokens(viewMode: .sourceAccurate).contains {
            $0.tokenKind == .identifier("mutableCopy")
                || $0.tokenKind == .identifier("UNMutableNotificationContent")
        }
    }
}

extension FunctionCallExprSyntax {
    /// Whether the called function runs its closure exactly once.
    fileprivate var runsClosureOnce: Bool {
        let once: Set = [
            "Task", "detached", "async", "asyncAfter", "dataTask", "downloadTask", "uploadTask",
            "getNotificationSettings", "getAllTasks", "requestAuthorization",
        ]
        return calledName.map(once.contains) ?? false
    }
}

/// Finds the closures in an expression that are not inside other closures.
private final class ClosureFinder: SyntaxVisitor {
    var closures: [ClosureExprSyntax] = []

    init() { super.init(viewMode: .sourceAccurate) }

    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
        closures.append(node)
        return .skipChildren
    }
}

/// Finds expressions that may run code of the enclosing type. These are calls that are not known to
/// be harmless, and `self` as an argument.
private final class OwnCodeFinder: SyntaxVisitor {
    var isFound = false

    init() { super.init(viewMode: .sourceAccurate) }

    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
        isFound = true
        return .skipChildren
    }

    override func visit(_ node: LabeledExprSyntax) -> SyntaxVisitorContinueKind {
        if node.expression.lastName == "self" { isFound = true }
        return .visitChildren
    }

    override func visit(_ node: AwaitExprSyntax) -> SyntaxVisitorContinueKind {
        isFound = true
        return .skipChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if !node.isHarmless { isFound = true }
        return .visitChildren
    }
}

extension FunctionCallExprSyntax {
    /// Whether the call certainly runs no code of the enclosing type: it creates a value, uses the
    /// notification request or its content, or calls `super` or a known system type.
    fileprivate var isHarmless: Bool {
        var root: ExprSyntax = calledExpression
        while true {
            if let base = root.base {
                root = base
            } else if let call = root.as(FunctionCallExprSyntax.self) {
                root = call.calledExpression
            } else if let list = root.as(SubscriptCallExprSyntax.self) {
                root = list.calledExpression
            } else if let chain = root.as(OptionalChainingExprSyntax.self) {
                root = chain.expression
            } else {
                break
            }
        }
        guard let name = root.lastName else { return false }
        let isQualified = calledExpression.base != nil
        let harmless: Set = [
            "Bundle", "UserDefaults", "FileManager", "ProcessInfo", "Locale", "NSLog", "print",
            "debugPrint", "os_log", "request", "super", "Logger",
        ]
        if harmless.contains(name) { return true }
        if name.first?.isUppercase == true { return !isQualified }
        let lowercased = name.lowercased()
        return isQualified
            && ["content", "userinfo", "payload", "logger", "log", "bestattempt"].contains {
                lowercased.contains($0)
            }
    }
}
