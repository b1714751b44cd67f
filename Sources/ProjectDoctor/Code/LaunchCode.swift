// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import SwiftSyntax

/// Methods that the system runs at launch, and the code that they run.
extension CodeIndex {
    /// The maximum depth to which calls are followed from function to function.
    private static let depthMax = 4

    /// The methods that run while the app starts: launch methods of the app delegate, and `init` of
    /// the `App`.
    var launchMethods: [Occurrence<CodeMethod>] {
        sources.flatMap { source in
            source.facts.types.flatMap { type -> [Occurrence<CodeMethod>] in
                let isApp = self.type(type.name, is: "App")
                return type.methods.filter {
                    Self.launchSelectors.contains($0.selector) || isApp && $0.selector == "init()"
                }.map { Occurrence(node: $0, source: source) }
            }
        }
    }

    /// The names of the root views, which an `App` type creates.
    var rootViews: Set<String> {
        var names: Set<String> = []
        for declaration in types(.struct) where type(declaration.type.name, is: "App") {
            let finder = CallFinder()
            finder.walk(declaration.type.node)
            for call in finder.calls {
                guard let name = call.calledName, type(name, is: "View") else { continue }
                names.insert(name)
            }
        }
        return names
    }

    /// Returns those calls of the named function that are certain to run when a piece of code runs,
    /// each with its location. Calls of other functions are followed if it is clear which function
    /// is called. Conditional code is skipped, unless its condition is about the permission.
    func callsRun(by start: Syntax, named name: String) -> [Occurrence<FunctionCallExprSyntax>] {
        var found: [Occurrence<FunctionCallExprSyntax>] = []
        var seen: Set<SyntaxIdentifier> = []
        var queue = [(start, 0)]
        while let (piece, depth) = queue.popLast() {
            guard seen.insert(piece.id).inserted else { continue }
            let finder = CallFinder()
            finder.walk(piece)
            for call in finder.calls where call.runsAtOnce(with: piece) {
                if call.calledName == name, let source = source(of: call) {
                    found.append(Occurrence(node: call, source: source))
                } else if depth < Self.depthMax, let method = calledMethod(of: call),
                    let body = method.node.body
                {
                    queue.append((Syntax(body), depth + 1))
                }
            }
        }
        return found
    }

    /// Returns the function in this code to which a call refers; `nil` if this is not certain.
    private func calledMethod(of call: FunctionCallExprSyntax) -> Occurrence<CodeMethod>? {
        guard let name = call.calledName, name.first?.isLowercase == true else { return nil }
        let labels = call.labels.map { $0 == "_" ? "_:" : $0 + ":" }
        let candidates = functions(named: name).filter { occurrence in
            labels.allSatisfy { occurrence.node.selector.contains($0) }
        }
        let only =
            candidates.count == 1 && !mayDeclareElsewhere(function: name) ? candidates.first : nil
        let base = call.base?.trimmedDescription
        guard base == nil || base == "self" || base == "Self", let type = call.enclosingType else {
            return only
        }
        let owner = type.typeName
        let own = candidates.filter { $0.node.node.enclosingType?.typeName == owner }
        return own.count == 1 ? own.first : only
    }

    private func source(of node: some SyntaxProtocol) -> SwiftSource? {
        let root = node.root.id
        return sources.first { $0.tree.id == root }
    }
}

extension DeclSyntax {
    /// The name of the declared type, or of the type that an extension extends.
    var typeName: String? {
        if let node = self.as(ExtensionDeclSyntax.self) { return node.extendedType.bareName }
        return asProtocol((any NamedDeclSyntax).self)?.name.text
    }
}

extension FunctionCallExprSyntax {
    /// Returns whether the call always runs when the piece of code runs, without waiting for an
    /// action by the person.
    func runsAtOnce(with piece: Syntax) -> Bool {
        var child = Syntax(self)
        while child.id != piece.id, let parent = child.parent {
            if parent.isBarrier(for: child, on: self) { return false }
            child = parent
        }
        return child.id == piece.id
    }
}

extension Syntax {
    /// Returns whether, when this syntax node runs, code in `child` may run later or not at all.
    fileprivate func isBarrier(for child: Syntax, on call: FunctionCallExprSyntax) -> Bool {
        switch self.as(SyntaxEnum.self) {
        case .functionDecl, .initializerDecl: return true
        case .ifExpr(let node):
            return child.id != Syntax(node.conditions).id && !node.conditions.testsPermission
        case .switchExpr(let node):
            return child.id != Syntax(node.subject).id
                && !Syntax(node.subject).containsToken(in: permissionNames)
        case .ternaryExpr: return true
        case .closureExpr(let node):
            guard let call = node.receivingCall, let name = call.calledName else { return true }
            return !promptCallers.contains(name)
        case .codeBlockItemList(let list):
            // A guard before this statement may already have left the function.
            return list.contains { item in
                item.position < child.position
                    && item.item.as(GuardStmtSyntax.self)
                        .map { !$0.conditions.testsPermission } ?? false
            }
        default: return false
        }
    }

    fileprivate func containsToken(in names: Set<String>) -> Bool {
        tokens(viewMode: .sourceAccurate).contains { names.contains($0.text) }
    }
}

/// Functions that run their closure soon, without waiting for an action by the person.
private let promptCallers: Set<String> = [
    "Task", "detached", "async", "asyncAfter", "run", "getNotificationSettings",
    "requestAuthorization",
]

/// Names that show that a condition is about the permission.
private let permissionNames: Set<String> = [
    "authorizationStatus", "notDetermined", "granted", "authorized", "settings", "error",
]

extension ConditionElementListSyntax {
    /// Whether the conditions are about the permission, the system's version or `self`. If so, the
    /// code runs for a person who has just installed the app.
    fileprivate var testsPermission: Bool {
        allSatisfy { element in
            if element.condition.is(AvailabilityConditionSyntax.self) { return true }
            if let binding = element.condition.as(OptionalBindingConditionSyntax.self),
                binding.pattern.trimmedDescription == "self"
            {
                return true
            }
            return Syntax(element).containsToken(in: permissionNames)
        }
    }
}

/// Finds all calls in a piece of code, including those inside closures.
final class CallFinder: SyntaxVisitor {
    var calls: [FunctionCallExprSyntax] = []

    init() { super.init(viewMode: .sourceAccurate) }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        calls.append(node)
        return .visitChildren
    }
}
