// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Finds the `#if` branches that are not compiled for any of the given platforms.
///
/// Only conditions about the platform are evaluated. A condition about a compilation flag is
/// treated as possibly true.
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
                    // If an earlier branch is certainly compiled, the current branch is not.
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
    /// Returns whether a condition is true; `nil` if the platform alone does not determine the
    /// result.
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

    /// Evaluates operands joined by `||` and `&&`; `&&` binds more tightly.
    private static func holds(_ elements: ArraySlice<ExprSyntax>, on platform: String) -> Bool? {
        for (joint, decided) in [("||", true), ("&&", false)] {
            let parts = elements.operands(of: joint)
            guard parts.count > 1 else { continue }
            let sides = parts.map { holds($0, on: platform) }
            if sides.contains(decided) { return decided }
            return sides.contains(nil) ? nil : !decided
        }
        guard elements.count == 1, let only = elements.first else { return nil }
        return holds(only, on: platform)
    }

    private static let systems = ["OSX": "macOS", "xrOS": "visionOS"]

    /// The platforms on which a module is available, for modules that not every platform has.
    private static let modules: [String: Set<String>] = [
        "UIKit": ["iOS", "tvOS", "watchOS", "visionOS"], "AppKit": ["macOS"], "Cocoa": ["macOS"],
        "ActivityKit": ["iOS"], "ClockKit": ["watchOS"],
    ]
}
