// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Finds the branches of `#if` that are compiled for none of the given platforms.
///
/// Only conditions that name a platform are decided; conditions on a flag may be true or false.
final class CompiledBranches: SyntaxVisitor {
    private let platforms: Set<String>
    private(set) var hidden: [Range<Int>] = []

    init(on platforms: Set<String>) {
        self.platforms = platforms
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
        for clause in node.clauses {
            let isCompiled = platforms.contains { platform in
                for other in node.clauses {
                    let holds = other.condition.map { PlatformCondition.holds($0, on: platform) }
                    if other.id == clause.id { return (holds ?? true) != false }
                    // If an earlier branch is certainly compiled, this one is not.
                    if (holds ?? true) == true { return false }
                }
                return true
            }
            if !isCompiled { hidden.append(clause.byteRange) }
        }
        return .visitChildren
    }
}

extension SyntaxProtocol {
    fileprivate var byteRange: Range<Int> { position.utf8Offset..<endPosition.utf8Offset }
}

/// Evaluates conditions of `#if` for a platform. Source: The Swift Programming Language,
/// "Conditional Compilation Block".
enum PlatformCondition {
    /// Returns whether a condition is true; `nil` if it depends on more than the platform.
    static func holds(_ condition: ExprSyntax, on platform: String) -> Bool? {
        if let tuple = condition.as(TupleExprSyntax.self), tuple.elements.count == 1,
            let only = tuple.elements.first
        {
            return holds(only.expression, on: platform)
        }
        if let not = condition.as(PrefixOperatorExprSyntax.self), not.operator.text == "!" {
            return holds(not.expression, on: platform).map { !$0 }
        }
        if let literal = condition.as(BooleanLiteralExprSyntax.self) {
            return literal.literal.tokenKind == .keyword(.true)
        }
        if let sequence = condition.as(SequenceExprSyntax.self) {
            return holds(Array(sequence.elements)[...], on: platform)
        }
        guard let call = condition.as(FunctionCallExprSyntax.self),
            let name = call.arguments.first?.expression.lastName
        else { return nil }
        switch call.calledName {
        case "os": return systems[name, default: name] == platform
        case "canImport": return modules[name].map { $0.contains(platform) }
        case "targetEnvironment" where platform != "iOS" && name == "macCatalyst": return false
        default: return nil
        }
    }

    /// Evaluates conditions that are joined by `||` and, with higher precedence, by `&&`.
    private static func holds(_ elements: ArraySlice<ExprSyntax>, on platform: String) -> Bool? {
        for (joint, decided) in [("||", true), ("&&", false)] {
            let parts = elements.split { element in
                element.as(BinaryOperatorExprSyntax.self)?.operator.text == joint
            }
            guard parts.count > 1 else { continue }
            let sides = parts.map { holds($0, on: platform) }
            if sides.contains(decided) { return decided }
            return sides.contains(nil) ? nil : !decided
        }
        guard elements.count == 1, let only = elements.first else { return nil }
        return holds(only, on: platform)
    }

    private static let systems = ["OSX": "macOS", "xrOS": "visionOS"]

    /// The platforms of each module that is not available on all of them.
    private static let modules: [String: Set<String>] = [
        "UIKit": ["iOS", "tvOS", "watchOS", "visionOS"], "AppKit": ["macOS"], "Cocoa": ["macOS"],
        "ActivityKit": ["iOS"], "ClockKit": ["watchOS"],
    ]
}
